/**
 * The long form of `kill-calls.test.ts`: `pnpm faults:calls [kills] [seed]`. Kills a whole host a thousand times between decisions
 * and results. Ends with 1 when a record was lost or a call made twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killCalls, seeded } from './kill-calls.ts';

const kills = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 32));
/** Each on a folder of its own. */
const lanes = 2;

process.stdout.write(`${kills} kills, seed ${seed}\n`);
let done = 0;
const tell = (): void => {
  done += 1;
  if (done % 50 === 0) process.stdout.write(`  ${done}\n`);
};
const reports = await Promise.all(
  Array.from({ length: lanes }, async (_lane, number) => {
    const folder = mkdtempSync(join(tmpdir(), 'portolan-calls-'));
    try {
      return await killCalls(folder, Math.ceil(kills / lanes), seeded(seed + number), tell);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }),
);
const sum = (of: 'kills' | 'made' | 'unknown' | 'notRun'): number => reports.reduce((all, report) => all + report[of], 0);
const faults = reports.flatMap((report) => report.faults);
process.stdout.write(`${sum('kills')} kills: ${sum('made')} calls made, ${sum('unknown')} of unknown outcome, ${sum('notRun')} not run, ${faults.length} faults\n`);
for (const fault of faults.slice(0, 50)) process.stdout.write(`  ${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
