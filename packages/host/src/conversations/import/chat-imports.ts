/** Chats from files: received, read, chosen, written, taken back (C12). */
import { randomBytes } from 'node:crypto';
import { on } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EventOf } from '@portolan/contract/contract';
import { maxChatFile } from '@portolan/contract/chat-imports';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import { asStorageError } from '../../storage/errors.ts';
import type { SqliteImportStore } from '../../storage/import-store.ts';
import { Staging } from '../../uploads/staging.ts';
import { refuseUpload } from '../../uploads/refusal.ts';
import { readChatFile } from './read-file.ts';
import type { ReadEntry } from './read-job.ts';
import type { WriteJob, WriteNews } from './write-job.ts';

interface ChatImportsDeps {
  dataDir: string;
  /** Of the database, as SQLite opens it to write beside the host. */
  path: string;
  isReadOnly: boolean;
  store: SqliteImportStore;
  /** Chats came, or these went. */
  onChange(gone: readonly ConversationId[]): void;
  now?: () => number;
}

interface Looked {
  file: string;
  entries: ReadEntry[];
  running: Worker | null;
  isStopping: boolean;
}

export class ChatImports implements AsyncDisposable {
  readonly staging: Staging;
  readonly #deps: ChatImportsDeps;
  readonly #looked = new Map<string, Looked>();

  constructor(deps: ChatImportsDeps) {
    this.#deps = deps;
    this.staging = new Staging(join(deps.dataDir, 'imports-staging'), { max: maxChatFile, refuse: refuseUpload, gone: 'upload-gone' });
  }

  /** What an earlier host left of uploads is removed. */
  async open(): Promise<void> {
    await this.staging.clear();
  }

  async *read(stagedId: string, signal: AbortSignal): AsyncGenerator<EventOf<'chatImports/read'>> {
    const staged = await this.staging.complete(stagedId);
    const file = join(staged.folder, 'chats');
    await rm(file, { force: true });
    const looked: Looked = { file, entries: [], running: null, isStopping: false };
    try {
      for await (const { chats, leftOut, part } of readChatFile({ file: staged.file, target: file, now: (this.#deps.now ?? Date.now)() }, signal)) {
        const here = this.#deps.store.here(chats.map(({ key }) => key));
        const from = looked.entries.length;
        looked.entries.push(...chats);
        yield {
          type: 'found',
          chats: chats.map(({ key, source, title, createdAt, updatedAt, messageCount }, index) => ({ at: from + index, source, title, createdAt, updatedAt, messageCount, isHere: here.has(key) })),
          leftOut,
          part,
        };
      }
      this.#looked.set(stagedId, looked);
      yield { type: 'done' };
    } catch (error) {
      await this.discard(stagedId);
      throw error;
    }
  }

  async *run(stagedId: string, chosen: readonly number[], signal: AbortSignal): AsyncGenerator<EventOf<'chatImports/run'>> {
    const looked = this.#looked.get(stagedId);
    if (!looked || looked.running) throw new HostError('upload-gone');
    if (this.#deps.isReadOnly) throw new HostError('storage-failed', { reason: 'read-only' });
    const places = [...new Set(chosen)].toSorted((a, b) => a - b);
    const entries = places.map((at) => {
      const entry = looked.entries[at];
      if (!entry) throw new HostError('invalid-input', { where: 'chosen' });
      return { offset: entry.offset, length: entry.length };
    });
    const importId = `i_${randomBytes(12).toString('base64url')}`;
    const job: WriteJob = { path: this.#deps.path, file: looked.file, importId, entries };
    const thread = new Worker(new URL('write-worker.ts', import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    looked.running = thread;
    looked.isStopping = false;
    const stop = () => thread.postMessage('stop');
    signal.addEventListener('abort', stop);
    try {
      for await (const news of newsOf(thread)) {
        if (news.kind === 'done') {
          yield { type: 'done', importId, imported: news.done, wasStopped: looked.isStopping };
          return;
        }
        yield { type: 'progress', done: news.done, total: entries.length };
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await ended(thread);
      looked.running = null;
      this.#deps.store.clear();
      this.#deps.onChange([]);
    }
  }

  stop(stagedId: string): void {
    const looked = this.#looked.get(stagedId);
    if (!looked?.running) return;
    looked.isStopping = true;
    looked.running.postMessage('stop');
  }

  undo(importId: string): { removed: number; kept: number } {
    const { removed, kept } = this.#deps.store.undo(importId);
    this.#deps.onChange(removed);
    return { removed: removed.length, kept };
  }

  async discard(stagedId: string): Promise<void> {
    const looked = this.#looked.get(stagedId);
    this.#looked.delete(stagedId);
    if (looked?.running) await ended(looked.running);
    await this.staging.discard(stagedId);
  }

  /** What is under way stops; its unfinished chat is taken away. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#looked.values()].flatMap(({ running }) => (running ? [ended(running)] : [])));
    await this.staging.close();
  }
}

async function* newsOf(thread: Worker): AsyncGenerator<WriteNews> {
  const gone = new AbortController();
  thread.on('exit', () => gone.abort());
  try {
    for await (const [news] of on(thread, 'message', { signal: gone.signal }) as AsyncIterable<[WriteNews]>) yield news;
  } catch (error) {
    if (gone.signal.aborted) throw new HostError('internal', {}, { cause: error });
    throw asStorageError(error);
  }
}

/** Milliseconds that a thread has to put its chat away; what it leaves is hidden and taken away later. */
const stopWithinMs = 3_000;

async function ended(thread: Worker): Promise<void> {
  const exit = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  if (thread.threadId === -1) return;
  thread.postMessage('stop');
  const timer = setTimeout(() => void thread.terminate(), stopWithinMs);
  await exit;
  clearTimeout(timer);
}
