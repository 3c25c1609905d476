/**
 * How long an end may take, in milliseconds; each waits for the one before. The slowest server there is is asked to end (2 s),
 * told to (2 s), killed, and what escaped from it is looked for: it has to be gone before the app is (S12, R37).
 */
export const quitTimes = {
  /** The host: afterwards it kills at once what is left of any server, and goes. */
  host: 8000,
  /** The shell: afterwards it kills the host, whose watcher then ends the servers. */
  launcher: 9000,
  /** The desktop app, whatever happens. */
  app: 10_000,
} as const;
