/**
 * The long form of what the tests of the configuration do in short: `pnpm faults:config [kills]`. Kills savers at random
 * points, cuts a file at every byte, lets programs of ours and others write at once. Ends with 1 when anything was lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConfig } from '../config-file.ts';
import { killSaves } from './kill-saves.ts';
import { foreignText, missingMarks, takeStep } from './save-steps.ts';

const kills = Number(process.argv[2] ?? 1000);
const atOnce = 2;
const quiet = { add: () => undefined };
const faults: string[] = [];

async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-faults-'));
  try {
    return await work(join(folder, 'portolan.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function say(what: string, outcome: string): void {
  process.stdout.write(`${what.padEnd(52)} ${outcome}\n`);
}

const started = performance.now();
const parts = await Promise.all(Array.from({ length: atOnce }, () => inFolder((path) => killSaves(path, Math.ceil(kills / atOnce), () => Math.random() * 90))));
for (const part of parts) faults.push(...part.faults);
const sum = (of: 'kills' | 'confirmed' | 'early') => parts.reduce((all, part) => all + part[of], 0);
say('kill -9 while saving (R87)', `${sum('kills')} kills, ${sum('confirmed')} saves confirmed, ${sum('early')} killed before the first, ${faults.length} lost`);

await inFolder(async (path) => {
  let text = foreignText;
  writeFileSync(path, text);
  const first = await openConfig({ path, notices: quiet });
  for (let n = 0; n < 10; n++) if (n % 5 !== 0) await takeStep(first, n);
  await first.close();
  text = readFileSync(path, 'utf8');
  const names = first.current().servers.map(({ name }) => name).join();
  let wrong = 0;
  const whole = text.trimEnd().length;
  for (let length = 0; length < whole; length++) {
    writeFileSync(path, text.slice(0, length));
    const config = await openConfig({ path, notices: quiet });
    if (config.current().servers.map(({ name }) => name).join() !== names || readFileSync(path, 'utf8') !== text.slice(0, length)) wrong++;
    await config.close();
  }
  if (wrong > 0) faults.push(`${wrong} cuts changed what is in use or the file`);
  say('file cut at every byte, then started (R85)', `${whole} cuts, ${wrong} wrong`);
});

for (const way of ['rename', 'in-place']) {
  await inFolder(async (path) => {
    writeFileSync(path, foreignText.replace('"otherTool"', '"outside": 0, "otherTool"'));
    const config = await openConfig({ path, notices: quiet });
    const editor = spawn(process.execPath, [new URL('outside-editor.ts', import.meta.url).pathname, path, '1000', way], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    editor.stdout.on('data', (chunk) => (output += String(chunk)));
    const closed = once(editor, 'close');
    let saves = 0;
    const refused = (error: unknown) => void faults.push(`${way}: a save was refused: ${String(error)}`);
    // One after the other, for as long as the other program writes.
    for (; editor.exitCode === null; saves++) {
      // oxlint-disable-next-line no-await-in-loop
      await takeStep(config, saves).catch(refused);
    }
    await closed;
    await config.close();
    const { lost, last } = JSON.parse(output) as { lost: number; last: number };
    if (lost > 0 || last !== 1000 || missingMarks(readFileSync(path, 'utf8')).length > 0) faults.push(`${way}: ${lost} edits of another program lost`);
    say(`another program edits by ${way} while we save (R91)`, `1000 edits, ${saves} saves, ${lost} edits lost`);
  });
}

say('all', `${Math.round((performance.now() - started) / 1000)} s, ${faults.length === 0 ? 'nothing lost' : `${faults.length} faults`}`);
for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
