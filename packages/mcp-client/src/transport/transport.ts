/**
 * What a peer needs from a connection. Three transports implement it: stdio, Streamable HTTP (both shapes) and the
 * HTTP+SSE of 2024-11-05. A transport moves messages and enforces byte and depth caps; it knows nothing of methods.
 */
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, RequestId } from '../jsonrpc/message.ts';

/** `legacy`: 2024-11-05 … 2025-11-25 (initialize, sessions). `modern`: 2026-07-28 (stateless). */
export type Era = 'legacy' | 'modern';

export type TransportKind = 'stdio' | 'streamable-http' | 'sse';

/** Why a connection is over. `exit` and `spawn-failed` are stdio's; `http` carries the status that ended it. */
export type CloseReason =
  | { kind: 'closed-by-us' }
  | { kind: 'exit'; code: number | null; signal: string | null }
  | { kind: 'spawn-failed'; code: string; message: string }
  | { kind: 'stdout-closed' }
  | { kind: 'cap'; cap: CapName; limit: number; message: string }
  | { kind: 'http'; status: number; message: string }
  | { kind: 'network'; code: string; message: string };

export type CapName = 'frame-bytes' | 'body-bytes' | 'event-bytes' | 'depth' | 'notification-rate';

/** Something tolerated but worth showing: junk on stdout, a refused frame, a repaired message. One line per kind, counted. */
export interface TransportProblem {
  kind:
    | 'not-json'
    | 'not-jsonrpc'
    | 'invalid-utf8'
    | 'batch'
    | 'too-deep'
    | 'stream-ended'
    | 'http-status'
    | 'content-type'
    | 'duplicate-event';
  message: string;
  /** The first 200 characters of what was refused, control characters escaped. */
  sample?: string;
}

export interface SendOptions {
  /** Extra HTTP headers (`Mcp-Param-*`); other transports ignore them. */
  headers?: Record<string, string>;
  /** The server request that this message answers or the call it belongs to, for HTTP routing. */
  relatedRequestId?: RequestId;
}

/** Set by the peer before `start`. Called in arrival order, one message at a time. */
export interface TransportEvents {
  /** @param scope the request of ours on whose own stream it came, where the transport can tell (HTTP) */
  onMessage(message: JsonRpcMessage, scope?: RequestId): void;
  /** A request that was sent will never be answered on this connection (its stream ended or broke, or HTTP refused it). */
  onRequestLost(id: RequestId, error: RequestLost): void;
  onProblem(problem: TransportProblem): void;
  /** The server no longer knows the session, noticed while no request of ours was told so (its own stream met 404). */
  onSessionExpired?(): void;
  onClosed(reason: CloseReason): void;
}

export interface RequestLost {
  kind: 'stream-ended' | 'http-status' | 'content-type' | 'network' | 'cap' | 'session-expired';
  message: string;
  status?: number;
  /** The JSON-RPC error object found in an HTTP error body, if there was one. */
  body?: JsonRpcResponse;
  /** For 401 and 403: the WWW-Authenticate header, verbatim. */
  wwwAuthenticate?: string;
  /** True when no byte of the request can have reached the server, so sending again is safe. */
  isUnsent: boolean;
  /** True when the server had begun to answer, so that even a refusal of its session does not make sending again safe. */
  wasAccepted?: boolean;
  /** Why, as an error with a type of its own (AuthError). */
  cause?: unknown;
}

export interface Transport {
  readonly kind: TransportKind;
  /** Resolves when messages can be sent (process spawned, SSE endpoint known). Rejects with the reason it cannot. */
  start(events: TransportEvents): Promise<void>;
  /** Resolves when the bytes were handed to the OS. Rejections are local failures; the peer settles the request. */
  send(message: JsonRpcRequest | JsonRpcNotification | JsonRpcResponse, options?: SendOptions): Promise<void>;
  /**
   * Stop waiting for a request. Returns true when the transport itself told the server (modern HTTP: its stream is closed);
   * false when the peer must send `notifications/cancelled`.
   */
  abandon(id: RequestId): boolean;
  /** Called once the era is known; HTTP sets its headers and opens or skips the GET stream accordingly. */
  setEra(era: Era, protocolVersion: string): void;
  /** Opens a stream for messages of the server anew, where there is one beside the requests. */
  refresh?(): void;
  /** Ends the connection politely, then firmly: stdio walks the stop ladder, legacy HTTP DELETEs its session. Idempotent. */
  close(): Promise<void>;
}

/** Every message and exchange in both directions, before any repair, for the trace. Must never throw and never block. */
export interface Tap {
  (event: TapEvent): void;
}

export type TapEvent =
  | { kind: 'message'; direction: 'out' | 'in'; at: number; bytes: number; message: JsonRpcMessage }
  /**
   * A request of ours is over for whoever made it. After an answer it comes in the same turn, right behind that message, so
   * that an answer without a usable id can be told apart too. `body` is the JSON-RPC error found in an HTTP error body.
   */
  | { kind: 'settled'; at: number; id: RequestId; outcome: SettledOutcome; reason?: string; body?: JsonRpcResponse }
  | { kind: 'junk'; at: number; bytes: number; text: string }
  /** Told once the headers of the answer are there or it has failed. `message` is what was sent, the same object as in its own event. */
  | { kind: 'http'; at: number; method: string; url: string; status?: number; durationMs?: number; requestHeaders: Record<string, string>; responseHeaders?: Record<string, string>; message?: JsonRpcMessage }
  | { kind: 'stderr'; at: number; text: string }
  /** `code` and `details` say the same as `text`, for whoever has words of their own for it. */
  | { kind: 'lifecycle'; at: number; text: string; code: LifecycleCode; details: Record<string, string | number> };

/** What a transport tells of its own life. Details: pid · exitCode · signal · pid · pid · message. */
export type LifecycleCode = 'process-started' | 'process-exited' | 'process-killed' | 'group-gone' | 'group-stuck' | 'remark';

/** `lost`: there will be no answer (its stream or the connection ended, HTTP refused it, or it could not be sent). */
export type SettledOutcome = 'answered' | 'cancelled' | 'timeout' | 'lost';

/** Limits at the edge. Defaults follow threats-and-faults M2; every one can be raised per server. */
export interface Caps {
  /** One stdio line, one HTTP JSON body, one SSE event, in bytes. */
  frameBytes: number;
  /** Nesting depth of any JSON value accepted. */
  depth: number;
  /** Text of an HTTP error body kept, in bytes. */
  errorTextBytes: number;
  /** Notifications accepted per second before they are dropped and counted. */
  notificationsPerSecond: number;
  /** Requests of the server that may be open at once, those of multi-round requests included. */
  inboundRequests: number;
  /** Times a server may ask for more during one request. */
  rounds: number;
  listItems: number;
  /** Tools of one server: more than any model or person can use. */
  tools: number;
  listPages: number;
  definitionBytes: number;
}

export const defaultCaps: Caps = {
  frameBytes: 64 * 1024 * 1024,
  depth: 128,
  errorTextBytes: 64 * 1024,
  notificationsPerSecond: 200,
  inboundRequests: 16,
  rounds: 10,
  listItems: 10_000,
  tools: 1000,
  listPages: 64,
  definitionBytes: 64 * 1024,
};
