/** Tool calls from outside of any window, by the same permissions as a model's (H01). */
import type { calls } from '@portolan/contract/calls';
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { CallId, ConversationId, type ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { ApprovalRequest, ServersPort } from '../ports.ts';
import { permissionFor, usualTraits } from '../permissions/call-permission.ts';
import type { CallPermission, ServerTraits } from '../permissions/call-permission.ts';
import { newRule } from '../permissions/new-rule.ts';
import type { RuleStore } from '../storage/rule-store.ts';
import { runTool } from '../servers/run-tool.ts';
import { approvalFlags } from './approval-flags.ts';
import { approvalHash } from './approval-hash.ts';

export interface OutsideCallDeps {
  servers: Pick<ServersPort, 'tool' | 'callTool' | 'serverName'>;
  rules: RuleStore;
  traitsOf?: (serverId: ServerId) => ServerTraits;
  /** Hears of each decision before the call is made. */
  activity?: ActivityPort;
  /** In every chat: then no standing permission lets a call through; the person's own word for one call does (C17). */
  isMuted?: (serverId: ServerId) => boolean;
  /** Brings up a server that starts as it is used, and reads its tools. */
  wake: (serverId: ServerId, signal: AbortSignal) => Promise<void>;
}

/** No chat: permissions for one chat never cover such a call. */
const conversationId = ConversationId.parse('outside');
const callId = CallId.parse('outside');

export function outsideCallRoutes({ servers, rules, activity, wake, isMuted = () => false, traitsOf = () => usualTraits }: OutsideCallDeps): HandlersFor<typeof calls> {
  const look = (serverId: ServerId, name: string, args: JsonObject): { request: ApprovalRequest; standing: CallPermission } => {
    const tool = servers.tool(serverId, name);
    if (tool === null) throw new HostError('tool-unknown', { server: servers.serverName(serverId) ?? serverId, tool: name });
    if (tool.view.pin?.state === 'suspended') throw new HostError('tool-suspended', { server: tool.serverName, tool: name });
    const request: ApprovalRequest = { conversationId, conversationTitle: '', callId, tool, arguments: args };
    return { request, standing: permissionFor(rules, request, traitsOf(serverId)) };
  };
  return {
    'calls/prepare': async ({ serverId, name, arguments: args }, { signal }) => {
      await wake(serverId, signal);
      const { request, standing } = look(serverId, name, args);
      const { effect, isStale } = standing;
      return { serverName: request.tool.serverName, tool: request.tool.view, hash: approvalHash(request), flags: approvalFlags(request, isStale), isAllowed: effect === 'allow' && !isMuted(serverId), isNever: effect === 'never' };
    },
    'calls/run': (input, { signal }) => {
      const { request, standing } = look(input.serverId, input.name, input.arguments);
      const { tool } = request;
      if (approvalHash(request) !== input.hash) throw new HostError('server-changed', { server: tool.serverName, tool: tool.name });
      const refuse = (details: { reason?: string } = {}): never => {
        throw new HostError('call-not-allowed', { server: tool.serverName, tool: tool.name, ...details });
      };
      if (standing.effect === 'never') refuse({ reason: 'never' });
      if (input.by === 'rule' && standing.effect !== 'allow') refuse();
      if (input.by === 'rule' && isMuted(input.serverId)) refuse({ reason: 'muted' });
      if (input.by === 'always' && standing.effect !== 'allow') {
        if (traitsOf(tool.serverId).profile === 'strict') throw new HostError('rule-unusable', { reason: 'strict', server: tool.serverName });
        rules.add(newRule({ tool, effect: 'allow', conditions: [], conversationId: null }));
      }
      activity?.require({ type: 'approval-decided', tool: tool.name, decision: 'allow', scope: input.by === 'rule' ? null : input.by }, { serverId: tool.serverId, by: input.by === 'rule' ? 'rule' : 'cli' });
      return runTool(servers, input, signal);
    },
  };
}
