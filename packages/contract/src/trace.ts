/** The trace: every JSON-RPC message and HTTP exchange of every server, as kept in memory by the host. Secrets are struck out. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { CallId, ServerId } from './ids.ts';

/**
 * What one row stands for. `request` holds its answer too; `response` is an answer to nothing that is open; `junk` is output
 * that is no message; `lifecycle` is about the connection itself.
 */
export const TraceKind = z.enum(['request', 'notification', 'response', 'http', 'junk', 'lifecycle']);
export type TraceKind = z.infer<typeof TraceKind>;

/** `tool-error`: answered, with a result that says the tool failed. `lost`: there will be no answer. */
export const TraceStatus = z.enum(['pending', 'ok', 'error', 'tool-error', 'cancelled', 'timeout', 'lost']);
export type TraceStatus = z.infer<typeof TraceStatus>;

export const TraceSummary = z.object({
  /** Grows with time over all servers; never used twice while the host runs. */
  id: z.number(),
  serverId: ServerId,
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** From our side: `out` was sent by Portolan. Null for what has no direction. */
  direction: z.nullable(z.enum(['out', 'in'])),
  kind: TraceKind,
  /** Of JSON-RPC or of HTTP; empty where there is none. */
  method: z.string(),
  /** What it is about: the tool, the prompt, the resource, the address, the text of junk. */
  subject: z.string(),
  requestId: z.nullable(z.union([z.number(), z.string()])),
  /** Null for what waits for no answer. */
  status: z.nullable(TraceStatus),
  /** The status code of an exchange that got one. */
  httpStatus: z.nullable(z.number()),
  isProblem: z.boolean(),
  durationMs: z.nullable(z.number()),
  /** Of the message and of its answer, as they crossed. */
  bytes: z.number(),
  era: z.nullable(z.enum(['legacy', 'modern'])),
  protocolVersion: z.nullable(z.string()),
  /** Progress notifications that belonged to this request. */
  progress: z.number(),
});
export type TraceSummary = z.infer<typeof TraceSummary>;

/** What the host holds of one server. */
export const TraceState = z.object({
  serverId: ServerId,
  isRecording: z.boolean(),
  count: z.number(),
  bytes: z.number(),
  /** Entries that had to go for newer ones. */
  dropped: z.number(),
  /** Entries with a smaller id are gone. */
  oldestId: z.number(),
});
export type TraceState = z.infer<typeof TraceState>;

/** A message as JSON. */
export const TraceBody = z.object({
  text: z.string(),
  /** As it crossed, before anything was left out. */
  bytes: z.number(),
  /** Only the beginning was kept: long strings and lists end early. */
  isCut: z.boolean(),
});
export type TraceBody = z.infer<typeof TraceBody>;

const headers = z.array(z.object({ name: z.string(), value: z.string() }));
export const TraceExchange = z.object({
  id: z.number(),
  at: z.number(),
  method: z.string(),
  url: z.string(),
  /** Null when there was no answer. */
  status: z.nullable(z.number()),
  /** Until the headers of the answer. */
  durationMs: z.nullable(z.number()),
  requestHeaders: headers,
  responseHeaders: z.nullable(headers),
});
export type TraceExchange = z.infer<typeof TraceExchange>;

export const TraceEntry = z.object({
  summary: TraceSummary,
  request: z.nullable(TraceBody),
  response: z.nullable(TraceBody),
  /** Why there is no answer, or what the text says. */
  text: z.nullable(z.string()),
  /** The exchanges that carried it, oldest first. */
  exchanges: z.array(TraceExchange),
  /** The call of a chat that it was made for. */
  callId: z.nullable(CallId),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

const none = z.object({});
/** All servers when left out. */
const scope = { serverId: z.optional(ServerId) };

export const trace = {
  /**
   * The newest entries kept so far, then what is new or has changed, at most ten events a second. A snapshot replaces what
   * was known; it comes first, in several pieces when there is much, and again after the trace was cleared.
   */
  'trace/watch': stream(z.object(scope), z.object({ type: z.enum(['snapshot', 'changes']), entries: z.array(TraceSummary), servers: z.array(TraceState) })),
  /** Null when the entry has gone. */
  'trace/entry': request(z.object({ serverId: ServerId, id: z.number() }), z.object({ entry: z.nullable(TraceEntry) })),
  /** Entries that hold the text anywhere, in any case. Not complete when there was too much to look through; newest first. */
  'trace/search': request(z.object({ ...scope, text: z.string().check(z.minLength(1), z.maxLength(500)) }), z.object({ ids: z.array(z.number()), isComplete: z.boolean() })),
  /** The newest exchange of a chat's tool call; null when it is not in the trace (any more). */
  'trace/find': request(z.object({ callId: CallId }), z.object({ found: z.nullable(z.object({ serverId: ServerId, id: z.number() })) })),
  'trace/clear': request(z.object(scope), none),
  /** Until the host ends; what is kept stays. */
  'trace/setRecording': request(z.object({ serverId: ServerId, isRecording: z.boolean() }), none),
  /** JSON lines in pieces of text, to be put together by the window. `ids` restricts it to these entries. */
  'trace/export': stream(z.object({ ...scope, ids: z.optional(z.array(z.number()).check(z.maxLength(20_000))) }), z.object({ text: z.string() })),
} as const;
