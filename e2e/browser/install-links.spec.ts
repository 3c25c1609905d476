/** Links handed to `npm start`: shown by the running app, and never more than that. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended, startProgram } from '../harness/browser-app.ts';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { addLinked, dismissLink, linked, linkRequest } from '../steps/links.ts';
import { addServer, expectState, main, paste, reviewed } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { installLink } from '../support/links.ts';
import { serverProcesses } from '../support/processes.ts';

/** A second `npm start -- <link>` on the folder of the running app. */
async function hand(app: RunningApp, link: string): Promise<string> {
  const second = startProgram(app.data.path, [link], { HOME: app.data.home });
  await ended(second.process);
  expect(second.process.exitCode, second.output()).toBe(0);
  return second.output();
}

const configured = (app: RunningApp): Record<string, unknown> => {
  const file = join(app.data.path, 'portolan.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: Record<string, unknown> }).mcpServers : {};
};

test('a link starts nothing and changes nothing: it is shown, and set aside (A01, S07)', async ({ app }) => {
  const { page } = app;
  const marker = join(app.data.home, 'PWNED-A01');
  expect(await hand(app, installLink({ command: 'sh', args: ['-c', `touch ${marker}`] }))).toContain('Nothing is added before you say so');
  expect(Object.values(await linked(page))).toEqual([['sh', '-c', `touch ${marker}`]]);
  await expect(linkRequest(page)).toContainText('Runs code written in an argument');
  await dismissLink(page);
  await expect(main(page).getByText('No link is waiting')).toBeVisible();
  expect(configured(app)).toEqual({});
  expect(serverProcesses(app.data.home)).toEqual([]);
  expect(existsSync(marker)).toBe(false);
});

test('every argument is shown, the last of many too, with what cannot be seen made visible, and that is what is added and reviewed (A02, A03, A06)', async ({ app }) => {
  const { page } = app;
  const args = ['-y', 'ok@1.0.0', ...Array.from({ length: 200 }, (_, n) => `--benign-${n}`), `${' '.repeat(5000)}x`, 'photo\u202Egpj.exe', 'a\r\nb', '--eval=evil'];
  const env = { NODE_OPTIONS: '--require=.js', PATH: '' };
  await hand(app, installLink({ mcpServers: { ok: { command: 'npx', args, env, cwd: '/tmp' }, remote: { url: 'https://x.example/mcp', headers: { 'X-Key': 'v\u200bw' } } } }));
  const shown = await linked(page);
  const ok = shown['ok'] ?? [];
  expect(ok).toHaveLength(1 + args.length + 2 + 1);
  expect(ok.slice(0, 203)).toEqual(['npx', ...args.slice(0, 202)]);
  expect(ok[203]).toContain(' '.repeat(5000));
  expect(ok.slice(204)).toEqual(['photo‹U+202E›gpj.exe1 hidden character', 'a‹U+000D›‹U+000A›b2 hidden characters', '--eval=evil', 'NODE_OPTIONS=--require=.js', 'PATH=', '/tmp']);
  expect(shown['remote']).toEqual(['https://x.example/mcp', 'X-Key: v‹U+200B›w1 hidden character']);
  await expect(linkRequest(page).getByText('206 arguments')).toBeVisible();
  await expect(linkRequest(page)).toContainText('NODE_OPTIONS changes how programs are loaded or run');
  await linkRequest(page).getByRole('checkbox', { name: 'Add remote' }).click();
  await addLinked(page);
  await expectState(page, 'Needs review');
  expect((await reviewed(page))['206 arguments']?.at(-1)).toBe('--eval=evil');
  expect(configured(app)).toEqual({ ok: { command: 'npx', args, env, cwd: '/tmp' } });
  expect(serverProcesses(app.data.home)).toEqual([]);
});

test('what was added by link or text waits for its review, also after a restart (A04)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const { command, args } = local('basic');
  await hand(app, installLink({ name: 'linked', command, args, env: { A: 'b' } }));
  await addLinked(page);
  await expectState(page, 'Needs review');
  await paste(page, JSON.stringify({ mcpServers: { imported: { command, args, enabled: true, disabled: false, autoStart: true } } }));
  await main(page).getByRole('button', { name: 'Add 1 server' }).click();
  await expectState(page, 'Needs review');
  await app.restart();
  for (const name of ['linked', 'imported']) {
    await app.page.getByRole('navigation').getByRole('link', { name }).click();
    await expectState(app.page, 'Needs review');
  }
  expect(serverProcesses(app.data.home)).toEqual([]);
});

test('a damaged, ambiguous or swollen link is refused with its reason, and a taken name is never overwritten unseen (A05, A06)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await addServer(page, 'mine', local('basic'));
  const before = readFileSync(join(app.data.path, 'portolan.json'), 'utf8');
  for (const [link, reason] of [
    ['portolan://install?config=%25%25', 'Its content is damaged'],
    [installLink([{ command: 'x' }]), 'A field is not what it should be'],
    [installLink({ command: 'x', args: ['a'.repeat(20_000)] }), 'longer than any real one'],
    [installLink('{"mcpServers":{"mine":{"command":"x"},"mine":{"command":"y"}}}'), 'says the same thing twice (mine)'],
    [installLink({ command: 'x', approved: true }), 'no place in such a link (approved)'],
    [installLink('{"command":"x","__proto__":{"a":1}}'), 'no place in such a link (__proto__)'],
  ] as const) {
    await hand(app, link);
    await expect(linkRequest(page)).toContainText(reason);
    await dismissLink(page);
    await expect(main(page).getByText('No link is waiting')).toBeVisible();
  }
  await hand(app, installLink({ name: 'mine', command: 'theirs', args: [] }));
  await expect(linkRequest(page)).toContainText('There is already a server called “mine”');
  await expect(linkRequest(page).getByRole('radio', { name: 'Keep both: add this one as “mine-2”' })).toBeChecked();
  expect(readFileSync(join(app.data.path, 'portolan.json'), 'utf8')).toBe(before);
  await linkRequest(page).getByRole('radio', { name: 'Replace “mine”' }).click();
  await addLinked(page);
  // Its place, its name, and none of the trust that stood there.
  await expectState(page, 'Needs review');
  expect(await reviewed(page)).toEqual({ Program: ['theirs'] });
  expect(configured(app)).toEqual({ mine: { command: 'theirs', args: [] } });
});

test('a first start with a link shows it as soon as there is a window, and other words are no link (S07)', { tag: '@full' }, async ({ app }) => {
  await app.quit();
  const program = startProgram(app.data.path, [installLink({ name: 'first', command: 'x' })], { HOME: app.data.home });
  const page = await app.page.context().newPage();
  await page.goto(await program.nextAddress());
  expect(await linked(page)).toEqual({ first: ['x'] });
  await page.close();
  program.process.kill('SIGTERM');
  await ended(program.process);
  for (const words of [['https://x.example'], [installLink({ command: 'x' }), installLink({ command: 'y' })]]) {
    const wrong = startProgram(app.data.path, words, { HOME: app.data.home });
    await ended(wrong.process);
    expect(wrong.process.exitCode).toBe(1);
  }
});
