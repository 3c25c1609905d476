/** What a server is known by: its launch, byte for byte, and never by what it calls itself (A12, A15, A17). */
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer, haveServers } from '../steps/prepare.ts';
import { addFound, allow, expectState, main, openServer, paste, reviewed, sidebar } from '../steps/servers.ts';
import { local, mcpServers } from '../support/entries.ts';
import { offered, startModelEndpoint } from '../support/model-endpoint.ts';
import { serverProcesses } from '../support/processes.ts';

test('what a shell would read as more than text reaches the program byte for byte, as it was shown (A12)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const odd = ['"&calc&"', '%PATH%', 'ends with \\', '^caret^', '$(id)', '`id`', '; touch x', '| tee x', "it's", '*', 'a~b', '-', '--', '', ' two  spaces ', 'tab\there', 'two\nlines', 'ü 你好 🙂', '!history!', '%0A', "'"];
  const { command, args } = local('argv-env');
  await paste(page, mcpServers({ argv: { command, args: [...args, ...odd] } }));
  await addFound(page);
  const shown = (await reviewed(page))[`${args.length + odd.length} arguments`] ?? [];
  expect(shown).toHaveLength(args.length + odd.length);
  expect(shown.slice(args.length, args.length + 9)).toEqual(odd.slice(0, 9));
  await allow(page);
  await expectState(page, 'Ready', { timeout: 20_000 });
  // As the kernel has it, and as the program itself says.
  const words = serverProcesses(app.data.home).map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
  expect(words.map((each) => each.slice(-1 - odd.length, -1)).at(-1)).toEqual(odd);
  await expect(await callTool(page, 'show', {})).toContainText(JSON.stringify(odd.slice(0, 16)).slice(1, -1));
});

test('two servers of one name, and one that calls itself as another: each is known by its own entry, and nothing allowed of one holds for the other (A15)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  // Every one of them says that it is “basic”; the last is even called so by the person, and is another program.
  const entry = local('basic', { era: '2025-11-25' });
  const withPage = (size: number) => ({ ...entry, args: [...entry.args, `--page=${size}`] });
  await haveServers(app, { one: entry, two: withPage(50), basic: withPage(60) });
  let wanted = 'one__echo';
  await using model = await startModelEndpoint((request) => (request.messages.at(-1)?.role === 'tool' ? { kind: 'text', text: 'Done.' } : { kind: 'call', tool: offered(request, wanted).name, arguments: { message: 'hi' } }));
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'First');
  await card(page).getByRole('button', { name: 'More ways to allow' }).click();
  await page.getByRole('menuitem', { name: /^Always allow this tool/ }).click();
  await expect(lastAnswer(page)).toContainText('Done.');
  // Of the same server it is not asked again; of the others, with the same words about themselves and the same tool, it is.
  await newChat(page);
  await send(page, 'Again');
  await expect(lastAnswer(page)).toContainText('Done.');
  for (const name of ['two', 'basic']) {
    wanted = `${name}__echo`;
    await newChat(page);
    await send(page, 'Now the other');
    await expect(card(page)).toContainText(name);
    await allowOnce(page);
    await expect(lastAnswer(page)).toContainText('Done.');
  }
  // An entry that takes over a name takes over none of the trust.
  await openServer(page, 'one');
  await expect(main(page)).toContainText('basic');
  await paste(page, mcpServers({ one: withPage(70) }));
  await expect(main(page).getByText('replaces an entry with this name')).toBeVisible();
  await addFound(page);
  await expect(sidebar(page).getByRole('link', { name: /^one .*Needs review$/ })).toBeVisible();
});

test('where other accounts could write, it is said, and nothing that stands there starts by itself (A17)', { tag: '@full' }, async ({ app }) => {
  await haveServer(app, 'mine', local('basic', { era: '2025-11-25' }));
  const shared = mkdtempSync(join(tmpdir(), 'portolan-shared-'));
  const kept = join(shared, 'data');
  try {
    await app.restart(() => {
      renameSync(app.data.path, kept);
      symlinkSync(kept, app.data.path);
      chmodSync(shared, 0o777);
    });
    await expect(app.page.getByRole('status').filter({ hasText: `Other accounts on this computer can change ${shared}` })).toBeVisible();
    await expect(sidebar(app.page).getByRole('link', { name: /^mine .*Needs review$/ })).toBeVisible();
    expect(serverProcesses(app.data.home)).toEqual([]);
    // Put right, everything is as it was.
    await app.restart(() => chmodSync(shared, 0o700));
    await expect(sidebar(app.page).getByRole('link', { name: /^mine .*Ready$/ })).toBeVisible({ timeout: 30_000 });
    await expect(app.page.getByText('Other accounts on this computer')).toBeHidden();
  } finally {
    await app.quit();
    rmSync(shared, { recursive: true, force: true });
  }
});
