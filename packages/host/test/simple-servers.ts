/** Servers played by the test itself, for what real ones do only by accident: hanging, dying, answering late. */
import type { ContentView, ToolResultView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import type { AvailableTool, ServersPort } from '../src/ports.ts';

export interface MadeCall {
  server: string;
  tool: string;
  arguments: JsonObject;
}

export interface SimpleServers extends ServersPort {
  tools: AvailableTool[];
  /** Every call that reached a server. */
  made: MadeCall[];
  onCall: (call: MadeCall, options: Parameters<ServersPort['callTool']>[3]) => Promise<ToolResultView>;
  resources: Map<string, ContentView[]>;
  says: { serverId: AvailableTool['serverId']; serverName: string; text: string }[];
}

export const textResult = (text: string, isError = false): ToolResultView => ({ content: [{ type: 'text', text }], isError, repairs: [] });

export function simpleServers(tools: AvailableTool[]): SimpleServers {
  const servers: SimpleServers = {
    tools,
    made: [],
    onCall: (call) => Promise.resolve(textResult(`result of ${call.tool}`)),
    resources: new Map(),
    says: [],
    availableTools: () => servers.tools.filter(({ view }) => view.pin?.state !== 'suspended'),
    suspendedTools: () => servers.tools.filter(({ view }) => view.pin?.state === 'suspended'),
    instructions: () => servers.says,
    tool: (serverId, name) => servers.tools.find((tool) => tool.serverId === serverId && tool.name === name) ?? null,
    callTool(serverId, name, args, options) {
      const call = { server: servers.tools.find((tool) => tool.serverId === serverId)?.serverName ?? '', tool: name, arguments: args };
      servers.made.push(call);
      return servers.onCall(call, options);
    },
    readResource: (_serverId, uri) => {
      const contents = servers.resources.get(uri);
      return contents ? Promise.resolve(contents) : Promise.reject(new Error('no such resource'));
    },
    serverName: (serverId) => servers.tools.find((tool) => tool.serverId === serverId)?.serverName ?? null,
  };
  return servers;
}
