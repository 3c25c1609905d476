/** Images of messages that the person loaded: seen again wherever their message is, for as long as the window is open. */
import { create } from 'zustand';

/** Bytes kept in all; the longest unseen go first, and can be asked for again. */
const most = 64_000_000;

interface LoadedImages {
  /** `blob:` addresses, by message and address. */
  sources: ReadonlyMap<string, string>;
  /** @returns the address to show it by */
  keep: (message: string, url: string, picture: Blob) => string;
}

const sizes = new Map<string, number>();

export const imageKey = (message: string, url: string): string => `${message}\n${url}`;

export const useLoadedImages = create<LoadedImages>()((set, get) => ({
  sources: new Map(),
  keep: (message, url, picture) => {
    const key = imageKey(message, url);
    const sources = new Map(get().sources);
    const letGo = (each: string): void => {
      const address = sources.get(each);
      if (address !== undefined) URL.revokeObjectURL(address);
      sources.delete(each);
      sizes.delete(each);
    };
    letGo(key);
    const src = URL.createObjectURL(picture);
    sources.set(key, src);
    sizes.set(key, picture.size);
    let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    for (const [each, size] of sizes) {
      if (total <= most || each === key) break;
      total -= size;
      letGo(each);
    }
    set({ sources });
    return src;
  },
}));
