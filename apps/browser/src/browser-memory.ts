/**
 * What browser mode keeps from one start to the next, so that a tab left open finds it again: the port, the cookie's name, and
 * which cookies were signed in. Cookies themselves are not kept, only their digests; tokens end with the process.
 * `<data folder>/state/browser.json`, for this user only.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Kept {
  port: number | null;
  cookieTag: string;
  /** Digest of a cookie → when it was used last, in milliseconds since the epoch. */
  sessions: [string, number][];
}

/** A cookie that was not used for so long has to sign in again. */
const sessionLifeMs = 24 * 60 * 60_000;
const maxSessions = 64;

export class BrowserMemory {
  readonly #file: string;
  readonly #now: () => number;
  #kept: Kept;
  #isOurs = false;

  constructor(file: string, now: () => number = Date.now) {
    this.#file = file;
    this.#now = now;
    this.#kept = read(file, now());
  }

  /** The port of the last time. */
  get port(): number | null {
    return this.#kept.port;
  }

  /** Tells the cookies of two Portolans on one host apart (W4). */
  get cookieTag(): string {
    return this.#kept.cookieTag;
  }

  /** Digests of the cookies that are signed in, the one used last at the end. */
  get sessions(): string[] {
    return this.#kept.sessions.map(([digest]) => digest);
  }

  /** From now on the data folder is this process's alone, and what changes is written. */
  take(port: number): void {
    this.#isOurs = true;
    this.#kept.port = port;
    this.#save();
  }

  used(digest: string): void {
    const others = this.#kept.sessions.filter(([each]) => each !== digest);
    this.#kept.sessions = [...others, [digest, this.#now()] satisfies [string, number]].slice(-maxSessions);
    this.#save();
  }

  ended(digest: string): void {
    this.#kept.sessions = this.#kept.sessions.filter(([each]) => each !== digest);
    this.#save();
  }

  #save(): void {
    if (!this.#isOurs) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const draft = `${this.#file}.${process.pid}`;
      writeFileSync(draft, JSON.stringify(this.#kept), { mode: 0o600 });
      renameSync(draft, this.#file);
    } catch {
      // Tabs have to sign in again after the next start; nothing else is lost.
    }
  }
}

/** Nothing in the file is trusted further than its form. */
function read(file: string, now: number): Kept {
  const fresh: Kept = { port: null, cookieTag: randomBytes(6).toString('hex'), sessions: [] };
  if (!existsSync(file)) return fresh;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return fresh;
    const { port, cookieTag, sessions } = value as Record<string, unknown>;
    return {
      port: typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
      cookieTag: typeof cookieTag === 'string' && /^[0-9a-f]{12}$/.test(cookieTag) ? cookieTag : fresh.cookieTag,
      sessions: (Array.isArray(sessions) ? sessions : []).filter(isSession).filter(([, at]) => at <= now && now - at < sessionLifeMs).slice(-maxSessions),
    };
  } catch {
    return fresh;
  }
}

function isSession(value: unknown): value is [string, number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && /^[\w-]{43}$/.test(value[0]) && typeof value[1] === 'number';
}
