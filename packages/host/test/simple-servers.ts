/** Servers played by the test itself, for what real ones do only by accident: hanging, dying, answering late. */
import type { AnnotationsView, ContentView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import { hostToolOf, isServerHostTool } from '../src/resources/host-tools.ts';
import type { AvailableTool, ServersPort } from '../src/ports.ts';
import type { ResourceSource } from '../src/resources/resource-versions.ts';

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
  /** What is said of resources, by address. */
  annotations: Map<string, AnnotationsView>;
  /** Resources read so far. */
  reads: string[];
  says: { serverId: AvailableTool['serverId']; serverName: string; text: string }[];
}

export const textResult = (text: string, isError = false): ToolResultView => ({ content: [{ type: 'text', text }], isError, repairs: [] });

export function simpleServers(tools: AvailableTool[]): SimpleServers {
  const servers: SimpleServers = {
    tools,
    made: [],
    onCall: (call) => Promise.resolve(textResult(`result of ${call.tool}`)),
    resources: new Map(),
    annotations: new Map(),
    reads: [],
    says: [],
    availableTools: () => servers.tools.filter(({ view }) => view.pin?.state !== 'suspended'),
    suspendedTools: () => servers.tools.filter(({ view }) => view.pin?.state === 'suspended'),
    instructions: () => servers.says,
    tool: (serverId, name) => hostToolOn(servers.tools, serverId, name) ?? servers.tools.find((tool) => tool.serverId === serverId && tool.name === name) ?? null,
    resourceServers: () => [],
    callTool(serverId, name, args, options) {
      const call = { server: servers.tools.find((tool) => tool.serverId === serverId)?.serverName ?? '', tool: name, arguments: args };
      servers.made.push(call);
      return servers.onCall(call, options);
    },
    serverName: (serverId) => servers.tools.find((tool) => tool.serverId === serverId)?.serverName ?? null,
  };
  return servers;
}

function hostToolOn(tools: readonly AvailableTool[], serverId: AvailableTool['serverId'], name: string): AvailableTool | null {
  const server = tools.find((tool) => tool.serverId === serverId);
  return server !== undefined && isServerHostTool(name) ? hostToolOf(server, name) : null;
}

/** What attached resources are taken from when the test plays the servers. */
export function simpleSource(servers: SimpleServers): ResourceSource {
  const read = (uri: string): ResourceContentView[] => {
    servers.reads.push(uri);
    const contents = servers.resources.get(uri);
    if (contents === undefined) throw new Error('no such resource');
    return contents.flatMap((block) => (block.type === 'resource' ? [block.resource] : []));
  };
  return {
    readResourceContents: (_serverId, uri) => Promise.resolve().then(() => ({ contents: read(uri) })),
    readStanding: (_serverId, uri) => Promise.resolve().then(() => read(uri)),
    resourceAnnotations: (_serverId, uri) => servers.annotations.get(uri),
    watchResource: () => ({ settled: Promise.resolve(), stop: () => undefined }),
    isLive: () => false,
    subscribed: () => Promise.resolve(),
  };
}
