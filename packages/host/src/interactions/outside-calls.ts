/** Tool calls from outside of any window, by the same permissions as a model's (H01). */
import type { calls } from '@portolan/contract/calls';
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { CallId, ConversationId, type ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { ApprovalRequest, ServersPort } from '../ports.ts';
import type { StoredRule } from '../storage/rule-store.ts';
import type { RuleStore } from '../storage/rule-store.ts';
import { runTool } from '../servers/run-tool.ts';
import { approvalFlags } from './approval-flags.ts';
import { approvalHash, definitionHash } from './approval-hash.ts';

export interface OutsideCallDeps {
  servers: Pick<ServersPort, 'tool' | 'callTool' | 'serverName'>;
  rules: RuleStore;
  /** Brings up a server that starts as it is used, and reads its tools. */
  wake: (serverId: ServerId, signal: AbortSignal) => Promise<void>;
}

/** No chat: permissions for one chat never cover such a call. */
const conversationId = ConversationId.parse('outside');
const callId = CallId.parse('outside');

export function outsideCallRoutes({ servers, rules, wake }: OutsideCallDeps): HandlersFor<typeof calls> {
  const look = (serverId: ServerId, name: string, args: JsonObject): { request: ApprovalRequest; rule: StoredRule | null; isStale: boolean } => {
    const tool = servers.tool(serverId, name);
    if (tool === null) throw new HostError('tool-unknown', { server: servers.serverName(serverId) ?? serverId, tool: name });
    if (tool.view.pin?.state === 'suspended') throw new HostError('tool-suspended', { server: tool.serverName, tool: name });
    const standing = rules.find(serverId, name).filter(({ scope }) => scope === 'always');
    const rule = standing.find((each) => each.launchHash === tool.launchHash && each.definitionHash === definitionHash(tool)) ?? null;
    return { request: { conversationId, conversationTitle: '', callId, tool, arguments: args }, rule, isStale: rule === null && standing.length > 0 };
  };
  return {
    'calls/prepare': async ({ serverId, name, arguments: args }, { signal }) => {
      await wake(serverId, signal);
      const { request, rule, isStale } = look(serverId, name, args);
      return { serverName: request.tool.serverName, tool: request.tool.view, hash: approvalHash(request), flags: approvalFlags(request, isStale), isAllowed: rule !== null };
    },
    'calls/run': (input, { signal }) => {
      const { request, rule } = look(input.serverId, input.name, input.arguments);
      const { tool } = request;
      if (approvalHash(request) !== input.hash) throw new HostError('server-changed', { server: tool.serverName, tool: tool.name });
      if (input.by === 'rule' && rule === null) throw new HostError('call-not-allowed', { server: tool.serverName, tool: tool.name });
      if (input.by === 'always' && rule === null) {
        rules.add({ serverId: tool.serverId, serverName: tool.serverName, tool: tool.name, scope: 'always', conversationId: null, launchHash: tool.launchHash, definitionHash: definitionHash(tool) });
      }
      return runTool(servers, input, signal);
    },
  };
}
