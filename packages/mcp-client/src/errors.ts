/** Errors that this engine itself raises, distinct from what a server answered. */
import { isJsonObject } from './jsonrpc/message.ts';
import type { Json, JsonObject } from './jsonrpc/message.ts';
import type { CloseReason, RequestLost } from './transport/transport.ts';

/**
 * What an error of the server means, whichever revision's code said it. `resource-not-found` is -32002 of the older
 * revisions and -32602 of `resources/read` in the newer; the last three carry data, see the getters of `ServerError`.
 */
export type ServerErrorKind =
  | 'parse-error'
  | 'invalid-request'
  | 'method-not-found'
  | 'invalid-params'
  | 'internal-error'
  | 'resource-not-found'
  | 'header-mismatch'
  | 'missing-capability'
  | 'unsupported-version'
  | 'url-elicitation-required'
  | 'other';

/** The server answered the request with a JSON-RPC error. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: number;
  readonly data: Json | undefined;
  /** The HTTP status the error came with, when that was not 200. */
  readonly status: number | undefined;
  readonly kind: ServerErrorKind;
  /** @param method of the request it answers */
  constructor(code: number, message: string, data?: Json, status?: number, method?: string) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
    this.kind = kindOf(code, method);
  }

  /** For `missing-capability`: the names of what the server needs from a client. */
  get requiredCapabilities(): string[] {
    const required = fieldOf(this.data, 'requiredCapabilities');
    return isJsonObject(required) ? Object.keys(required).slice(0, 100) : [];
  }

  /** For `url-elicitation-required`: the pages to open first, as the server sent them. Where there is a handler for URLs, it has been asked before this is thrown. */
  get elicitations(): JsonObject[] {
    const elicitations = fieldOf(this.data, 'elicitations');
    return Array.isArray(elicitations) ? elicitations.filter(isJsonObject).slice(0, 100) : [];
  }

  /** For `unsupported-version`: the versions the server speaks. */
  get supportedVersions(): string[] {
    const supported = fieldOf(this.data, 'supported');
    return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string').slice(0, 100) : [];
  }
}

const kinds: ReadonlyMap<number, ServerErrorKind> = new Map([
  [-32700, 'parse-error'],
  [-32600, 'invalid-request'],
  [-32601, 'method-not-found'],
  [-32602, 'invalid-params'],
  [-32603, 'internal-error'],
  [-32002, 'resource-not-found'],
  [-32020, 'header-mismatch'],
  [-32021, 'missing-capability'],
  [-32022, 'unsupported-version'],
  [-32042, 'url-elicitation-required'],
]);

/** The URI is the only parameter of `resources/read`, so that it is invalid means that there is no such resource. */
function kindOf(code: number, method: string | undefined): ServerErrorKind {
  if (code === -32602 && method === 'resources/read') return 'resource-not-found';
  return kinds.get(code) ?? 'other';
}

function fieldOf(data: Json | undefined, key: string): Json | undefined {
  return isJsonObject(data) ? data[key] : undefined;
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
  | 'not-connected'
  /** The server needed something that the person refused. */
  | 'input-refused'
  /** The server needed something that the host failed to give. */
  | 'input-failed'
  /** The server needed something that no dialog can be made of, or that may not be opened. */
  | 'input-unusable'
  /** The server asked for more rounds, or for more at once, than is allowed. */
  | 'input-limit'
  /** The task that the call had become was cancelled. */
  | 'task-cancelled'
  /** The server does not know the task any more, or lost its result. */
  | 'task-lost';

export class LocalError extends Error {
  override readonly name = 'LocalError';
  readonly kind: LocalErrorKind;
  readonly mayHaveHappened: boolean;
  readonly closeReason: CloseReason | undefined;
  readonly lost: RequestLost | undefined;
  /** For `invalid-result`: what the server sent and this client could not use. */
  readonly raw: Json | undefined;
  constructor(
    kind: LocalErrorKind,
    message: string,
    detail: { mayHaveHappened: boolean; closeReason?: CloseReason; lost?: RequestLost; raw?: Json; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.mayHaveHappened = detail.mayHaveHappened;
    this.closeReason = detail.closeReason;
    this.lost = detail.lost;
    this.raw = detail.raw;
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
  /** Of kind `version`: what the server offered instead, as it named it, cut to a length that can be shown. */
  readonly offered: string | undefined;
  constructor(
    kind: ConnectError['kind'],
    message: string,
    detail: { attempts: string[]; closeReason?: CloseReason; status?: number; wwwAuthenticate?: string; offered?: string; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.attempts = detail.attempts;
    this.closeReason = detail.closeReason;
    this.status = detail.status;
    this.wwwAuthenticate = detail.wwwAuthenticate;
    this.offered = detail.offered;
  }
}
