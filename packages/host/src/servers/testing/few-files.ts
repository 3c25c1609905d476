/** A host that runs out of files while it should start a server, and then has some again; tells what became of the server. */
import { closeSync, openSync } from 'node:fs';
import { fixtureLaunch, Rig } from './rig.ts';

const rig = await Rig.create({ firstDelayMs: 50, maxDelayMs: 200, handshakeMs: 20_000 });
// What is loaded on the first start is loaded now.
const first = await rig.add('first', fixtureLaunch('basic'));
await rig.untilState(first, 'ready');
const held: number[] = [];
for (;;) {
  try {
    held.push(openSync('/dev/null', 'r'));
  } catch {
    break;
  }
}
const id = await rig.add('starved', fixtureLaunch('basic', { era: 'legacy' }));
const { state, problem, crashes } = await rig.untilState(id, 'backoff', 'failed', 'ready');
for (const file of held) closeSync(file);
const fed = await rig.untilState(id, 'ready', 'failed');
process.stdout.write(`${JSON.stringify({ starved: { state, reason: String(problem?.details['reason']), crashes }, fed: fed.state })}\n`);
await rig[Symbol.asyncDispose]();
process.exit(0);
