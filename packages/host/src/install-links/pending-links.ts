/** Links that wait for the person. Few, short and in memory: a link that is not looked at is lost with the process, and that is fine. */
import { randomBytes } from 'node:crypto';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { parseInstallLink } from './install-link.ts';
import type { LinkEntry } from './install-link.ts';

export interface PendingLink {
  id: string;
  at: number;
  entries: readonly LinkEntry[];
  problem: Problem | null;
}

/** The oldest make room: a page that fires links cannot fill the window. */
const most = 5;

export class PendingLinks {
  #links: { link: PendingLink; text: string }[] = [];
  readonly #listeners = new Set<() => void>();

  /** Takes in whatever came from outside; never throws for what it holds. */
  receive(text: string): PendingLink {
    // The same link again, as by a double click, is the same request.
    const same = this.#links.find((each) => each.text === text);
    if (same) return same.link;
    const base = { id: randomBytes(12).toString('base64url'), at: Date.now() };
    let link: PendingLink;
    try {
      link = { ...base, entries: parseInstallLink(text), problem: null };
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      link = { ...base, entries: [], problem: error.problem };
    }
    this.#links = [...this.#links, { link, text }].slice(-most);
    this.#changed();
    return link;
  }

  list(): PendingLink[] {
    return this.#links.map(({ link }) => link);
  }

  /** @throws {HostError} `install-link-gone` */
  get(id: string): PendingLink {
    const found = this.#links.find(({ link }) => link.id === id);
    if (!found) throw new HostError('install-link-gone');
    return found.link;
  }

  remove(id: string): void {
    const left = this.#links.filter(({ link }) => link.id !== id);
    if (left.length === this.#links.length) return;
    this.#links = left;
    this.#changed();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
