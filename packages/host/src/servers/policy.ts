/** How patient the supervisor is. Times in milliseconds. */
export interface Policy {
  /** Delay before the first restart; doubles with each failure in a row. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Part of a delay that is left to chance, so that servers that died together do not start together. */
  jitter: number;
  /** This many crashes within `crashWindowMs` and the person is asked instead. */
  crashes: number;
  crashWindowMs: number;
  /** A connection that lasted this long makes the next failure the first one again. */
  stableMs: number;
  /** Starts in a row that may run out of time before the person is asked. They are no crashes. */
  timeouts: number;
  /** Silence after which a start is given up; output of the program counts as a sign of life. */
  handshakeMs: number;
  /** The same for a launch that never was ready yet, and after a start that ran out of time: it may have to download (R10). */
  firstStartMs: number;
  /** However much it says meanwhile. */
  startMaxMs: number;
  /** A start that takes longer is said to: `npx` may be downloading (R10). */
  slowStartMs: number;
  /** Between two reads of one list after `list_changed`; doubles up to the maximum while nothing changes (H02). */
  refetchMs: number;
  refetchMaxMs: number;
  /** Between two looks at a quiet connection, and how long an answer may take. */
  healthMs: number;
  healthAnswerMs: number;
  /** Within how long after the machine was asleep everything is looked at, one after the other. */
  resumeSpreadMs: number;
  /** Starts under way at once, and how long one of them counts as such. */
  parallelStarts: number;
  startSlotMs: number;
  /** How long a stop waits for the last process to be gone. */
  goneMs: number;
}

export const defaultPolicy: Policy = {
  firstDelayMs: 500,
  maxDelayMs: 60_000,
  jitter: 0.25,
  crashes: 3,
  crashWindowMs: 5 * 60_000,
  stableMs: 60_000,
  timeouts: 2,
  handshakeMs: 30_000,
  firstStartMs: 5 * 60_000,
  startMaxMs: 20 * 60_000,
  slowStartMs: 5000,
  refetchMs: 2000,
  refetchMaxMs: 60_000,
  healthMs: 30_000,
  healthAnswerMs: 15_000,
  resumeSpreadMs: 2000,
  parallelStarts: 6,
  startSlotMs: 1500,
  goneMs: 8000,
};
