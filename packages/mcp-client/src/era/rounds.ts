/**
 * Multi-round requests of 2026-07-28: a server answers with what it needs first, and gets the request again with the answers
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr). What belongs to one request stays with it:
 * nothing is kept here between requests but numbers.
 */
import { LocalError } from '../errors.ts';
import type { InputContext, InputMethod, InputRound, RelatedCall } from '../handlers.ts';
import { InputRejected } from '../features/inputs/inputs.ts';
import type { Input, Inputs } from '../features/inputs/inputs.ts';
import { closedError } from '../jsonrpc/close-reason.ts';
import { InboundError } from '../jsonrpc/inbound.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import type { RequestOptions } from '../jsonrpc/pending.ts';
import type { CloseReason, Era } from '../transport/transport.ts';
import type { MachineTime } from './machine-time.ts';
import { inputNotSupported, readResultType } from './result-type.ts';
import type { WireRound } from './result-type.ts';
import { METHOD_NOT_FOUND } from './versions.ts';

/** The requests that may open rounds. */
export type RoundMethod = RelatedCall['method'];

/** A request that its server wants something for. */
export interface RoundRequest {
  method: RoundMethod;
  /** As of the first time, without anything of a round. */
  params: JsonObject;
  options: RequestOptions;
  /** The id it was first sent with. */
  requestId: number;
}

/** One thing a server wants, under the name it goes by. */
export interface Wanted {
  key: string;
  method: string;
  params: JsonObject;
}

interface RoundsOptions {
  inputs: Inputs;
  /** Times a server may ask during one request. */
  rounds: number;
  /** Inputs that may be open at once, over all requests. */
  inputsAtOnce: number;
}

/** Between rounds that ask nothing of anybody, milliseconds. */
const EMPTY_ROUND_MS = 250;
const MOST_EMPTY_ROUND_MS = 5000;

export function isRoundMethod(method: string): method is RoundMethod {
  return method === 'tools/call' || method === 'prompts/get' || method === 'resources/read';
}

