/** One row of the trace as it is kept: references and numbers. Nothing is made into text before a window asks. */
import type { CallId, ServerId } from '@portolan/contract/ids';
import type { TraceKind, TraceStatus } from '@portolan/contract/trace';
import type { RequestId } from '@portolan/mcp-client/jsonrpc/message';
import type { Era } from '@portolan/mcp-client/transport/transport';
import type { KeptMessage } from './kept-message.ts';

export interface HttpPart {
  url: string;
  status: number | null;
  requestHeaders: Readonly<Record<string, string>>;
  responseHeaders: Readonly<Record<string, string>> | null;
}

/** What a new entry is made of; everything else has a beginning that is the same for all. */
export interface NewEntry {
  kind: TraceKind;
  at: number;
  direction: 'out' | 'in' | null;
  method: string;
  bytes: number;
  requestId?: RequestId;
  message?: KeptMessage;
  text?: string;
  http?: HttpPart;
}

/** Every field is there from the start, so that all entries have one shape and stay small. */
export class Entry {
  /** Given by the store: grows with time over all servers. */
  id = 0;
  readonly serverId: ServerId;
  readonly kind: TraceKind;
  readonly at: number;
  readonly direction: 'out' | 'in' | null;
  readonly method: string;
  readonly requestId: RequestId | null;
  readonly bytes: number;
  /** On the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  status: TraceStatus | null = null;
  durationMs: number | null = null;
  request: KeptMessage | null;
  response: KeptMessage | null = null;
  responseBytes = 0;
  /** Junk, lifecycle, or why there is no answer. */
  text: string | null;
  http: HttpPart | null;
  era: Era | null = null;
  protocolVersion: string | null = null;
  progress = 0;
  callId: CallId | null = null;
  /** Of a message: the exchanges that carried it. Of an exchange: the message it carried. */
  related: Entry[] | null = null;
  /** Where this entry waits for its answer, to be taken out when it goes. */
  table: Map<RequestId, Entry> | null = null;
  /** What it counts for in the budget. */
  charge = 0;
  isGone = false;

  constructor(serverId: ServerId, from: NewEntry) {
    this.serverId = serverId;
    this.kind = from.kind;
    this.at = from.at;
    this.direction = from.direction;
    this.method = from.method;
    this.requestId = from.requestId ?? null;
    this.bytes = from.bytes;
    this.request = from.message ?? null;
    this.text = from.text ?? null;
    this.http = from.http ?? null;
  }

  /** Lets go of everything it holds: others may still refer to it. */
  release(): void {
    this.isGone = true;
    if (this.table !== null && this.requestId !== null && this.table.get(this.requestId) === this) this.table.delete(this.requestId);
    this.table = null;
    this.request = null;
    this.response = null;
    this.text = null;
    this.http = null;
    this.related = null;
  }
}

/** What an entry costs beside its messages, in bytes: the object itself, its places in lists and maps. */
export const entryOverhead = 400;

/** What of an entry counts for the budget, in bytes. */
export function chargeOf(entry: Entry): number {
  const { request, response, text, http } = entry;
  return entryOverhead + (request?.charge ?? 0) + (response?.charge ?? 0) + (text === null ? 0 : 2 * text.length) + (http === null ? 0 : chargeOfHttp(http));
}

function chargeOfHttp({ url, requestHeaders, responseHeaders }: HttpPart): number {
  let size = url.length;
  for (const headers of [requestHeaders, responseHeaders ?? {}]) for (const name in headers) size += name.length + (headers[name]?.length ?? 0) + 32;
  return 2 * size;
}
