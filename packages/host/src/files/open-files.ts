/** Everything about files, put together: kept in a folder of the host's own, brought into messages, and let go when nothing needs them. */
import { join } from 'node:path';
import type { HandlersFor } from '@portolan/contract/contract';
import type { files } from '@portolan/contract/files';
import type { Refusals } from '../models/refusals.ts';
import type { ConfigStore, ConversationStore } from '../ports.ts';
import { FileCare } from './file-care.ts';
import { FileLibrary } from './file-library.ts';
import { FileParts } from './file-parts.ts';
import { FileStore } from './file-store.ts';
import { fileRoutes } from './routes.ts';
import type { TakeScreenshot } from './screenshot.ts';

export interface FilesDeps {
  dataDir: string;
  conversations: ConversationStore;
  isReadOnly: boolean;
  config: Pick<ConfigStore, 'current'>;
  refusals: Refusals;
  takeScreenshot?: TakeScreenshot | undefined;
  onError: (error: unknown) => void;
}

export interface Files {
  parts: FileParts;
  library: FileLibrary;
  /** Where they lie. */
  folder: string;
  routes: HandlersFor<typeof files>;
  close(): Promise<void>;
}

/** Where files lie in a data folder. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

export function openFiles({ dataDir, conversations, isReadOnly, onError, ...deps }: FilesDeps): Files {
  const folder = filesFolder(dataDir);
  const store = new FileStore(folder);
  const library = new FileLibrary(store);
  // A file that is read only keeps what it has.
  const care = isReadOnly ? null : new FileCare({ store, conversations, onError });
  return {
    parts: new FileParts(library),
    library,
    folder,
    routes: fileRoutes({ ...deps, library, conversations }),
    async close() {
      await care?.close();
      await store.close();
    },
  };
}
