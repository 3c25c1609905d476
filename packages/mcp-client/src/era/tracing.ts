/**
 * Trace context in `_meta` (https://www.w3.org/TR/trace-context/,
 * https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta): made anew for each request, or given by the host.
 */
import { randomBytes } from 'node:crypto';
import type { TraceContext } from '../client.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { RequestOptions } from '../jsonrpc/pending.ts';

/** Asked for every request; undefined leaves that one without. */
export type TraceSource = (request: { method: string; reference: string | undefined }) => TraceContext | undefined;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** The longest that everybody has to pass on. */
const STATE_LENGTH = 512;
const BAGGAGE_LENGTH = 8192;

export class Tracing {
  readonly #source: true | TraceSource;
  readonly #report: (kind: string, message: string) => void;

  /** @param source true makes a new trace for each request */
  constructor(source: true | TraceSource, report: (kind: string, message: string) => void) {
    this.#source = source;
    this.#report = report;
  }

  /** The options of a request with its trace context among `meta`. */
  begin<T extends RequestOptions>(method: string, options: T): T {
    const context = this.#source === true ? { traceparent: `00-${id(16)}-${id(8)}-01` } : this.#source({ method, reference: options.reference });
    if (context === undefined) return options;
    const meta = this.#check(context);
    return meta === undefined ? options : { ...options, meta: { ...options.meta, ...meta } };
  }

  /** The next round of a request: the same trace, and a span of its own where the spans are ours. */
  goOn(options: RequestOptions): RequestOptions {
    const { meta } = options;
    const last = meta?.['traceparent'];
    if (this.#source !== true || meta === undefined || typeof last !== 'string') return options;
    return { ...options, meta: { ...meta, traceparent: `${last.slice(0, 36)}${id(8)}${last.slice(52)}` } };
  }

  #check({ traceparent, tracestate, baggage }: TraceContext): JsonObject | undefined {
    if (!TRACEPARENT.test(traceparent)) {
      this.#report('trace-context', 'A trace context of the host was left out: its traceparent is not of the W3C form.');
      return undefined;
    }
    return {
      traceparent,
      ...(isHeaderText(tracestate, STATE_LENGTH) ? { tracestate } : {}),
      ...(isHeaderText(baggage, BAGGAGE_LENGTH) ? { baggage } : {}),
    };
  }
}

function isHeaderText(value: string | undefined, longest: number): value is string {
  return value !== undefined && value !== '' && value.length <= longest && /^[\x20-\x7e]*$/.test(value);
}

function id(bytes: number): string {
  const made = randomBytes(bytes);
  // All zeros is the one value that is no id.
  if (made.every((byte) => byte === 0)) made[0] = 1;
  return made.toString('hex');
}
