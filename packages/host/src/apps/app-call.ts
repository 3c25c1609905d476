/** A tool call that an app asks for: the same decision, journal and log as a model's (I14, H01). */
import { createHash } from 'node:crypto';
import type { AppEvent } from '@portolan/contract/apps';
import { HostError } from '@portolan/contract/errors';
import type { CallId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import { toCallToolResult } from '@portolan/contract/wire-result';
import { newCallId } from '../conversations/ids.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';
import type { ApprovalRequest, ApprovalsPort, AvailableTool, ConversationStore } from '../ports.ts';
import type { AppInstance } from './app-instance.ts';
import type { AppServersPort } from './app-servers.ts';
import { isForApps } from './ui-meta.ts';

export interface AppCallDeps {
  store: Pick<ConversationStore, 'get' | 'journalCall' | 'settleCall'>;
  servers: AppServersPort;
  approvals: ApprovalsPort;
}

/** Longest result that is handed to an app, in characters of JSON. */
const longestResult = 8_000_000;

/** @throws {HostError} `tool-unknown`, `tool-suspended`, `call-not-allowed`, `cancelled`, and what calls fail with */
export async function runAppCall(deps: AppCallDeps, instance: AppInstance, name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const callId = newCallId();
  const tell = (state: Extract<AppEvent, { type: 'call' }>['state']) => instance.events.publish({ type: 'call', callId, tool: name, state });
  const request = requestOf(deps, instance, callId, name, args);
  tell('waiting');
  try {
    const outcome = await deps.approvals.decide(request, { signal, onAsked: () => undefined });
    if (outcome.decision === 'withdrawn') throw outcome.problem === undefined ? new HostError('cancelled') : HostError.fromProblem(outcome.problem);
    if (outcome.decision === 'deny') {
      tell('denied');
      throw notAllowed(request, outcome.by);
    }
    const allowed = outcome.arguments === undefined ? request : { ...request, arguments: outcome.arguments };
    const result = await dispatch(deps, instance, allowed, outcome.hash, signal, tell);
    tell(result['isError'] === true ? 'failed' : 'done');
    return result;
  } catch (error) {
    if (!(error instanceof HostError && error.problem.code === 'call-not-allowed')) tell('failed');
    throw error;
  }
}

async function dispatch(deps: AppCallDeps, instance: AppInstance, request: ApprovalRequest, hash: string, signal: AbortSignal, tell: (state: 'running') => void): Promise<JsonObject> {
  const { callId, tool, arguments: args } = request;
  const { conversationId, messageId, serverId } = instance.place;
  deps.store.journalCall({ callId, conversationId, messageId, serverId, tool: tool.name, argumentsHash: createHash('sha256').update(canonicalJson(args)).digest('hex'), by: 'app' });
  let outcome: 'done' | 'failed' | 'cancelled' = 'cancelled';
  try {
    // Built anew, as for a model's call: what was looked at is compared with what is there now.
    const now = requestOf(deps, instance, callId, tool.name, args);
    if (!deps.approvals.spend(hash, now)) throw new HostError('server-changed', { server: tool.serverName, tool: tool.name });
    tell('running');
    outcome = 'failed';
    const view = await deps.servers.callTool(serverId, tool.name, args, { signal, callId, onProgress: () => undefined, keepsMeta: true });
    const result = toCallToolResult(view);
    if (JSON.stringify(result).length > longestResult) throw new HostError('app-unusable', { server: tool.serverName, reason: 'result-too-large' });
    outcome = view.isError ? 'failed' : 'done';
    return result;
  } catch (error) {
    if (signal.aborted) outcome = 'cancelled';
    throw error;
  } finally {
    deps.store.settleCall(callId, outcome);
  }
}

/** Only what its own server offers to apps, and the person has not turned off. */
function requestOf({ servers, store }: AppCallDeps, { place }: AppInstance, callId: CallId, name: string, args: JsonObject): ApprovalRequest {
  const tool: AvailableTool | null = servers.tool(place.serverId, name);
  const conversation = store.get(place.conversationId);
  if (conversation === null) throw new HostError('conversation-unknown', { conversation: place.conversationId });
  if (tool === null || !tool.view.isEnabled || !isForApps(tool.view.ui)) throw new HostError('tool-unknown', { server: place.serverName, tool: name.slice(0, 256) });
  if (tool.view.pin?.state === 'suspended') throw new HostError('tool-suspended', { server: place.serverName, tool: name });
  // All that an app knows it has from its own server, or from the call that brought it along, which was allowed: nothing was read before.
  return { conversationId: conversation.id, conversationTitle: conversation.title, callId, tool, arguments: args, readBefore: [], ofApp: place.callId };
}

function notAllowed({ tool }: ApprovalRequest, by: string): HostError {
  return new HostError('call-not-allowed', { server: tool.serverName, tool: tool.name, reason: by === 'mute' ? 'muted' : by });
}
