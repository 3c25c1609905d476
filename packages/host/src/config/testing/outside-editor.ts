/**
 * Run as a process of its own: another program that edits the configuration without asking anybody, in place or by rename,
 * and looks whether its last edit is still there before it makes the next.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [path, count, way] = process.argv.slice(2);
if (path === undefined) throw new Error('a path is needed');
const mark = /"outside": (\d+)/;
let lost = 0;

/** A file that is being replaced is not there for a moment. */
function readNow(): string {
  try {
    return readFileSync(path ?? '', 'utf8');
  } catch {
    return '';
  }
}

async function readWhole(): Promise<string> {
  for (;;) {
    const text = readNow();
    if (text.trimEnd().endsWith('}')) return text;
    await wait(1);
  }
}

for (let n = 1; n <= Number(count); n++) {
  const text = await readWhole();
  if (Number(mark.exec(text)?.[1] ?? '-1') !== n - 1) lost++;
  const edited = text.replace(mark, `"outside": ${n}`);
  if (way === 'rename') {
    writeFileSync(`${path}.other`, edited);
    renameSync(`${path}.other`, path);
  } else {
    writeFileSync(path, edited);
  }
  await wait(2 + (n % 7) * 3);
}
const last = mark.exec(await readWhole())?.[1];
process.stdout.write(JSON.stringify({ lost, last: Number(last) }));
