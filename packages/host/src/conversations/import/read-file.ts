/** Has a file of chats read in a thread that can be ended (C12). */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { HostError } from '@portolan/contract/errors';
import { asStorageError } from '../../storage/errors.ts';
import type { ChatFileReason } from './chat-file-parts.ts';
import type { ReadJob, ReadNews } from './read-job.ts';

/** Milliseconds of silence after which the thread is ended: it tells something several times a second. */
const silenceMs = 60_000;

export function refuseChatFile(reason: ChatFileReason | 'too-long'): never {
  throw new HostError('chat-file-refused', { reason });
}

/** What is found, as it is found. Errors: `chat-file-refused`, `storage-failed` (no room to write). Whoever stops asking ends the work. */
export async function* readChatFile(job: ReadJob, signal: AbortSignal, options: { silenceMs?: number; memoryMb?: number } = {}): AsyncGenerator<Extract<ReadNews, { kind: 'news' }>> {
  const thread = new Worker(new URL('read-worker.ts', import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 1024, stackSizeMb: 8 } });
  const ends = new AbortController();
  let why: 'silence' | 'exit' | null = null;
  const end = (reason: 'silence' | 'exit') => {
    why ??= reason;
    ends.abort();
  };
  let timer = setTimeout(() => end('silence'), options.silenceMs ?? silenceMs);
  thread.on('exit', () => end('exit'));
  try {
    for await (const [news] of on(thread, 'message', { signal: AbortSignal.any([signal, ends.signal]) }) as AsyncIterable<[ReadNews]>) {
      clearTimeout(timer);
      timer = setTimeout(() => end('silence'), options.silenceMs ?? silenceMs);
      if (news.kind === 'done') return;
      if (news.kind === 'refused') throw new HostError('chat-file-refused', { reason: news.reason });
      yield news;
    }
  } catch (error) {
    if (error instanceof HostError) throw error;
    if (signal.aborted) throw new HostError('cancelled', {}, { cause: error });
    if (why === 'silence') refuseChatFile('too-long');
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuseChatFile('too-large');
    throw why === 'exit' ? new HostError('internal', {}, { cause: error }) : asStorageError(error);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
