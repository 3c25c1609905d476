/** The contract's methods on files. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { files } from '@portolan/contract/files';
import type { ConversationStore } from '../ports.ts';
import { fitFiles } from './fit.ts';
import type { FitDeps } from './fit.ts';
import { keepScreenshot } from './screenshot.ts';
import type { TakeScreenshot } from './screenshot.ts';

export interface FileRouteDeps extends FitDeps {
  conversations: Pick<ConversationStore, 'get'>;
  /** Has the shell take a picture of what the person chooses; absent where there is none. */
  takeScreenshot?: TakeScreenshot | undefined;
}

export function fileRoutes(deps: FileRouteDeps): HandlersFor<typeof files> {
  const { library, conversations, config } = deps;
  return {
    'files/begin': async ({ name, bytes }) => ({ uploadId: await library.store.begin(name, bytes) }),
    'files/append': async ({ uploadId, offset, data }) => {
      const chunk = Buffer.from(data, 'base64');
      // The decoder skips what is no base64; then it would not be the file.
      if (chunk.toString('base64') !== data) throw new HostError('invalid-input', { where: 'data' });
      return { received: await library.store.append(uploadId, offset, chunk) };
    },
    'files/finish': ({ uploadId }) => library.finish(uploadId),
    'files/discard': async ({ uploadId }) => {
      await library.store.discard(uploadId);
      return {};
    },
    'files/read': async ({ hash, offset }) => {
      const { data, total } = await library.store.read(hash, offset);
      return { data: data.toString('base64'), total };
    },
    'files/fit': ({ conversationId, hashes }) => {
      const conversation = conversations.get(conversationId);
      if (conversation === null) throw new HostError('conversation-unknown', { conversation: conversationId });
      return fitFiles(deps, conversation.model ?? config.current().defaultModel, hashes);
    },
    'files/screenshot': async () => ({ file: await keepScreenshot(library, deps.takeScreenshot) }),
  };
}
