/** Times of connecting, in milliseconds. */

/** The whole handshake, unless the caller says otherwise. `npx` may have to download first. */
export const handshakeMs = 30_000;

/**
 * How long the modern probe may stay unanswered before `initialize` is sent beside it. Both answers still count. Long enough for
 * most servers to load, for one that gets both may only serve the older era; only servers that ignore the probe wait for it.
 */
export const probeMs = 2_500;

/** The same for a server that was modern the last time. */
export const patientProbeMs = 8_000;

/** A verdict older than this is asked again: a server that was updated would otherwise stay legacy for ever. */
export const verdictMs = 24 * 60 * 60 * 1000;
