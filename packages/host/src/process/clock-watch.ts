/**
 * Notices that time passed without us: the machine was asleep, or this process was stopped. While Linux sleeps the steady
 * clock stands still and the wall clock does not; where it goes on, and under SIGSTOP, our own tick comes late (R73).
 */
export interface ClockWatchOptions {
  /** Called after such a pause, with its length in milliseconds. */
  onPause: (milliseconds: number) => void;
  /** Between two looks, in milliseconds. */
  everyMs?: number;
  /** A pause shorter than this is a busy machine, in milliseconds. */
  leastMs?: number;
  /** Neither jumps. */
  steady?: () => number;
  /** May jump when it is set; a clock set back, or forward by hand, is no pause of ours but costs only a look (R74). */
  wall?: () => number;
}

/** @returns a function that ends the watch */
export function watchClock({ onPause, everyMs = 5000, leastMs = 15_000, steady = () => performance.now(), wall = Date.now }: ClockWatchOptions): () => void {
  let last = { steady: steady(), wall: wall() };
  const timer = setInterval(() => {
    const now = { steady: steady(), wall: wall() };
    const pause = Math.max(now.steady - last.steady, now.wall - last.wall) - everyMs;
    last = now;
    if (pause >= leastMs) onPause(Math.round(pause));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
