/** What a legacy server asks of us: requests of its own, and the error -32042 that wants pages opened first. */
import type { ServerError } from '../errors.ts';
import { INPUT_METHODS } from '../features/inputs/inputs.ts';
import type { Inputs } from '../features/inputs/inputs.ts';
import type { RelatedCall } from '../handlers.ts';
import type { RelatedRequest } from '../jsonrpc/inbound.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import { callName, isRoundMethod } from './rounds.ts';
import type { RoundRequest, Rounds, Wanted } from './rounds.ts';

/** Serves the requests of the server with the host's handlers; what was not declared gets the error that belongs to it. */
export function serveInputs(peer: Peer, inputs: Inputs): void {
  for (const method of INPUT_METHODS) {
    peer.handle(method, async (params, { id, signal, related }) => {
      const input = inputs.read(method, params, false);
      return input.answer({ era: 'legacy', requestId: id, call: related === undefined ? undefined : relatedCall(related), round: undefined, signal });
    });
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
