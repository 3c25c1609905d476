/** The command line beside a window: what one does, the other shows. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expectState, openServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));

async function portolan(app: RunningApp, args: string[]): Promise<{ code: number | null; value: unknown; stderr: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--json', `--data-dir=${app.data.path}`, ...args], { env: { ...process.env, NODE_OPTIONS: undefined, HOME: app.data.home }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, value: JSON.parse(stdout) as unknown, stderr };
}

test('commands work in the running app: added, reviewed and started here is ready there, and a call is refused until it is allowed (O04, H01)', async ({ app }) => {
  const { page } = app;
  const { command, args } = local('basic');
  expect((await portolan(app, ['servers', 'add', 'basic', '--', command, ...args])).code).toBe(0);
  await openServer(page, 'basic');
  await expectState(page, 'Needs review');
  const shown = (await portolan(app, ['servers', 'show', 'basic'])).value as { server: { launchHash: string } };
  expect((await portolan(app, ['servers', 'review', 'basic', '--start', `--hash=${shown.server.launchHash}`])).code).toBe(0);
  await expectState(page, 'Ready');
  expect(await portolan(app, ['tools', 'call', 'basic', 'echo', 'message=x'])).toMatchObject({ code: 3, value: { error: { code: 'not-confirmed' } } });
  expect((await portolan(app, ['servers', 'disable', 'basic'])).code).toBe(0);
  await expectState(page, 'Off');
});
