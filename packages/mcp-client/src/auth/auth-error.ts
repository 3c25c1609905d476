/** The one error of this folder: why there is no usable token, in words a person can act on. */

/** What went wrong, for code that decides what to offer next. */
export type AuthErrorKind =
  /** The person has to sign in; nothing was opened. */
  | 'sign-in-needed'
  /** The person, or the authorization server in their name, said no. */
  | 'declined'
  /** Given up before it was done. */
  | 'cancelled'
  /** Nobody came back from the browser in time. */
  | 'expired'
  /** The server's or the authorization server's metadata is missing or useless. */
  | 'discovery'
  /** An address of the flow has a scheme or a network that is never used. */
  | 'unsafe-address'
  /** Metadata or an answer claims to be of another authorization server. */
  | 'issuer-mismatch'
  /** Credentials belong to another authorization server than the one the server names now. */
  | 'issuer-changed'
  /** The metadata is of another MCP server. */
  | 'resource-mismatch'
  /** The authorization server does not offer PKCE with S256. */
  | 'pkce-unsupported'
  /** The authorization server refused to register this client. */
  | 'registration-refused'
  /** The authorization server knows no way to register; a person has to enter a client id. */
  | 'client-id-needed'
  /** The authorization server refused a code, a refresh token or credentials. */
  | 'token-refused'
  /** The server refuses a token that its authorization server has just given out. */
  | 'not-accepted'
  /** The operation needs scopes that were not granted. */
  | 'insufficient-scope'
  /** The authorization server could not be reached or does not work at the moment. */
  | 'unavailable'
  /** Tokens could not be read from the store. */
  | 'storage';

export interface AuthErrorDetail {
  /** The authorization server concerned. */
  issuer?: string;
  /** OAuth's own error code, when one was sent by an authorization server that could be identified. */
  code?: string;
  /** Scopes the operation asked for. */
  scopes?: string[];
  cause?: unknown;
}

/** Never holds a token, a code, a secret, or text of an authorization server that was not identified. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly kind: AuthErrorKind;
  readonly issuer: string | undefined;
  readonly code: string | undefined;
  readonly scopes: string[] | undefined;
  constructor(kind: AuthErrorKind, message: string, detail: AuthErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.issuer = detail.issuer;
    this.code = detail.code;
    this.scopes = detail.scopes;
  }
}

/** The AuthError that a failed connection or request came from, if it did. */
export function authErrorIn(error: unknown): AuthError | undefined {
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    if (current instanceof AuthError) return current;
    current = current.cause;
  }
  return undefined;
}

/** Waits for `work`, or until the signal fires; the work itself goes on. @throws {AuthError} `cancelled` */
export function orCancelled<T>(work: Promise<T>, signal: AbortSignal | null | undefined, message = 'Signing in was cancelled.'): Promise<T> {
  if (signal === undefined || signal === null) return work;
  if (signal.aborted) {
    work.catch(() => undefined);
    return Promise.reject(new AuthError('cancelled', message));
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new AuthError('cancelled', message));
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
