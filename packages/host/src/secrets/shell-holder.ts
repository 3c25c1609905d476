/** The key sealed by the desktop app's own process, which alone may ask Electron's safeStorage (E27). */
import { KeyNotHad, readKey, within } from './key-holder.ts';
import type { KeyHolder } from './key-holder.ts';

/** What the shell does for the host; only the one key ever goes this way. */
export interface ShellKeeper {
  /** `basic`: what would be used is a password that everybody knows. */
  status(): Promise<'good' | 'basic' | 'unavailable'>;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

const answerMs = 60_000;
const probeMs = 5_000;

/** @param keeper absent in browser mode, where a sealed key cannot be opened */
export function shellHolder(keeper: ShellKeeper | undefined): KeyHolder {
  const asked = async (ask: (keeper: ShellKeeper) => Promise<string>): Promise<string> => {
    if (keeper === undefined) throw new KeyNotHad('elsewhere');
    try {
      return await within(answerMs, ask(keeper));
    } catch (error) {
      throw error instanceof KeyNotHad ? error : new KeyNotHad('denied', error);
    }
  };
  return {
    kind: 'shell',
    async problem() {
      if (keeper === undefined) return 'elsewhere';
      try {
        const status = await within(probeMs, keeper.status());
        return status === 'good' ? null : status;
      } catch {
        return 'unavailable';
      }
    },
    hold: async (key) => ({ sealed: await asked(({ seal }) => seal(key.toString('base64'))) }),
    async release({ sealed }) {
      if (typeof sealed !== 'string') throw new KeyNotHad('wrong-key');
      return readKey(await asked(({ open }) => open(sealed)));
    },
    forget: () => Promise.resolve(),
  };
}
