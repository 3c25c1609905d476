/** What servers may ask of the host, in either era: read and checked first, then handed to its handler, then checked again. */
import { METHOD_NOT_FOUND } from '../../era/versions.ts';
import type { ClientHandlers, ElicitRequest, InputContext, InputMethod, RelatedCall, SampleRequest } from '../../handlers.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';
import type { Declared } from './declare.ts';
import { readElicit, writeElicit } from './elicitation.ts';
import { writeRoots } from './roots.ts';
import { readSample } from './sampling.ts';
import { writeSample } from './sampling-answer.ts';
import { UnusableAnswer } from './unusable-answer.ts';

export const INPUT_METHODS: readonly InputMethod[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** Interactions in a browser whose end a server may still announce. */
const OPEN_URLS = 1000;

/** The person said no. What a legacy server hears of it; in the modern era the call just does not go on. */
export class InputRejected extends InboundError {
  constructor() {
    super(-1, 'User rejected sampling request');
  }
}

/** A request of the server that was found good. */
export interface Input {
  method: InputMethod;
  /**
   * Asks the handler, once.
   * @returns the result for the wire
   * @throws {InboundError} what the server may hear; {@link InputRejected} for a no
   */
  answer(context: InputContext): Promise<JsonObject>;
}

export interface InputsOptions {
  handlers: ClientHandlers;
  declared: Declared;
  definitionBytes: number;
  report: (kind: string, message: string) => void;
}

/** The handlers of one connection. */
export class Inputs {
  readonly declared: Declared;
  /** Set once the handshake is done. */
  protocolVersion = '';
  readonly #options: InputsOptions;
  readonly #openUrls = new Set<string>();

  constructor(options: InputsOptions) {
    this.#options = options;
    this.declared = options.declared;
  }

  /** Whether there is somebody to open a page for the server. */
  get takesUrls(): boolean {
    return this.declared.elicitation?.url === true;
  }

  /**
   * @param retriesCall whether an accepted URL makes us send the call again
   * @param call the request of ours that it is asked for, where that is known
   * @throws {InboundError} -32601 for what was not declared, -32602 for what is not as it should be
   */
  read(method: string, params: JsonObject, retriesCall: boolean, call: RelatedCall | undefined): Input {
    try {
      return this.#read(method, params, retriesCall);
    } catch (error) {
      if (error instanceof InboundError) {
        this.#options.report('input-refused', `A request of the server was refused (${method.slice(0, 60)}): ${error.message}`);
        this.#options.handlers.refused?.({ method, params, isUndeclared: error.code === METHOD_NOT_FOUND, message: error.message, call });
      }
      throw error;
    }
  }

  #read(method: string, params: JsonObject, retriesCall: boolean): Input {
    const { handlers, definitionBytes, report } = this.#options;
    const { elicitation, sampling } = this.declared;
    const { elicit, sample, roots } = handlers;
    if (method === 'elicitation/create' && elicit !== undefined && elicitation !== undefined) {
      const request = readElicit(params, elicitation, retriesCall);
      return { method, answer: (context) => this.#run(method, () => this.#elicit(elicit, request, context), context) };
    }
    if (method === 'sampling/createMessage' && sample !== undefined && sampling !== undefined) {
      const request = readSample(params, { ...sampling, definitionBytes });
      return { method, answer: (context) => this.#run(method, () => this.#sample(sample, request, context), context) };
    }
    if (method === 'roots/list' && roots !== undefined) {
      return { method, answer: (context) => this.#run(method, async () => writeRoots(await roots(context), report), context) };
    }
    throw new InboundError(METHOD_NOT_FOUND, `${nameOf(method)} not supported`, { reason: 'The client did not declare this capability' });
  }

  async #elicit(elicit: NonNullable<ClientHandlers['elicit']>, request: ElicitRequest, context: InputContext): Promise<JsonObject> {
    const id = request.mode === 'url' ? request.elicitationId : undefined;
    if (id !== undefined) this.#expect(id);
    try {
      const result = await elicit(request, context);
      // What was not opened cannot be completed.
      if (id !== undefined && result.action !== 'accept') this.#openUrls.delete(id);
      return writeElicit(request, result);
    } catch (error) {
      if (id !== undefined) this.#openUrls.delete(id);
      throw error;
    }
  }

  async #sample(sample: NonNullable<ClientHandlers['sample']>, request: SampleRequest, context: InputContext): Promise<JsonObject> {
    const result = await sample(request, context);
    if (result.action === 'reject') throw new InputRejected();
    return writeSample(request, result, this.protocolVersion < '2025-11-25');
  }

  /** A handler's own words stay here: they may hold paths, keys, or what a person typed. */
  async #run(method: string, work: () => Promise<JsonObject>, context: InputContext): Promise<JsonObject> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof InboundError) throw error;
      if (!context.signal.aborted) {
        if (error instanceof UnusableAnswer) this.#options.report('answer-refused', error.message);
        else this.#options.report('handler-failed', `The handler of ${method} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
      throw new InboundError(-32603, 'Internal error');
    }
  }

  #expect(id: string): void {
    this.#openUrls.add(id);
    if (this.#openUrls.size <= OPEN_URLS) return;
    const [oldest] = this.#openUrls;
    if (oldest !== undefined) this.#openUrls.delete(oldest);
  }

  /** @returns false for an interaction that is unknown, or was completed before */
  complete(elicitationId: string): boolean {
    return this.#openUrls.delete(elicitationId);
  }
}

function nameOf(method: string): string {
  if (method === 'roots/list') return 'Roots';
  if (method === 'sampling/createMessage') return 'Sampling';
  return method === 'elicitation/create' ? 'Elicitation' : 'Method';
}
