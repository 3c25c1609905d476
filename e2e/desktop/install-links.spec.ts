/** Links that the system hands to the desktop app: at its start, while it runs, and by a second start. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import type { RunningDesktopApp } from '../harness/desktop-app.ts';
import { addLinked, dismissLink, linked, linkRequest } from '../steps/links.ts';
import { expectState, main } from '../steps/servers.ts';
import { installLink } from '../support/links.ts';
import { startDesktopApp } from '../harness/desktop-app.ts';
import { serverProcesses } from '../support/processes.ts';

/** What the desktop of Linux and Windows does with a link while the app runs. */
async function startAgain(app: RunningDesktopApp, words: string[]): Promise<void> {
  const appFolder = await app.electron.evaluate(({ app: electron }) => electron.getAppPath());
  const second = spawn(process.env['ELECTRON_BIN'] ?? '', [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', appFolder, ...words], {
    env: { ...process.env, HOME: app.data.home, PORTOLAN_DATA_DIR: app.data.path, PORTOLAN_HOST_NODE: process.execPath },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
}

test('the argument of a second start is only ever shown, and its window comes to the front (A01, A05, A06, E28)', async ({ electronApp }) => {
  const { page, data, electron } = electronApp;
  await expect(main(page)).toBeVisible();
  const marker = join(data.home, 'PWNED-A01');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await startAgain(electronApp, [installLink({ command: 'sh', args: ['-c', `touch ${marker}`] })]);
  expect(Object.values(await linked(page))).toEqual([['sh', '-c', `touch ${marker}`]]);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))).toEqual([true]);
  // Enter answers nothing: neither button is a default.
  await page.keyboard.press('Enter');
  await dismissLink(page);
  await expect(main(page).getByText('No link is waiting')).toBeVisible();
  await startAgain(electronApp, [installLink({ command: 'x', dxtPath: '/tmp/x', approved: true }), '--remote-debugging-port=1']);
  await expect(linkRequest(page)).toContainText('no place in such a link (dxtPath)');
  await dismissLink(page);
  // Two at once, and words that only hold one: nothing to show.
  await startAgain(electronApp, [installLink({ command: 'a' }), installLink({ command: 'b' })]);
  await startAgain(electronApp, [`--x=${installLink({ command: 'a' })}`]);
  await page.waitForTimeout(500);
  await expect(main(page).getByText('No link is waiting')).toBeVisible();
  expect(existsSync(join(data.path, 'portolan.json'))).toBe(false);
  expect(serverProcesses(data.home)).toEqual([]);
  expect(existsSync(marker)).toBe(false);
});

test('a link by the system’s own event, with environment and headers, is added as shown and waits for its review (A02, A03, A04)', async ({ electronApp }) => {
  const { page, electron, data } = electronApp;
  await expect(main(page)).toBeVisible();
  const link = installLink({ mcpServers: { local: { command: 'npx', args: ['-y', 'ok', 'photo\u202Egpj.exe'], env: { NODE_OPTIONS: '--require=.js' } }, remote: { url: 'https://x.example/mcp', headers: { 'X-Key': 'v' } } } });
  await electron.evaluate(({ app }, sent) => {
    app.emit('open-url', { preventDefault: () => undefined }, sent);
  }, link);
  expect(await linked(page)).toEqual({ local: ['npx', '-y', 'ok', 'photo‹U+202E›gpj.exe1 hidden character', 'NODE_OPTIONS=--require=.js'], remote: ['https://x.example/mcp', 'X-Key: v'] });
  await linkRequest(page).getByRole('checkbox', { name: 'Add remote' }).click();
  await addLinked(page);
  await expectState(page, 'Needs review');
  await electronApp.restart();
  await electronApp.page.getByRole('navigation').getByRole('link', { name: 'local' }).click();
  await expectState(electronApp.page, 'Needs review');
  expect(serverProcesses(data.home)).toEqual([]);
});

test('a first start for a link shows it in the window that comes up (A01, S07)', async () => {
  const app = await startDesktopApp({ words: [installLink({ name: 'first', command: 'sh', args: ['-c', 'x'] })] });
  expect(await linked(app.page)).toEqual({ first: ['sh', '-c', 'x'] });
  await dismissLink(app.page);
  await expect(main(app.page).getByText('No link is waiting')).toBeVisible();
  expect(serverProcesses(app.data.home)).toEqual([]);
  await app.quit();
  app.data.remove();
  expect(app.complaints.unexpected()).toEqual([]);
});
