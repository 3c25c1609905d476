/** Somebody new, with an empty home and everything they had elsewhere: six ways in, each shown before it runs, and the way back. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { manifest, serverSource } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import { ended, startProgram } from '../harness/browser-app.ts';
import type { RunningDesktopApp } from '../harness/desktop-app.ts';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { chooseBundle } from '../steps/bundles.ts';
import { callTool } from '../steps/by-hand.ts';
import { addLinked, linked } from '../steps/links.ts';
import { addFound, allow, expectState, main, openServer, paste, reviewed, sidebar } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { installLink } from '../support/links.ts';
import { serverProcesses } from '../support/processes.ts';

const isDesktop = (app: RunningApp): app is RunningDesktopApp => app.shell === 'desktop';

/** A link as the system hands it over: to the desktop app by its event, in browser mode by a second start. */
async function follow(app: RunningApp, link: string): Promise<void> {
  if (isDesktop(app)) {
    await app.electron.evaluate(({ app: electron }, sent) => void electron.emit('open-url', { preventDefault: () => undefined }, sent), link);
    return;
  }
  const second = startProgram(app.data.path, [link], { HOME: app.data.home });
  await ended(second.process);
  expect(second.process.exitCode, second.output()).toBe(0);
}

/** The server whose page is open says exactly what will run, nothing runs yet, and then it does. */
async function seenBeforeItRuns(app: RunningApp, lines: readonly string[]): Promise<void> {
  await expectState(app.page, 'Needs review');
  expect(Object.values(await reviewed(app.page)).flat()).toEqual(expect.arrayContaining([...lines]));
  const before = serverProcesses(app.data.home).length;
  await allow(app.page);
  await expectState(app.page, 'Ready', { timeout: 30_000 });
  await expect.poll(() => serverProcesses(app.data.home).length).toBeGreaterThan(before);
}

async function openAdding(page: Page, tab: string): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await main(page).getByRole('tab', { name: tab }).click();
}

test('from an empty home six servers come in six ways, each shown before it runs, and go back into the other program with its own left alone (S04, S05, S06, S07, H07)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(240_000);
  const { page, data } = app;
  const entry = local('basic', { era: '2025-11-25' });
  const claude = join(data.home, '.config', 'Claude', 'claude_desktop_config.json');
  const code = join(data.home, '.config', 'Code', 'User', 'mcp.json');
  const claudeText = JSON.stringify({ globalShortcut: 'Ctrl+Space', mcpServers: { calculator: entry } }, null, 2);
  const codeText = `{\n  // theirs\n  "servers": {\n    "travel": ${JSON.stringify({ type: 'stdio', ...entry })},\n  }\n}\n`;
  for (const [file, text] of [[claude, claudeText], [code, codeText]] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const bytes = zip([{ name: 'manifest.json', data: manifest() }, { name: 'server/index.js', data: serverSource }]);
  await using remote = await served('basic', { era: '2026-07-28' });
  await using registry = await startRegistry();
  registry.entries.push({ server: { name: 'io.example/listed', description: 'An address of the registry', version: '1.0.0', remotes: [{ type: 'streamable-http', url: remote.url }] } });

  await test.step('Claude Desktop and VS Code', async () => {
    for (const [program, name] of [['Claude Desktop', 'calculator'], ['VS Code', 'travel']] as const) {
      await openAdding(page, 'From other apps');
      const found = main(page).locator('section', { has: page.getByRole('heading', { name: program, exact: true }) });
      await found.getByRole('button', { name: 'Bring 1 server over' }).click();
      await openServer(page, name);
      await seenBeforeItRuns(app, [entry.command, ...entry.args]);
    }
  });
  await test.step('a command line', async () => {
    await openAdding(page, 'Paste');
    await paste(page, `'${entry.command}' ${entry.args.map((arg) => `'${arg}'`).join(' ')} '--page=2'`);
    await addFound(page);
    await seenBeforeItRuns(app, [entry.command, ...entry.args, '--page=2']);
  });
  await test.step('a bundle', async () => {
    await chooseBundle(page, bytes);
    const planned = main(page).locator('section', { has: page.getByRole('heading', { name: 'Exactly this will run' }) }).locator('dl code');
    await expect(planned.first()).toBeVisible();
    const shown = await planned.allTextContents();
    await main(page).getByRole('button', { name: 'Install', exact: true }).click();
    await seenBeforeItRuns(app, shown);
  });
  await test.step('an entry of the registry', async () => {
    await openAdding(page, 'Registry');
    await main(page).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByLabel('Registry').fill(registry.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await main(page).getByRole('button', { name: 'Browse the registry' }).click();
    await main(page).getByRole('link', { name: /listed/ }).click();
    await main(page).getByRole('button', { name: 'Add server', exact: true }).click();
    await expectState(page, 'Needs review');
    expect(Object.values(await reviewed(page)).flat()).toContain(remote.url);
    expect(remote.requests).toEqual([]);
    await allow(page);
    await expectState(page, 'Ready', { timeout: 30_000 });
  });
  await test.step('a link', async () => {
    await follow(app, installLink({ name: 'linked', ...entry, args: [...entry.args, '--page=3'] }));
    expect(await linked(page)).toEqual({ linked: [entry.command, ...entry.args, '--page=3'] });
    await addLinked(page);
    await seenBeforeItRuns(app, [entry.command, ...entry.args, '--page=3']);
    await expect(await callTool(page, 'echo', { message: 'here' })).toContainText('here');
  });
  await test.step('and back', async () => {
    await sidebar(page).getByRole('link', { name: 'Servers', exact: true }).click();
    await main(page).getByRole('button', { name: 'Use in another app…' }).click();
    await main(page).getByRole('radio', { name: 'Claude Desktop', exact: true }).click();
    await expect(main(page).getByRole('region', { name: 'What will be written' })).toContainText('linked');
    await main(page).getByRole('button', { name: 'Write the file' }).click();
    await expect(main(page).getByRole('alert')).toContainText('Claude Desktop has your servers now');
    const back = JSON.parse(readFileSync(claude, 'utf8')) as { globalShortcut: string; mcpServers: Record<string, object> };
    expect(back.globalShortcut).toBe('Ctrl+Space');
    expect(back.mcpServers).toMatchObject({ calculator: entry, travel: entry, linked: { command: entry.command } });
    expect(readFileSync(code, 'utf8')).toBe(codeText);
  });
  expect(existsSync(join(data.path, 'portolan.json'))).toBe(true);
});
