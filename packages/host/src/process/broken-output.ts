/** Output nobody reads any more must not take the program with it. */

/**
 * A terminal or parent that went away breaks stdout and stderr: each further line would raise EPIPE, whose report would be
 * one more line, for ever. Whoever went away is noticed by signals and channels; the lines are simply lost.
 */
export function ignoreBrokenOutput(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on('error', () => undefined);
}
