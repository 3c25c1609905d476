/** One tool call from the model's words to its result: asked, journalled, checked once more, made (H01, C11, O07). */
import { createHash } from 'node:crypto';
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { InteractionId } from '@portolan/contract/ids';
import type { CallId } from '@portolan/contract/ids';
import { readOn } from '../context/read-result.ts';
import { approvalHash } from '../interactions/approval-hash.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';
import { maxResultCharacters } from '../models/lower/tool-result.ts';
import { JobCancelled, JobGoesOn } from '../jobs/job-signals.ts';
import type { ChatJobs } from '../jobs/jobs-port.ts';
import { readIn } from '../permissions/read-before.ts';
import type { ApprovalOutcome, ApprovalRequest, ApprovalsPort, ConversationStore, ResultReviewsPort, ServersPort, StoredMessage } from '../ports.ts';
import { readOnTool } from '../resources/host-tools.ts';
import type { LiveMessage } from './live-message.ts';
import { reviewResult, wordsOf } from './review-result.ts';
import type { Answered } from './review-result.ts';
import { Leaving } from './leaving.ts';

export interface CallDeps {
  store: ConversationStore;
  servers: ServersPort;
  approvals: ApprovalsPort;
  /** Without it a result that the person wants to see first is told to nobody. */
  reviews?: ResultReviewsPort;
  /** Calls that servers make jobs of; without it each is waited for and forgotten with the host. */
  jobs?: Pick<ChatJobs, 'told'>;
  /** Characters of one result that the model is given, for reading on. */
  resultCharacters?: number;
  /** Calls that the scripts of one answer may make (C17); the usual unless told. */
  scriptCalls?: number;
  /** Hears of each script that has ended, and how (C17). */
  onScript?(script: EndedScript): void;
  now(): number;
}

export interface EndedScript {
  conversationId: ConversationView['id'];
  callId: CallId;
  outcome: 'done' | 'failed' | 'cancelled';
  /** That it made. */
  calls: number;
  durationMs: number;
}

/**
 * Runs the call at a place of a message to its end, whatever that is; does not throw. The part says what happened. When
 * `signal` aborts, a question is withdrawn, a running call cancelled, and a call not yet made is never made. Calls of one
 * step share a `batch`.
 */
export async function runCall(deps: CallDeps, conversation: ConversationView, live: LiveMessage, index: number, signal: AbortSignal, batch?: string): Promise<void> {
  const fail = (state: ToolCallView['state'], problem: Problem | null) => {
    live.updateCall(index, { state, problem, interactionId: null, endedAt: deps.now() });
    live.saveNow();
  };
  try {
    const call = live.call(index);
    // Decided when it was read: no such tool, or no arguments.
    if (call.state !== 'waiting' || call.serverId === null) return;
    if (signal.aborted) return fail('interrupted', null);
    const request = requestFor(deps, conversation, call);
    if (request?.tool.view.pin?.state === 'suspended') return fail('failed', new HostError('tool-suspended', { server: call.serverName, tool: call.tool }).problem);
    if (!request) return fail('failed', new HostError('tool-unknown', { server: call.serverName, tool: call.tool }).problem);

    const outcome = await deps.approvals.decide({ ...request, readBefore: readIn(history(deps, conversation, live), conversation), ...(batch === undefined ? {} : { batch }) }, {
      signal,
      onAsked: (interactionId) => {
        live.updateCall(index, { interactionId: InteractionId.parse(interactionId) });
        live.saveNow();
      },
    });
    if (outcome.decision === 'withdrawn' && outcome.problem !== undefined && !signal.aborted) return fail('failed', outcome.problem);
    if (outcome.decision === 'withdrawn' || signal.aborted) return fail('interrupted', null);
    if (outcome.decision === 'deny') {
      live.updateCall(index, { state: 'denied', decidedBy: outcome.by, interactionId: null, ...(outcome.reason ? { denyReason: outcome.reason } : {}), endedAt: deps.now() });
      live.saveNow();
      return;
    }
    live.updateCall(index, { decidedBy: outcome.by, interactionId: null });
    if (outcome.arguments !== undefined) {
      // On disk before the call is journalled: whatever happens then, it is told as what it was.
      live.updateCall(index, { arguments: outcome.arguments, modelArguments: call.arguments });
      live.saveNow();
    }
    await dispatch(deps, conversation, live, index, outcome, signal);
  } catch (error) {
    fail('failed', problemOf(error));
  }
}

