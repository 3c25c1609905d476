/** Which program servers were given to last: the next time it is the one that is offered first. */
import type { AppId } from '@portolan/contract/other-apps';
import { create } from 'zustand';

interface ExportState {
  app: AppId | null;
  setApp: (app: AppId) => void;
}

export const useExportState = create<ExportState>()((set) => ({ app: null, setApp: (app) => set({ app }) }));
