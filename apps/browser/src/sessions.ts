/**
 * Signing in. The terminal prints an address with a one-time code in its fragment; the window trades it for a cookie
 * (kept by the browser, not readable by scripts) and a token (kept in the page's memory). Every use needs both, so that
 * neither a stray cookie nor a leaked token is enough. Tokens and codes end with this process; that a cookie was signed in is
 * remembered by its digest for a day, so that a tab left open comes back after a restart.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a printed address is good for, in milliseconds. */
export const codeLife = 60_000;
const maxCodes = 16;
const maxTokensPerSession = 32;
const maxSessions = 64;
/** Wrong codes, cookies or tokens a minute before sign-in pauses (W12). */
const maxFailures = 10;
const failureWindow = 60_000;

export interface SignedIn {
  cookie: string;
  token: string;
}

/** Digests of cookies that outlive this process. */
export interface SessionMemory {
  readonly sessions: readonly string[];
  used(session: string): void;
  ended(session: string): void;
}

export class Sessions {
  readonly #now: () => number;
  /** Digest of a code → when it expires. Digests, so that comparing takes no secret's time. */
  readonly #codes = new Map<string, number>();
  /** Digest of a cookie → digests of the tokens its pages hold, oldest first. */
  readonly #sessions = new Map<string, string[]>();
  #failures: number[] = [];
  #onEnd = new Set<(session: string) => void>();

  readonly #memory: SessionMemory | undefined;

  constructor(now: () => number = () => performance.now(), memory?: SessionMemory) {
    this.#now = now;
    this.#memory = memory;
    for (const session of memory?.sessions ?? []) this.#sessions.set(session, []);
  }

  /** A new one-time code, 256 bits. */
  newCode(): string {
    const code = secret();
    this.#codes.set(digest(code), this.#now() + codeLife);
    trim(this.#codes, maxCodes);
    return code;
  }

  /** Trades a code; a code is spent by trying it. Keeps the session the browser already has. Null: wrong, spent or expired. */
  signIn(code: string, cookie: string | undefined): SignedIn | null {
    const key = digest(code);
    const expires = this.#codes.get(key);
    this.#codes.delete(key);
    if (expires === undefined || expires < this.#now()) return this.#fail();
    if (cookie !== undefined && this.#sessions.has(digest(cookie))) return { cookie, token: this.#newToken(digest(cookie)) };
    const fresh = secret();
    this.#sessions.set(digest(fresh), []);
    const ended = trim(this.#sessions, maxSessions);
    for (const session of ended) this.#ended(session);
    return { cookie: fresh, token: this.#newToken(digest(fresh)) };
  }

  /** A page that was reloaded gets a new token for the cookie its browser still has. Null: no such session. */
  resume(cookie: string | undefined): SignedIn | null {
    if (cookie === undefined) return null;
    if (!this.#sessions.has(digest(cookie))) return this.#fail();
    return { cookie, token: this.#newToken(digest(cookie)) };
  }

  /** The session's name when cookie and token belong together, for `onEnd`. */
  check(cookie: string | undefined, token: string | undefined): string | null {
    if (cookie === undefined || token === undefined) return this.#fail();
    const session = digest(cookie);
    const wanted = Buffer.from(digest(token));
    const isKnown = this.#sessions.get(session)?.some((each) => timingSafeEqual(Buffer.from(each), wanted)) ?? false;
    return isKnown ? session : this.#fail();
  }

  has(cookie: string | undefined): boolean {
    return cookie !== undefined && this.#sessions.has(digest(cookie));
  }

  /** Ends a session and everything that belongs to it. */
  signOut(cookie: string): void {
    const session = digest(cookie);
    if (this.#sessions.delete(session)) this.#ended(session);
  }

  onEnd(listener: (session: string) => void): void {
    this.#onEnd.add(listener);
  }

  /** After too many failures nobody is let in for the rest of the minute; those who are in stay in. */
  isPaused(): boolean {
    const since = this.#now() - failureWindow;
    this.#failures = this.#failures.filter((at) => at > since);
    return this.#failures.length >= maxFailures;
  }

  #newToken(session: string): string {
    const token = secret();
    const tokens = this.#sessions.get(session) ?? [];
    tokens.push(digest(token));
    if (tokens.length > maxTokensPerSession) tokens.shift();
    this.#sessions.set(session, tokens);
    this.#memory?.used(session);
    return token;
  }

  #ended(session: string): void {
    this.#memory?.ended(session);
    for (const listener of this.#onEnd) listener(session);
  }

  #fail(): null {
    this.#failures.push(this.#now());
    if (this.#failures.length > 1000) this.#failures.shift();
    return null;
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Drops the oldest entries; returns their keys. */
function trim<V>(map: Map<string, V>, most: number): string[] {
  const dropped = [...map.keys()].slice(0, Math.max(0, map.size - most));
  for (const key of dropped) map.delete(key);
  return dropped;
}
