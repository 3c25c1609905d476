/** What the app has to say of itself, kept until the person dismisses it. One notice of an id at a time. */
import type { Notice } from '@portolan/contract/settings';
import type { NoticesPort } from '../ports.ts';

export class Notices implements NoticesPort {
  readonly #notices = new Map<string, Notice>();
  readonly #listeners = new Set<() => void>();

  add(notice: Notice): void {
    this.#notices.set(notice.id, notice);
    this.#changed();
  }

  /** Also called by the part that raised it once its reason is gone (a mended configuration file). */
  dismiss(id: string): void {
    if (this.#notices.delete(id)) this.#changed();
  }

  list(): Notice[] {
    return [...this.#notices.values()];
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
