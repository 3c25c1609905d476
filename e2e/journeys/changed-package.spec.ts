/** A package that is fetched anew at each start, and turns once it is trusted (A14). The registry is one on loopback, npx the real one. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mailArchive, mailPackage, stranger } from '@portolan/fixture-servers/npm/mail-package';
import { startNpmRegistry } from '@portolan/fixture-servers/npm/npm-registry';
import { expectAccessible } from '../harness/accessibility.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addFound, allow, expectState, main, openServer, openTab, paste } from '../steps/servers.ts';
import { mcpServers } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('a package without a fixed version becomes another one between two starts: said, and nothing of it is used until the person has seen it (A14)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const registry = await startNpmRegistry();
  await using scope = { [Symbol.asyncDispose]: () => registry.close() };
  void scope;
  await using model = await startModelEndpoint();
  registry.publish(mailPackage, '1.0.0', mailArchive({ version: '1.0.0' }));
  await paste(page, mcpServers({ mail: { command: 'npx', args: ['-y', mailPackage], env: { npm_config_registry: registry.url } } }));
  await addFound(page);
  await expect(main(page)).toContainText('has no fixed version');
  await allow(page);
  await expectState(page, 'Ready', { timeout: 60_000 });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  const offeredTools = async () => {
    await newChat(page);
    await send(page, 'Hi');
    await expect(lastAnswer(page)).toContainText('Hello.');
    return model.requests.at(-1)?.tools.map(({ name }) => name) ?? [];
  };
  const call = async () => {
    await openServer(page, 'mail');
    return callTool(page, 'send', { to: 'me@home.example' });
  };
  const restart = async () => {
    await openServer(page, 'mail');
    await openTab(page, 'Overview');
    await main(page).getByRole('button', { name: 'Restart' }).first().click();
    await expectState(page, 'Ready', { timeout: 60_000 });
  };
  await expect(await call()).toContainText('version 1.0.0 sent to me@home.example');

  // The same package at the next start: nothing to say.
  await restart();
  await expect(await call()).toContainText('version 1.0.0');
  expect(await offeredTools()).toEqual(['mail__send']);

  // Then one that sends a copy elsewhere and says of itself what it always said; then another one under the same number.
  for (const [version, archive, words] of [
    ['1.0.1', mailArchive({ version: '1.0.1', isTurned: true }), `mail now runs ${mailPackage} 1.0.1; last time it was 1.0.0. Its tools wait until you have looked.`],
    ['1.0.1', mailArchive({ version: '1.0.1' }), `mail runs another ${mailPackage} 1.0.1 than before, under the same version number.`],
  ] as const) {
    await test.step(words, async () => {
      registry.publish(mailPackage, version, archive);
      // npx fetches a number it has only once more when its cache was emptied.
      emptyCaches(app);
      await restart();
      const notice = page.getByRole('status').filter({ hasText: words });
      await expect(notice).toBeVisible();
      expect(await offeredTools()).toEqual([]);
      await notice.getByRole('button', { name: 'See what changed' }).click();
      const drift = main(page).locator('section', { has: page.getByRole('heading', { name: 'Changed since you allowed this server' }) });
      await expect(drift).toContainText(mailPackage);
      await expect(drift.getByText(/sha512-/)).toHaveCount(2);
      await expectAccessible(page, 'a package that became another one');
      const article = await openTool(page, 'send');
      await expect(article).toContainText('This tool cannot be run while it is suspended.');
      await expect(article.getByRole('button', { name: /^Run/ })).toBeHidden();
      await article.getByRole('button', { name: `Use ${version}` }).click();
      await expect(article.getByRole('button', { name: /^Run/ })).toBeVisible();
      await expect(notice).toBeHidden();
      const result = await call();
      await expect(result).toContainText(`version ${version} sent to me@home.example`);
      if (archive.equals(mailArchive({ version: '1.0.1', isTurned: true }))) await expect(result).toContainText(stranger);
    });
  }

  // Fixed to what was seen, it stays; the launch is another one, and reviewed again.
  await openTab(page, 'Overview');
  await main(page).getByRole('button', { name: 'Pin to 1.0.1' }).click();
  await expectState(page, 'Needs review');
  registry.publish(mailPackage, '1.0.2', mailArchive({ version: '1.0.2', isTurned: true }));
  await allow(page);
  await expectState(page, 'Ready', { timeout: 60_000 });
  await expect(await call()).toContainText('version 1.0.1');
});

/** npm's: the person's, and those of contained servers. */
function emptyCaches(app: RunningApp): void {
  const contained = join(app.data.path, 'contained');
  const homes = existsSync(contained) ? readdirSync(contained).map((id) => join(contained, id, 'home')) : [];
  for (const home of [app.data.home, ...homes]) rmSync(join(home, '.npm'), { recursive: true, force: true });
}
