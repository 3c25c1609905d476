/** `npm start` as a person types it: the whole chain of processes, and that all of it ends however it is ended. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DataFolder, isAlive } from '../harness/data-folder.ts';
import { expect, test } from '../harness/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Chain {
  npm: number;
  output(): string;
  ended: Promise<number | null>;
  /** Every process below npm, as they were when the app was ready. */
  pids: number[];
}

/** All descendants of a process, by the parents that /proc names. */
function descendants(of: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // Ended while we looked.
    }
  }
  const found: number[] = [];
  const waiting = [of];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const next = children.get(pid) ?? [];
    found.push(...next);
    waiting.push(...next);
  }
  return found;
}

async function npmStart(data: DataFolder): Promise<Chain> {
  const npm = spawn('npm', ['start', '--', '--no-open', '--port=0', `--data-dir=${data.path}`], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^READY http/m.test(output)) resolve();
      });
    }
    npm.once('exit', () => reject(new Error(output)));
  });
  const pid = npm.pid ?? 0;
  return { npm: pid, output: () => output, ended, pids: descendants(pid) };
}

const gone = (chain: Chain) => expect.poll(() => chain.pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);

test('one command starts the app; Ctrl+C ends everything: npm, starter, server and host (O01, W10)', async () => {
  const data = new DataFolder();
  const chain = await npmStart(data);
  expect(chain.pids.length).toBeGreaterThanOrEqual(3);
  expect(chain.pids).toContain(data.hostPid());
  // A terminal sends it to the whole group.
  process.kill(-chain.npm, 'SIGINT');
  await chain.ended;
  await gone(chain);
  expect(chain.output()).toContain('stopping servers');
  data.remove();
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} to npm alone ends everything too (W10)`, async () => {
    const data = new DataFolder();
    const chain = await npmStart(data);
    process.kill(chain.npm, signal);
    await gone(chain);
    data.remove();
  });
}
