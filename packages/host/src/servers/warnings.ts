/** Oddities that were tolerated, one per kind, so that a flood stays one line that counts up. */
import type { ServerView } from '@portolan/contract/servers';

export type Warning = ServerView['warnings'][number];

/** Kinds come from the engine and are few; the bound is for the day they are not. */
const maxKinds = 50;
const textLimit = 1000;

export class Warnings {
  readonly #byKind = new Map<string, Warning>();
  readonly #redact: (text: string) => string;

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  set(kind: string, warning: { message: string; sample?: string | undefined; count?: number }): void {
    if (!this.#byKind.has(kind) && this.#byKind.size >= maxKinds) return;
    this.#byKind.set(kind, {
      kind,
      message: this.#redact(warning.message).slice(0, textLimit),
      ...(warning.sample === undefined ? {} : { sample: this.#redact(warning.sample).slice(0, textLimit) }),
      count: warning.count ?? 1,
    });
  }

  remove(kind: string): void {
    this.#byKind.delete(kind);
  }

  clear(): void {
    this.#byKind.clear();
  }

  list(): Warning[] {
    return [...this.#byKind.values()];
  }
}
