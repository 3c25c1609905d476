/** `kill -9` at random points of saving, and what the file holds afterwards (R87). */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readText } from '../disk.ts';
import { readConfig } from '../read-config.ts';
import { foreignText, missingMarks, standAfter, standOf } from './save-steps.ts';

const program = new URL('save-until-killed.ts', import.meta.url).pathname;

export interface KillReport {
  kills: number;
  /** Saves that were confirmed, all of which must be in the file. */
  confirmed: number;
  /** Kills that fell before the first confirmation of their run. */
  early: number;
  /** What was lost or broken, in words; empty when all is well. */
  faults: string[];
}

/**
 * Starts the saver `runs` times on one file and kills it each time after a moment `delayMs` chooses, counted from the time
 * its configuration is open.
 */
export async function killSaves(path: string, runs: number, delayMs: (run: number) => number): Promise<KillReport> {
  writeFileSync(path, foreignText);
  const report: KillReport = { kills: 0, confirmed: 0, early: 0, faults: [] };
  let stands = -1;
  for (let run = 0; run < runs; run++) {
    const last = await runOnce(path, stands + 1, delayMs(run));
    report.kills++;
    if (last === null) report.early++;
    const confirmed = last ?? stands;
    report.confirmed += confirmed - stands;
    // As the next start reads it: a kill may have come while the old file was taken away.
    const text = (await readText(path)) ?? '';
    const missing = missingMarks(text);
    if (missing.length > 0) report.faults.push(`run ${run}: foreign text is gone: ${missing.join(', ')}`);
    try {
      const stand = standOf(readConfig(text, Buffer.alloc(32)).state);
      // The step under way when it was killed is either there as a whole or not at all.
      const found = [confirmed, confirmed + 1].find((n) => isDeepStrictEqual(stand, standAfter(n)));
      if (found === undefined) report.faults.push(`run ${run}: after step ${confirmed} the file holds ${JSON.stringify(stand)}`);
      stands = found ?? confirmed;
    } catch (error) {
      report.faults.push(`run ${run}: ${String(error)}`);
      return report;
    }
  }
  return report;
}

/** The last step that was confirmed, null when there was none. */
function runOnce(path: string, first: number, delayMs: number): Promise<number | null> {
  const child = spawn(process.execPath, [program, path, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), delayMs);
    output += String(chunk);
  });
  return new Promise((resolve) => {
    child.on('close', () => {
      const last = output.trim().split('\n').at(-1) ?? '';
      resolve(/^\d+$/.test(last) ? Number(last) : null);
    });
  });
}
