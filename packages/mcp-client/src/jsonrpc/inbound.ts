/** Requests that the server sends to us: answered each, a limited number at once, cancelled when the server says so. */
import type { Json, JsonObject, JsonRpcResponse, RequestId } from './message.ts';

/** What a handler may throw to choose the error the server sees; anything else becomes -32603 without its text. */
export class InboundError extends Error {
  override readonly name: string = 'InboundError';
  readonly code: number;
  readonly data: Json | undefined;
  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The request of ours for which a server asks something, as far as it can be told. */
export interface RelatedRequest {
  id: number;
  method: string;
  params: JsonObject | undefined;
  reference: string | undefined;
  /** False when only the time speaks for it. */
  isCertain: boolean;
}

export interface InboundContext {
  id: RequestId;
  /** Fires when the server cancels, our request behind it is cancelled (its reason is then {@link CALL_OVER}), or the connection ends. */
  signal: AbortSignal;
  related: RelatedRequest | undefined;
  /** Holds the clock of that request beyond the answer, until what this returns is called. */
  hold: () => () => void;
}

/** Answers one method. */
export type InboundHandler = (params: JsonObject, context: InboundContext) => Promise<JsonObject>;

/** What goes with one request of the server. */
export interface InboundWork {
  related: RelatedRequest | undefined;
  /** Called when the handler begins; what it returns is called once, when the request is settled in whatever way. */
  begin(): () => void;
}

/** Why a request of the server was given up: the request of ours that it was for is over. */
export const CALL_OVER = 'call-over';

const NO_WORK: InboundWork = { related: undefined, begin: () => () => {} };

interface InboundOptions {
  limit: number;
  answer: (response: JsonRpcResponse) => void;
  report: (kind: string, message: string) => void;
}

const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;

interface OpenRequest {
  controller: AbortController;
  end: () => void;
  relatedId: number | undefined;
  abandoned: JsonObject | undefined;
}

/** The open requests of one server. */
export class InboundRequests {
  readonly #options: InboundOptions;
  readonly #handlers = new Map<string, { handler: InboundHandler; abandoned: JsonObject | undefined }>();
  readonly #open = new Map<RequestId, OpenRequest>();

  constructor(options: InboundOptions) {
    this.#options = options;
  }

  /**
   * Later registrations replace earlier ones.
   * @param abandoned the answer when our request behind it is cancelled meanwhile; an error unless given
   */
  handle(method: string, handler: InboundHandler, abandoned?: JsonObject): void {
    this.#handlers.set(method, { handler, abandoned });
  }

  accept(id: RequestId, method: string, params: JsonObject, work: InboundWork = NO_WORK): void {
    const served = this.#handlers.get(method);
    if (served === undefined) {
      this.#options.report('unknown-request', `The server sent a request this client does not serve: ${method.slice(0, 100)}`);
      this.#fail(id, METHOD_NOT_FOUND, 'Method not found');
      return;
    }
    if (this.#open.has(id)) {
      this.#options.report('reused-id', 'The server used the id of a request that is still open.');
      this.#fail(id, INVALID_REQUEST, 'This id belongs to a request that is still open');
      return;
    }
    if (this.#open.size >= this.#options.limit) {
      this.#options.report('too-many-requests', `The server has more than ${this.#options.limit} requests open.`);
      this.#fail(id, INTERNAL_ERROR, `Too many open requests; the limit is ${this.#options.limit}`, { reason: 'too-many-requests', limit: this.#options.limit });
      return;
    }
    void this.#run(id, served, params, work);
  }

  /** `notifications/cancelled` of the server: no answer is sent any more. */
  cancel(id: RequestId, reason?: string): void {
    const open = this.#open.get(id);
    this.#settle(id);
    open?.controller.abort(reason);
  }

  /** The request of ours for which the server asked was cancelled: nobody is asked any longer, and the server hears so. */
  abandon(relatedId: number): void {
    for (const [id, open] of this.#open) {
      if (open.relatedId !== relatedId) continue;
      this.cancel(id, CALL_OVER);
      if (open.abandoned === undefined) this.#fail(id, INTERNAL_ERROR, 'The request that this belongs to was cancelled');
      else this.#options.answer({ jsonrpc: '2.0', id, result: open.abandoned });
    }
  }

  close(): void {
    for (const id of this.#open.keys()) this.cancel(id);
  }

  async #run(id: RequestId, { handler, abandoned }: { handler: InboundHandler; abandoned: JsonObject | undefined }, params: JsonObject, work: InboundWork): Promise<void> {
    const controller = new AbortController();
    this.#open.set(id, { controller, end: work.begin(), relatedId: work.related?.id, abandoned });
    try {
      const result = await handler(params, { id, signal: controller.signal, related: work.related, hold: work.begin });
      if (this.#settle(id, controller)) this.#options.answer({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (!this.#settle(id, controller)) return;
      // The text of an unforeseen error may hold paths or secrets, so the server gets none of it.
      if (error instanceof InboundError) this.#fail(id, error.code, error.message, error.data);
      else this.#fail(id, INTERNAL_ERROR, 'Internal error');
    }
  }

  /**
   * @param controller of the handler that is done: a cancelled id may have been used again meanwhile
   * @returns false when it was settled before
   */
  #settle(id: RequestId, controller?: AbortController): boolean {
    const open = this.#open.get(id);
    if (open === undefined || (controller !== undefined && open.controller !== controller)) return false;
    this.#open.delete(id);
    open.end();
    return true;
  }

  #fail(id: RequestId, code: number, message: string, data?: Json): void {
    this.#options.answer({ jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } });
  }
}
