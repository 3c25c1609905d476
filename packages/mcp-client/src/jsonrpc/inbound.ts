/** Requests that the server sends to us: answered each, a limited number at once, cancelled when the server says so. */
import type { JsonObject, JsonRpcResponse, RequestId } from './message.ts';

/** What a handler may throw to choose the error the server sees; anything else becomes -32603 without its text. */
export class InboundError extends Error {
  override readonly name = 'InboundError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers one method. The signal fires when the server cancels or the connection ends. */
export type InboundHandler = (params: JsonObject, context: { id: RequestId; signal: AbortSignal }) => Promise<JsonObject>;

interface InboundOptions {
  limit: number;
  answer: (response: JsonRpcResponse) => void;
  report: (kind: string, message: string) => void;
}

const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;

/** The open requests of one server. */
export class InboundRequests {
  readonly #options: InboundOptions;
  readonly #handlers = new Map<string, InboundHandler>();
  readonly #open = new Map<RequestId, AbortController>();

  constructor(options: InboundOptions) {
    this.#options = options;
  }

  /** Later registrations replace earlier ones. */
  handle(method: string, handler: InboundHandler): void {
    this.#handlers.set(method, handler);
  }

  accept(id: RequestId, method: string, params: JsonObject): void {
    const handler = this.#handlers.get(method);
    if (handler === undefined) {
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
      this.#fail(id, INTERNAL_ERROR, `Too many open requests; the limit is ${this.#options.limit}`);
      return;
    }
    void this.#run(id, handler, params);
  }

  /** `notifications/cancelled` of the server: no answer is sent any more. */
  cancel(id: RequestId): void {
    const controller = this.#open.get(id);
    this.#open.delete(id);
    controller?.abort();
  }

  close(): void {
    for (const controller of this.#open.values()) controller.abort();
    this.#open.clear();
  }

  async #run(id: RequestId, handler: InboundHandler, params: JsonObject): Promise<void> {
    const controller = new AbortController();
    this.#open.set(id, controller);
    try {
      const result = await handler(params, { id, signal: controller.signal });
      if (this.#open.delete(id)) this.#options.answer({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (!this.#open.delete(id)) return;
      // The text of an unforeseen error may hold paths or secrets, so the server gets none of it.
      if (error instanceof InboundError) this.#fail(id, error.code, error.message);
      else this.#fail(id, INTERNAL_ERROR, 'Internal error');
    }
  }

  #fail(id: RequestId, code: number, message: string): void {
    this.#options.answer({ jsonrpc: '2.0', id, error: { code, message } });
  }
}
