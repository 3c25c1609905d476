/** Errors that this engine itself raises, distinct from what a server answered. */
import type { Json } from './jsonrpc/message.ts';
import type { CloseReason, RequestLost } from './transport/transport.ts';

/** The server answered the request with a JSON-RPC error. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: number;
  readonly data: Json | undefined;
  /** The HTTP status the error came with, when that was not 200. */
  readonly status: number | undefined;
  constructor(code: number, message: string, data?: Json, status?: number) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

/** Why a request got no answer of its own. `mayHaveHappened` is true unless the server certainly never saw it. */
export type LocalErrorKind =
  | 'cancelled'
  | 'idle-timeout'
  | 'total-timeout'
  | 'connection-closed'
  | 'request-lost'
  | 'not-supported'
  | 'invalid-result'
  | 'not-connected';

export class LocalError extends Error {
  override readonly name = 'LocalError';
  readonly kind: LocalErrorKind;
  readonly mayHaveHappened: boolean;
  readonly closeReason: CloseReason | undefined;
  readonly lost: RequestLost | undefined;
  constructor(
    kind: LocalErrorKind,
    message: string,
    detail: { mayHaveHappened: boolean; closeReason?: CloseReason; lost?: RequestLost; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.mayHaveHappened = detail.mayHaveHappened;
    this.closeReason = detail.closeReason;
    this.lost = detail.lost;
  }
}

/** The handshake failed: no era could be agreed on. `attempts` says what was tried, in order. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly kind: 'spawn' | 'exited' | 'timeout' | 'http' | 'not-mcp' | 'version' | 'needs-authorization' | 'network' | 'cancelled';
  readonly attempts: string[];
  readonly closeReason: CloseReason | undefined;
  readonly status: number | undefined;
  readonly wwwAuthenticate: string | undefined;
  constructor(
    kind: ConnectError['kind'],
    message: string,
    detail: { attempts: string[]; closeReason?: CloseReason; status?: number; wwwAuthenticate?: string; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.attempts = detail.attempts;
    this.closeReason = detail.closeReason;
    this.status = detail.status;
    this.wwwAuthenticate = detail.wwwAuthenticate;
  }
}
