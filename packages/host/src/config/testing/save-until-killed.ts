/** Run as a process of its own: saves step after step until it is killed, printing each step that was confirmed. */
import { writeSync } from 'node:fs';
import { openConfig } from '../config-file.ts';
import { takeStep } from './save-steps.ts';

const [path, first] = process.argv.slice(2);
if (path === undefined) throw new Error('a path is needed');
const config = await openConfig({ path, notices: { add: () => undefined } });
writeSync(1, 'open\n');
for (let n = Number(first); ; n++) {
  await takeStep(config, n);
  writeSync(1, `${n}\n`);
}
