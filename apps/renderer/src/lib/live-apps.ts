/**
 * Which apps run in this window. Only so many at once: the one that was out of sight the longest rests, and is started again
 * when somebody wants it. Whoever leaves the chat lets them go in order.
 */
import type { CallId } from '@portolan/contract/ids';
import { create } from 'zustand';

export interface LiveApp {
  /** Tells the app that it is over and waits for it, at most `teardownMs`. */
  end: () => Promise<void>;
  isInView: () => boolean;
}

/** As long as an app has to let go of things. */
export const teardownMs = 500;
const mostLive = 6;

interface LiveApps {
  /** Oldest first. */
  live: ReadonlyMap<CallId, LiveApp>;
  resting: ReadonlySet<CallId>;
  add: (callId: CallId, app: LiveApp) => void;
  remove: (callId: CallId, app: LiveApp) => void;
  rest: (callId: CallId) => void;
  wake: (callId: CallId) => void;
}

/** Told to end, and not over yet: they no longer count, and are not told again. */
const leaving = new Set<LiveApp>();

export const useLiveApps = create<LiveApps>()((set, get) => ({
  live: new Map(),
  resting: new Set(),
  add: (callId, app) => {
    const live = new Map(get().live);
    live.delete(callId);
    live.set(callId, app);
    set({ live });
    const staying = [...live].filter(([, each]) => !leaving.has(each));
    if (staying.length <= mostLive) return;
    const others = staying.filter(([id]) => id !== callId);
    const [oldest] = others.find(([, each]) => !each.isInView()) ?? others[0] ?? [];
    if (oldest !== undefined) get().rest(oldest);
  },
  remove: (callId, app) => {
    if (get().live.get(callId) !== app) return;
    const live = new Map(get().live);
    live.delete(callId);
    set({ live });
  },
  rest: (callId) => {
    const app = get().live.get(callId);
    const rest = async () => {
      if (app !== undefined) leaving.add(app);
      await app?.end();
      if (app !== undefined) leaving.delete(app);
      set({ resting: new Set([...get().resting, callId]) });
    };
    void rest();
  },
  wake: (callId) => set({ resting: new Set([...get().resting].filter((each) => each !== callId)) }),
}));

/** For what happens outside of drawing. */
export function areAppsLive(): boolean {
  return useLiveApps.getState().live.size > 0;
}

/** Every app of the window lets go. Resolves when all have, or had time to. */
export async function endApps(): Promise<void> {
  await Promise.all([...useLiveApps.getState().live.values()].map((app) => app.end()));
}
