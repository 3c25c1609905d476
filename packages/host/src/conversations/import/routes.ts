/** The contract's methods on chats from files. */
import type { chatImports } from '@portolan/contract/chat-imports';
import type { HandlersFor } from '@portolan/contract/contract';
import { appendUpload, beginUpload } from '../../uploads/upload-steps.ts';
import type { ChatImports } from './chat-imports.ts';

export function chatImportRoutes({ service }: { service: ChatImports }): HandlersFor<typeof chatImports> {
  return {
    'chatImports/begin': (file) => beginUpload(service.staging, file),
    'chatImports/append': (chunk) => appendUpload(service.staging, chunk),
    'chatImports/discard': async ({ stagedId }) => {
      await service.discard(stagedId);
      return {};
    },
    'chatImports/read': ({ stagedId }, { signal }) => service.read(stagedId, signal),
    'chatImports/run': ({ stagedId, chosen }, { signal }) => service.run(stagedId, chosen, signal),
    'chatImports/stop': ({ stagedId }) => {
      service.stop(stagedId);
      return {};
    },
    'chatImports/undo': ({ importId }) => service.undo(importId),
  };
}
