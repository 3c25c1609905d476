/** One voice for everything that is set up: to stderr, so that stdout stays the program's. */
export function say(line) {
  process.stderr.write(`[setup] ${line}\n`);
}

/** An end that a person can act on: no stack, one sentence or a few. */
export class SetupError extends Error {}
