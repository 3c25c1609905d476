/** A chat as a file, in pieces (C12). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChatFormat } from '@portolan/contract/chat-export';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';

export interface ExportJob {
  /** Of the database, as SQLite opens it for reading. */
  path: string;
  /** Where the host keeps files. */
  files: string;
  conversationId: ConversationId;
  format: ChatFormat;
  /** Of the words around what was said. */
  locale: 'en' | 'zh-CN';
  exportedAt: number;
}

/** What the worker answers when it is asked for more. */
export type ExportPiece = { kind: 'piece' | 'last'; text: string } | { kind: 'unknown' };

/** Milliseconds for one piece; a chat in which a text can not be read in time ends the export, not the host. */
const pieceWithinMs = 60_000;

/**
 * Ends when the file is whole, or with an error: `conversation-unknown`, `storage-failed` (the database could not be read),
 * `internal` (a piece took too long). Whoever stops asking ends the work.
 */
export async function* exportChat(job: ExportJob, signal: AbortSignal, worker = new URL('export-worker.ts', import.meta.url)): AsyncGenerator<{ text: string }> {
  const thread = new Worker(worker, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 1024, stackSizeMb: 8 } });
  try {
    for (;;) {
      // Each piece is asked for once the one before was taken: nothing piles up.
      // oxlint-disable-next-line no-await-in-loop
      const piece = await ask(thread, signal);
      if (piece.kind === 'unknown') throw new HostError('conversation-unknown', { conversation: job.conversationId });
      if (piece.text !== '') yield { text: piece.text };
      if (piece.kind === 'last') return;
    }
  } finally {
    await thread.terminate();
  }
}

async function ask(thread: Worker, signal: AbortSignal): Promise<ExportPiece> {
  const done = new AbortController();
  const ends = AbortSignal.any([signal, done.signal, AbortSignal.timeout(pieceWithinMs)]);
  const answer = once(thread, 'message', { signal: ends });
  const exit = once(thread, 'exit', { signal: ends }).then(() => {
    throw new HostError('internal');
  });
  thread.postMessage('next');
  try {
    // An error of the thread rejects both.
    const [piece]: ExportPiece[] = await Promise.race([answer, exit]);
    if (piece === undefined) throw new HostError('internal');
    return piece;
  } catch (error) {
    if (error instanceof HostError) throw error;
    if (ends.aborted) throw new HostError(signal.aborted ? 'cancelled' : 'internal', {}, { cause: error });
    throw new HostError('storage-failed', { reason: 'other' }, { log: error instanceof Error ? error.message : String(error), cause: error });
  } finally {
    done.abort();
    await Promise.allSettled([answer, exit]);
  }
}
