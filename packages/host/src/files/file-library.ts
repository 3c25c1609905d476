/** The files that are kept, with what their bytes are. */
import type { FileHash, FileView } from '@portolan/contract/files';
import { factsOf } from './file-facts.ts';
import type { Facts } from './file-facts.ts';
import type { FileStore } from './file-store.ts';

/** Facts held in memory; what is held no more is read again. */
const mostHeld = 500;

export class FileLibrary {
  readonly store: FileStore;
  readonly #facts = new Map<FileHash, Facts>();

  constructor(store: FileStore) {
    this.store = store;
  }

  /** Errors: `file-gone`, `storage-failed`. */
  async facts(hash: FileHash): Promise<Facts> {
    const known = this.#facts.get(hash);
    if (known) return known;
    const facts = factsOf(await this.store.load(hash));
    if (this.#facts.size >= mostHeld) this.#facts.clear();
    this.#facts.set(hash, facts);
    return facts;
  }

  async finish(uploadId: string): Promise<FileView> {
    const { hash, name } = await this.store.finish(uploadId);
    return { hash, name, ...(await this.facts(hash)) };
  }
}
