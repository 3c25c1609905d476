/** What a legacy server asks of us: requests of its own, and the error -32042 that wants pages opened first. */
import type { ServerError } from '../errors.ts';
import { INPUT_METHODS } from '../features/inputs/inputs.ts';
import type { Inputs } from '../features/inputs/inputs.ts';
import type { RelatedCall } from '../handlers.ts';
import type { RelatedRequest } from '../jsonrpc/inbound.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import type { ReceivedTasks } from '../tasks/received-tasks.ts';
import { callName, isRoundMethod } from './rounds.ts';
import type { RoundRequest, Rounds, Wanted } from './rounds.ts';

/** What a person's cancelling of the call says about its dialog. */
const CANCEL: JsonObject = { action: 'cancel' };

/**
 * Serves the requests of the server with the host's handlers; what was not declared gets the error that belongs to it.
 * @param callOfTask the call behind the task that the params name, if they name one
 */
export function serveInputs(peer: Peer, inputs: Inputs, tasks: ReceivedTasks, callOfTask: (params: JsonObject) => RelatedCall | undefined): void {
  for (const method of INPUT_METHODS) {
    peer.handle(method, async (params, context) => {
      const call = callOfTask(params) ?? (context.related === undefined ? undefined : relatedCall(context.related));
      const input = inputs.read(method, params, false, call);
      const answer = (signal: AbortSignal): Promise<JsonObject> => input.answer({ era: 'legacy', requestId: context.id, call, round: undefined, signal });
      return method !== 'roots/list' && tasks.isWanted(params) ? tasks.begin(params, context, answer) : answer(context.signal);
    }, method === 'elicitation/create' ? CANCEL : undefined);
  }
}

function relatedCall({ id, method, params, reference, isCertain }: RelatedRequest): RelatedCall | undefined {
  return isRoundMethod(method) ? { method, name: callName(params), requestId: id, reference, isCertain } : undefined;
}

/**
 * Has the pages opened that the error names
 * (https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error).
 * @returns true when all were accepted: the request may be sent again
 * @throws {LocalError} when the call is cancelled meanwhile, or the pages cannot be shown
 */
export async function openRequiredUrls(rounds: Rounds, request: RoundRequest, error: ServerError, number: number): Promise<boolean> {
  const wanted = error.elicitations.map((params, index): Wanted => {
    const id = params['elicitationId'];
    return { key: typeof id === 'string' && id !== '' ? id : `elicitation-${index + 1}`, method: 'elicitation/create', params: { ...params, mode: 'url' } };
  });
  if (wanted.length === 0) return false;
  const answers = await rounds.gather(request, wanted, number, true);
  return Object.values(answers).every((answer) => typeof answer === 'object' && answer !== null && !Array.isArray(answer) && answer['action'] === 'accept');
}
