/** Which era each server spoke last time, so that a start need not ask again (H82). `<data>/state/eras.json`. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod/mini';
import type { EraVerdict } from '@portolan/mcp-client/connect';

const Verdict = z.object({ era: z.enum(['legacy', 'modern']), protocolVersion: z.string().check(z.maxLength(64)), at: z.number() });
const Verdicts = z.record(z.string(), Verdict);

/** A server may have been updated since: after a week it is asked again. */
const maxAgeMs = 7 * 24 * 60 * 60_000;
const maxEntries = 500;
const saveAfterMs = 200;

export class EraMemory {
  readonly #file: string;
  readonly #verdicts = new Map<string, EraVerdict>();
  #saving: NodeJS.Timeout | undefined;

  /** A file that can't be read counts as empty: everything in it can be learnt again. */
  constructor(file: string) {
    this.#file = file;
    const parsed = Verdicts.safeParse(readJson(file));
    if (parsed.success) for (const [hash, verdict] of Object.entries(parsed.data)) this.#verdicts.set(hash, verdict);
  }

  /** What is known of a launch, unless it is older than a week or, by a clock that was set back, from the future. */
  get(launchHash: string): EraVerdict | undefined {
    const verdict = this.#verdicts.get(launchHash);
    if (verdict === undefined) return undefined;
    const age = Date.now() - verdict.at;
    return age >= 0 && age < maxAgeMs ? verdict : undefined;
  }

  set(launchHash: string, verdict: EraVerdict): void {
    this.#verdicts.delete(launchHash);
    this.#verdicts.set(launchHash, verdict);
    for (const oldest of this.#verdicts.keys()) {
      if (this.#verdicts.size <= maxEntries) break;
      this.#verdicts.delete(oldest);
    }
    this.#saveSoon();
  }

  forget(launchHash: string): void {
    if (this.#verdicts.delete(launchHash)) this.#saveSoon();
  }

  /** Writes what is not written yet. */
  close(): void {
    if (this.#saving === undefined) return;
    clearTimeout(this.#saving);
    this.#save();
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => this.#save(), saveAfterMs).unref();
  }

  #save(): void {
    this.#saving = undefined;
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileAtomic.sync(this.#file, JSON.stringify(Object.fromEntries(this.#verdicts)), { mode: 0o600, fsync: false });
    } catch {
      // Only a shortcut is lost.
    }
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