/** The rounds of one connection. */
export class Rounds {
  /** Known once the handshake is done. */
  era: Era = 'modern';
  readonly #options: RoundsOptions;
  readonly #gathering = new Set<(error: LocalError) => void>();
  #open = 0;
  #nextRound = 1;
  #closeReason: CloseReason | undefined;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  get limit(): number {
    return this.#options.rounds;
  }

  /**
   * Answers rounds and sends the request again until its result is complete.
   * @param clock runs
   * @param send sends it once more, with a new id
   * @throws {ServerError | LocalError}
   */
  async complete(request: RoundRequest, first: WireRound, clock: MachineTime, send: (params: JsonObject, options: RequestOptions) => Promise<JsonObject>): Promise<JsonObject> {
    const { method, params, options } = request;
    const { rounds } = this.#options;
    let round = first;
    let empty = 0;
    for (let number = 1; ; number += 1) {
      if (number > rounds) throw new LocalError('input-limit', `The server asked for more than ${rounds} rounds of input during one ${method}.`, { mayHaveHappened: true });
      let responses: JsonObject | undefined;
      if (round.inputRequests === undefined) {
        // Only the state is wanted back: at once the first time, slower and slower when nothing else comes of it.
        if (empty > 0) await this.#pause(Math.min(MOST_EMPTY_ROUND_MS, EMPTY_ROUND_MS * 2 ** (empty - 1)), method, options.signal);
        empty += 1;
        clock.stop();
      } else {
        empty = 0;
        clock.stop();
        responses = await this.gather(request, wantedOf(method, round.inputRequests), number, true);
      }
      const { requestState } = round;
      const again = { ...params, ...(responses === undefined ? {} : { inputResponses: responses }), ...(requestState === undefined ? {} : { requestState }) };
      const read = readResultType(method, await send(again, clock.resume(method, options)), options.takesTask);
      if (read.kind === 'complete') return read.result;
      round = read.round;
    }
  }

  /**
   * Shows all that a server wants at once to the handlers and waits for every one of them, whatever becomes of the others.
   * @param number of the round, from 1
   * @returns the answers by key
   * @throws {LocalError} when one of them cannot or will not be given
   */
  async gather(request: RoundRequest, wanted: Wanted[], number: number, retriesCall: boolean): Promise<JsonObject> {
    const { method, options } = request;
    const call = relatedCall(request);
    const inputs = this.#readAll(method, wanted, retriesCall, call);
    const limit = this.#options.inputsAtOnce;
    if (this.#open + inputs.length > limit) throw new LocalError('input-limit', `The server wants ${inputs.length} inputs for ${method}; at most ${limit} may be open at once.`, { mayHaveHappened: true });
    const round: InputRound = { id: `round-${this.#nextRound++}`, number, inputs: inputs.map(({ key, input }) => ({ key, method: input.method })) };
    const handlers = new AbortController();
    this.#open += inputs.length;
    try {
      const answers = inputs.map(async ({ key, input }): Promise<Answer> => {
        const context: InputContext = { era: this.era, requestId: key, call, round, signal: handlers.signal };
        try {
          return { key, method: input.method, result: await input.answer(context) };
        } catch (error) {
          return { key, method: input.method, failure: error };
        }
      });
      const settled = await this.#unlessOver(Promise.all(answers), method, options.signal).catch((error: unknown) => {
        handlers.abort();
        throw error;
      });
      refuseIncomplete(method, settled);
      return Object.fromEntries(settled.flatMap((answer) => ('result' in answer ? [[answer.key, answer.result]] : [])));
    } finally {
      this.#open -= inputs.length;
    }
  }

  /** Everything is looked at before anybody is asked anything. */
  #readAll(method: string, wanted: Wanted[], retriesCall: boolean, call: RelatedCall): { key: string; input: Input }[] {
    return wanted.map(({ key, method: asked, params }) => {
      try {
        return { key, input: this.#options.inputs.read(asked, params, retriesCall, call) };
      } catch (error) {
        if (!(error instanceof InboundError)) throw error;
        if (error.code === METHOD_NOT_FOUND) throw inputNotSupported(method, wanted);
        throw new LocalError('input-unusable', `To go on with ${method} the server asks for something that cannot be answered, ${asked} (${key.slice(0, 60)}): ${error.message}`, { mayHaveHappened: true });
      }
    });
  }

  async #pause(ms: number, method: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), ms);
    await this.#unlessOver(promise, method, signal).finally(() => clearTimeout(timer));
  }

  /** Waits for `work` no longer than the caller wants it and the connection stands. */
  async #unlessOver<T>(work: Promise<T>, method: string, signal: AbortSignal | undefined): Promise<T> {
    if (this.#closeReason !== undefined) throw closedError(this.#closeReason, true);
    const { promise: over, reject } = Promise.withResolvers<never>();
    const cancel = (): void => reject(new LocalError('cancelled', `${method} was cancelled.`, { mayHaveHappened: true }));
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel);
    this.#gathering.add(reject);
    try {
      return await Promise.race([work, over]);
    } finally {
      this.#gathering.delete(reject);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** The connection is over: nobody waits for answers any more. */
  close(reason: CloseReason): void {
    this.#closeReason = reason;
    for (const reject of this.#gathering) reject(closedError(reason, true));
  }
}

type Answer = { key: string; method: InputMethod } & ({ result: JsonObject } | { failure: unknown });

/** A round that lacks one answer cannot be sent: the server would only ask again. */
function refuseIncomplete(method: string, answers: Answer[]): void {
  const failed = answers.filter((answer) => 'failure' in answer);
  if (failed.length === 0) return;
  const isRefused = failed.some(({ failure }) => failure instanceof InputRejected);
  const names = failed.map(({ key, method: asked }) => `${asked} (${key.slice(0, 60)})`).join(', ');
  const message = isRefused ? `${method} did not go on, because what the server needed for it was refused: ${names}` : `${method} did not go on, because what the server needed for it could not be given: ${names}`;
  throw new LocalError(isRefused ? 'input-refused' : 'input-failed', message, { mayHaveHappened: true, cause: failed[0]?.failure });
}

/** @throws {LocalError} `invalid-result` for requests that are no objects */
export function wantedOf(method: string, inputRequests: JsonObject): Wanted[] {
  return Object.entries(inputRequests).map(([key, request]: [string, Json]) => {
    const asked = isJsonObject(request) ? request['method'] : undefined;
    if (!isJsonObject(request) || typeof asked !== 'string') throw new LocalError('invalid-result', `To go on with ${method} the server asks for something without a method (${key.slice(0, 60)}).`, { mayHaveHappened: true });
    const params = request['params'];
    return { key, method: asked, params: isJsonObject(params) ? params : {} };
  });
}

function relatedCall({ method, params, options, requestId }: RoundRequest): RelatedCall {
  return { method, name: callName(params), requestId, reference: options.reference, isCertain: true };
}

/** The tool, prompt or resource that a request is about. */
export function callName(params: JsonObject | undefined): string {
  const name = params?.['name'] ?? params?.['uri'];
  return typeof name === 'string' ? name : '';
}

