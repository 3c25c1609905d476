/** Entry of the command line. Started by scripts/run.mjs with the pinned Node. */
import { readFileSync } from 'node:fs';
import { ignoreBrokenOutput } from '@portolan/host/process/broken-output';
import { runCommandLine } from './run.ts';

ignoreBrokenOutput();
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

const interrupted = new AbortController();
let code = 0;
for (const [signal, by] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
  process.on(signal, () => {
    // Once: everything ends in order. Twice: now; what servers are left the watcher ends.
    if (interrupted.signal.aborted) process.exit(by);
    code = by;
    interrupted.abort();
  });
}
// The starter holds an IPC channel open for nothing else than this.
process.on('disconnect', () => interrupted.abort());

const exit = await runCommandLine({ argv: process.argv.slice(2), version, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env, interrupted });
// What was written has to be out before the process ends; a closed pipe takes nothing any more.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => (stream.writable ? stream.write('', () => resolve()) : resolve()))));
process.exit(code || exit);
