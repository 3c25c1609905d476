/** What one server offered the last time, for when it does not run: read when its launch is known, kept when its lists are quiet. */
import type { ServerConnection } from './connection.ts';
import type { ListMemory, RememberedOffer } from './list-memory.ts';

/** How long lists have to stay the same before they are kept, in milliseconds. */
const settleMs = 400;

export class KeptLists {
  /** Null when it is not known, or not read yet. */
  offer: RememberedOffer | null = null;
  readonly #memory: ListMemory;
  readonly #hash: () => string;
  #timer: NodeJS.Timeout | undefined;
  /** Keeps what is not kept yet. */
  #keep: () => void = () => {};

  /** @param hash of the launch as it stands: what belongs to another is neither shown nor kept */
  constructor(memory: ListMemory, hash: () => string) {
    this.#memory = memory;
    this.#hash = hash;
  }

  /** @returns false when the launch has become another one meanwhile */
  async read(): Promise<boolean> {
    const hash = this.#hash();
    const offer = await this.#memory.read(hash);
    if (hash !== this.#hash()) return false;
    this.offer = offer;
    return true;
  }

  /** Lists come one after the other: they are kept once they have been quiet, or when the connection ends before. */
  keepSoon(live: ServerConnection): void {
    clearTimeout(this.#timer);
    const hash = this.#hash();
    this.#keep = () => {
      clearTimeout(this.#timer);
      this.#keep = () => {};
      if (hash === this.#hash()) this.offer = this.#memory.write(hash, live.client, live.lists);
    };
    this.#timer = setTimeout(() => this.#keep(), settleMs).unref();
  }

  keepNow(): void {
    this.#keep();
  }
}
