import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { postModern } from '../test/raw-http.ts';

const entry = fileURLToPath(new URL('http.ts', import.meta.url));

/** Spawns the HTTP door; resolves with the first line that it prints. */
async function spawnHttp(...words: string[]): Promise<{ child: ReturnType<typeof spawn>; line: string }> {
  const child = spawn(process.execPath, [entry, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const line = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  return { child, line };
}

const exitOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
  });

it('prints READY and its address, serves, and ends with SIGTERM', async () => {
  const { child, line } = await spawnHttp('basic', '--port=0', '--era=2026-07-28');
  expect(line).toMatch(/^READY http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  expect((await postModern(line.trim().slice(6), 'server/discover')).status).toBe(200);
  const exit = exitOf(child);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

it('ends with the exit code that the preset names (R06)', async () => {
  const { child, line } = await spawnHttp('dies', '--at=call', '--code=7');
  const exit = exitOf(child);
  await expect(postModern(line.trim().slice(6), 'tools/call', { name: 'echo' })).rejects.toThrow('fetch failed');
  expect(await exit).toBe(7);
});