async function dispatch(deps: CallDeps, conversation: ConversationView, live: LiveMessage, index: number, allowed: Extract<ApprovalOutcome, { decision: 'allow' }>, signal: AbortSignal): Promise<void> {
  const call = live.call(index);
  if (call.serverId === null) return;
  const { callId, serverId } = call;
  const end = (change: Partial<ToolCallView>, outcome: 'done' | 'failed' | 'cancelled') => {
    live.updateCall(index, { ...change, progress: null, endedAt: deps.now() });
    // The result first: a crash between the two must not lose what is known.
    live.saveNow();
    if (live.isSaved) settle(deps.store, callId, outcome);
  };
  deps.store.journalCall({
    callId,
    conversationId: conversation.id,
    messageId: live.message.id,
    serverId,
    tool: call.tool,
    argumentsHash: createHash('sha256').update(canonicalJson(call.arguments)).digest('hex'),
    ...(call.script === undefined ? {} : { script: call.script }),
  });
  // Built anew: what is spent is compared with what is there now, not with what was there when the person looked.
  const request = requestFor(deps, conversation, call);
  if (!request || !deps.approvals.spend(allowed.hash, request)) {
    // The same call as was allowed: then it is a rule that says otherwise by now, and not the tool that is another one.
    const isSame = request !== null && approvalHash(request) === allowed.hash;
    const about = { server: call.serverName, tool: call.tool };
    return end({ state: 'failed', problem: (isSame ? new HostError('call-not-allowed', { ...about, reason: 'meanwhile' }) : new HostError('server-changed', about)).problem }, 'cancelled');
  }
  live.updateCall(index, { state: 'running', startedAt: deps.now() });
  live.saveNow();
  const answered = await answerOf(deps, conversation, live, index, signal, allowed.reviewResult === true);
  const { job } = live.call(index);
  if (answered === 'goes-on') {
    // Its journal stays open: whatever comes settles it.
    if (job !== undefined) live.updateCall(index, { job: { ...job, isBackground: true }, progress: null });
    return live.saveNow();
  }
  const told = (): void => {
    if (job !== undefined && live.isSaved) deps.jobs?.told(job.id);
  };
  if (answered === 'cancelled') {
    end({ state: 'cancelled' }, 'cancelled');
    return told();
  }
  const words = wordsOf(answered);
  if (words !== null && (allowed.reviewResult === true || deps.reviews?.wants({ serverId, tool: call.tool, conversationId: conversation.id }) === true)) {
    await reviewResult(deps.reviews, { conversation, live, index, answered, signal, end }, words);
    return told();
  }
  const { result, problem } = answered;
  const isFailed = problem !== null || result?.isError === true;
  end({ state: isFailed ? 'failed' : 'done', ...(problem === null ? { result } : { problem }) }, isFailed ? 'failed' : 'done');
  told();
}

/** `goes-on`: it is a job that nobody waits for any longer. Does not throw. */
async function answerOf(deps: CallDeps, conversation: ConversationView, live: LiveMessage, index: number, signal: AbortSignal, reviewsResult: boolean): Promise<Answered | 'cancelled' | 'goes-on'> {
  const call = live.call(index);
  if (call.serverId === null) return 'cancelled';
  try {
    // The chat has it: its server is not asked anew.
    if (call.tool === readOnTool) return { result: readOn(history(deps, conversation, live), call.arguments, deps.resultCharacters ?? maxResultCharacters), problem: null };
    const result = await untilAborted(
      deps.servers.callTool(call.serverId, call.tool, call.arguments, {
        signal,
        callId: call.callId,
        onProgress: (progress) => {
          const { state, job } = live.call(index);
          if (state === 'running' && job?.isBackground !== true) live.updateCall(index, { progress });
        },
        onJob: (id) => {
          live.updateCall(index, { job: { id, ...(reviewsResult ? { reviewsResult } : {}) } });
          live.saveNow();
        },
      }),
      signal,
    );
    return { result, problem: null };
  } catch (error) {
    if (error instanceof JobGoesOn) return 'goes-on';
    if (signal.aborted) return signal.reason instanceof Leaving && live.call(index).job !== undefined ? 'goes-on' : 'cancelled';
    return error instanceof JobCancelled ? 'cancelled' : { result: null, problem: problemOf(error) };
  }
}

/** What can't be settled now comes back at the next start, where the stored result settles it. */
export function settle(store: Pick<ConversationStore, 'settleCall'>, callId: CallId, outcome: 'done' | 'failed' | 'cancelled'): void {
  try {
    store.settleCall(callId, outcome);
  } catch {
    // The disk refused; the result itself is stored.
  }
}

function requestFor(deps: CallDeps, conversation: ConversationView, call: ToolCallView): ApprovalRequest | null {
  const tool = call.serverId === null ? null : deps.servers.tool(call.serverId, call.tool);
  if (!tool?.view.isEnabled) return null;
  return { conversationId: conversation.id, conversationTitle: conversation.title, callId: call.callId, tool, arguments: call.arguments };
}

/** All of the chat, with the message that is being written as it is now. */
function history({ store }: Pick<CallDeps, 'store'>, { id }: ConversationView, { message }: LiveMessage): Pick<StoredMessage, 'parts'>[] {
  return store.messages(id).map((stored) => (stored.id === message.id ? message : stored));
}

/** A server that does not react to a cancel is not waited for; what it sends later is ignored. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });
}

function problemOf(error: unknown): Problem {
  return error instanceof HostError ? error.problem : new HostError('internal', { where: 'call' }).problem;
}
