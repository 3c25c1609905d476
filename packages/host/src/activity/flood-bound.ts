/** Keeps one server from pushing everybody's entries out of a bounded log by making a great many of its own. */
import type { ServerId } from '@portolan/contract/ids';

const most = 60;
const minute = 60_000;

interface Window {
  since: number;
  taken: number;
  leftOut: number;
}

export class FloodBound {
  readonly #now: () => number;
  readonly #leftOut: (serverId: ServerId, count: number) => void;
  readonly #windows = new Map<ServerId, Window>();

  /** `leftOut` is told how many were only counted, once the minute is over and the server goes on, or at the end. */
  constructor(now: () => number, leftOut: (serverId: ServerId, count: number) => void) {
    this.#now = now;
    this.#leftOut = leftOut;
  }

  /** Whether one more entry of this server is written. */
  takes(serverId: ServerId): boolean {
    const now = this.#now();
    let window = this.#windows.get(serverId);
    if (window === undefined || now - window.since >= minute) {
      const { leftOut = 0 } = window ?? {};
      window = { since: now, taken: 0, leftOut: 0 };
      this.#windows.set(serverId, window);
      if (leftOut > 0) this.#leftOut(serverId, leftOut);
    }
    if (window.taken >= most) {
      window.leftOut += 1;
      return false;
    }
    window.taken += 1;
    return true;
  }

  /** Says what was left out so far. */
  tell(): void {
    for (const [serverId, { leftOut }] of this.#windows) if (leftOut > 0) this.#leftOut(serverId, leftOut);
    this.#windows.clear();
  }
}
