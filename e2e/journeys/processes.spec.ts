/** No process of any server is left behind, whatever ends and however. */
import { expect, test } from '../harness/test.ts';
import { killHost } from '../harness/running-app.ts';
import { haveServer } from '../steps/prepare.ts';
import { expectState, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { isRunning, processesOf, serverProcesses } from '../support/processes.ts';

test('a grandchild that moved away, holds the pipes open and ignores signals goes with its server: stopped, host killed, the app quit, everything killed (try-out 33, S12, R37, R39, R44)', { tag: '@twice' }, async ({ app }) => {
  test.setTimeout(120_000);
  const entry = local('grandchild', { setsid: true, 'ignore-sigterm': true, stubborn: true });
  const running = () => serverProcesses(app.data.home);
  const ready = async () => {
    await expect(sidebar(app.page).getByRole('link', { name: /^family .*Ready$/ })).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => running().length).toBeGreaterThanOrEqual(2);
    return running();
  };
  await haveServer(app, 'family', entry);
  await ready();

  await test.step('stopped', async () => {
    await app.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectState(app.page, 'Stopped', { timeout: 20_000 });
    await expect.poll(running, { timeout: 15_000 }).toEqual([]);
    await app.page.getByRole('button', { name: 'Start', exact: true }).click();
  });
  await test.step('the window reloaded: one process for all windows, the same as before', async () => {
    const before = await ready();
    await app.page.reload();
    expect(await ready()).toEqual(before);
  });
  await test.step('the host killed', async () => {
    const before = await ready();
    killHost(app);
    await expect.poll(() => before.filter(({ pid }) => isRunning(pid)), { timeout: 20_000 }).toEqual([]);
  });
  await test.step('the whole app quit', async () => {
    await haveServer(app, 'wrapper', local('grandchild', { 'ignore-sigterm': true, stubborn: true }));
    await expect(sidebar(app.page).getByRole('link', { name: /^wrapper .*Ready$/ })).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => running().length).toBeGreaterThanOrEqual(4);
    await app.quit();
    // Nothing is waited for: no server may outlive the app, not even for the moment its watcher needs.
    expect(running()).toEqual([]);
    await expect.poll(() => processesOf(app.data.home), { timeout: 20_000 }).toEqual([]);
    await app.restart();
  });
  await test.step('everything killed at once', async () => {
    await ready();
    app.complaints.expect(/ERR_CONNECTION_REFUSED|WebSocket/);
    for (const { pid, command } of processesOf(app.data.home)) if (isOfTheApp(command)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => processesOf(app.data.home), { timeout: 30_000 }).toEqual([]);
  });
});

/** The shell and the host, neither the watcher, which outlives them for this, nor a server. */
function isOfTheApp(command: string): boolean {
  return /main\.ts|host-process\.ts/.test(command) || (/apps\/desktop/.test(command) && !/--type=|PORTOLAN_SERVER/.test(command));
}
