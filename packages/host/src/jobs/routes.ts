/** The contract's methods on jobs. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { jobs as methods } from '@portolan/contract/jobs';
import type { MessageQueue } from '../conversations/message-queue.ts';
import type { ConversationService } from '../conversations/service.ts';
import type { ConversationStore } from '../ports.ts';
import type { Jobs } from './jobs.ts';

export interface JobRoutesDeps {
  jobs: Jobs;
  store: Pick<ConversationStore, 'get' | 'messages' | 'path'>;
  chats: Pick<ConversationService, 'continue' | 'isBusy'>;
  queue: Pick<MessageQueue, 'putBack' | 'sendNow' | 'resume'>;
}

export function jobRoutes(deps: JobRoutesDeps): HandlersFor<typeof methods> {
  const { jobs } = deps;
  return {
    'jobs/watch': (_input, { signal }) => jobs.watch(signal),
    'jobs/cancel': async ({ jobId }) => {
      await jobs.cancel(jobId);
      return {};
    },
    'jobs/goOn': ({ jobId }) => {
      jobs.goOn(jobId);
      return {};
    },
    'jobs/askAgain': async ({ jobId }) => {
      await jobs.askAgain(jobId);
      return {};
    },
    'jobs/giveUp': ({ jobId }) => {
      jobs.giveUp(jobId);
      return {};
    },
    'jobs/result': ({ jobId }) => ({ result: jobs.result(jobId) }),
    'jobs/handOver': async ({ jobId, text }) => {
      await handOver(deps, jobs.get(jobId), text);
      return {};
    },
    'jobs/remove': ({ jobIds }) => {
      jobs.remove(jobIds);
      return {};
    },
    'jobs/restore': ({ jobIds }) => {
      jobs.restore(jobIds);
      return {};
    },
  };
}

/**
 * An answer that was cut goes on; else it is said in the chat, after the answer that runs. The draft stays as it is. Where the chat
 * shows another version by now its model would not find what it is told of, so nothing is said there.
 */
async function handOver({ store, chats, queue }: JobRoutesDeps, { conversationId: id, messageId }: ReturnType<Jobs['get']>, text: string): Promise<void> {
  if (id === null || store.get(id) === null) throw new HostError('conversation-unknown', { conversation: id ?? '' });
  if (messageId === null || !store.path(id).includes(messageId)) throw new HostError('message-unknown', { message: messageId ?? '' });
  const last = store.messages(id, 1).at(-1);
  if (!chats.isBusy(id) && last?.role === 'assistant' && last.status !== 'complete') {
    chats.continue(id);
    return;
  }
  const queued = queue.putBack(id, text, [], null);
  if (chats.isBusy(id)) queue.resume(id);
  else await queue.sendNow(id, queued);
}
