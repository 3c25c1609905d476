/** Servers and decisions played by the test itself, for tests of what conversations do with them. */
import type { ContentView, ToolResultView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import type { ApprovalOutcome, ApprovalRequest, ApprovalsPort, AvailableTool, ServersPort } from '../src/ports.ts';

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
    availableTools: () => servers.tools,
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

export interface SimpleApprovals extends ApprovalsPort {
  asked: ApprovalRequest[];
  /** What a person does; until told otherwise they allow. */
  decides(this: void, request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalOutcome> | ApprovalOutcome;
  /** False once a decision is no longer good for what is to be done. */
  isSpendable(this: void, request: ApprovalRequest): boolean;
}

export function simpleApprovals(): SimpleApprovals {
  const open = new Set<string>();
  const approvals: SimpleApprovals = {
    asked: [],
    decides: () => allow,
    isSpendable: () => true,
    async decide(request, options) {
      approvals.asked.push(request);
      options.onAsked(`i-${request.callId}`);
      const withdrawn = new Promise<ApprovalOutcome>((resolve) => options.signal.addEventListener('abort', () => resolve({ decision: 'withdrawn' }), { once: true }));
      const outcome = await Promise.race([approvals.decides(request, options.signal), withdrawn]);
      if (outcome.decision !== 'allow') return outcome;
      open.add(request.callId);
      return { ...outcome, hash: request.callId };
    },
    spend: (hash, request) => open.delete(hash) && hash === request.callId && approvals.isSpendable(request),
  };
  return approvals;
}

export const allow: ApprovalOutcome = { decision: 'allow', by: 'person', hash: '' };
