/** What opens, unfolds or complains on the screens, looked over by axe in both themes. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool, readResource, runPrompt } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { connectModel, enterProvider } from '../steps/models.ts';
import { haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab, paste, sidebar } from '../steps/servers.ts';
import { local, mcpServers } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test.use({ colorScheme: 'light' });

/** What stands around it has been looked at with another tool. */
const inArticle = 'main article';

/** Light, and with `--full` dark as well; the setting is "like the system", so that nothing has to be opened again. */
async function look(page: Page, where: string, within?: string): Promise<void> {
  await test.step(where, async () => {
    for (const colorScheme of process.env['E2E_FULL'] === undefined ? (['light'] as const) : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, `${where}, ${colorScheme}`, { within, isColourOnly: colorScheme === 'dark' });
    }
  });
}

test('servers: forms with errors, menus, dialogs, results, suggestions (C16)', async ({ app }) => {
  test.setTimeout(240_000);
  const { page } = app;
  await paste(page, '{ "mcpServers": { "x": [ } }');
  await expect(main(page).getByText(/^Could not read this/)).toBeVisible();
  await look(page, 'pasted text that cannot be read');
  await paste(page, mcpServers({ search: { command: 'node', args: ['search.js'], env: { SEARCH_API_KEY: 'sk-live-0123456789abcdef' } } }));
  await expect(main(page).getByRole('checkbox', { name: /SEARCH_API_KEY/ })).toBeChecked();
  await look(page, 'a key that was pasted in the open');
  await main(page).getByRole('checkbox', { name: /SEARCH_API_KEY/ }).click();
  await look(page, 'a key that stays in the file');
  await main(page).getByRole('tab', { name: 'Form' }).click();
  await main(page).getByRole('button', { name: 'Add variable' }).click();
  await main(page).getByRole('button', { name: 'Save and review' }).click();
  await look(page, 'the form with what is missing');
  // Both ways keep what was typed.
  await main(page).getByRole('tab', { name: 'Paste' }).click();

  await haveServer(app, 'basic', local('basic', { era: '2025-11-25' }));
  await page.getByRole('button', { name: 'More actions for basic' }).click();
  await look(page, 'the menu of a server');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit basic' })).toBeVisible();
  await look(page, 'the dialog that edits a server');
  await page.keyboard.press('Escape');
  for (const tool of ['get-weather', 'get-image', 'fail'] as const) {
    await callTool(page, tool, tool === 'get-weather' ? { city: 'Lisbon' } : {});
    await look(page, `the result of ${tool}`, inArticle);
  }
  await main(page).getByRole('button', { name: 'Everything the model reads' }).click();
  await look(page, 'the definition of a tool');
  await readResource(page, 'A folder');
  await look(page, 'a resource of several parts');
  await readResource(page, 'logo.png');
  await look(page, 'a picture');
  await (await openTab(page, 'Resources')).getByRole('button', { name: /^Code sample/ }).click();
  await look(page, 'a template');
  await runPrompt(page, 'Code review', { Language: 'python' });
  await look(page, 'the messages of a prompt');
  await main(page).getByLabel('framework').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  // While they are open the rest is hidden from screen readers, by the library's design; Tab closes them.
  await look(page, 'suggestions', '[role="listbox"]');
  await page.keyboard.press('Escape');

  await haveServer(app, 'odd', local('odd-schemas'));
  for (const tool of ['one-of', 'prefix-items', 'additional-properties', 'array-without-items', 'enum-mixed', 'bad-no-type', 'ref-missing']) {
    await openTool(page, tool);
    await look(page, `the form of ${tool}`, inArticle);
  }
  await main(page).getByRole('tab', { name: 'JSON' }).click();
  await main(page).getByRole('textbox', { name: 'Value as JSON' }).fill('{ "p": ');
  await look(page, 'arguments as JSON that is none', inArticle);
});

test('chat and settings: decisions, calls, links, pickers, dialogs, the narrow window (C16)', async ({ app }) => {
  test.setTimeout(240_000);
  const { page } = app;
  await using model = await startModelEndpoint((request) =>
    lastToolResult(request) === null && request.tools.length > 0
      ? { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 1, b: 2 } }
      : { kind: 'text', text: 'See [this page](https://example.com/page) and ![a picture](https://example.com/p.png).\n\n- [x] done\n- [ ] open\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |' },
  );
  await enterProvider(page, { name: 'Loopback', baseUrl: 'not an address' });
  await look(page, 'the dialog of a provider with an error');
  await page.keyboard.press('Escape');
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
  await expect(discard.or(page.getByRole('button', { name: 'Add provider' }).first()).first()).toBeVisible();
  if (await discard.isVisible()) {
    await look(page, 'the question about discarding');
    await discard.click();
  }
  await haveServer(app, 'basic', local('basic', { era: '2025-11-25' }));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await main(page).getByRole('button', { name: 'Remove' }).click();
  await look(page, 'the question about removing a provider');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await newChat(page);
  await send(page, 'Look');
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await card(page).getByRole('button', { name: 'More ways to allow' }).click();
  await look(page, 'more ways to allow');
  await page.keyboard.press('Escape');
  await card(page).getByRole('button', { name: 'Everything the model reads' }).click();
  await card(page).getByRole('button', { name: 'Deny with a reason' }).click();
  await look(page, 'a denial with a reason');
  await page.keyboard.press('Escape');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('quoted');
  await unfold(lastAnswer(page).getByRole('region', { name: 'basic: Sum' }));
  await lastAnswer(page).hover();
  await look(page, 'a call with its details, and an answer');
  await lastAnswer(page).getByText('this page').click();
  await expect(page.getByRole('dialog', { name: 'Open this link in your browser?' })).toBeVisible();
  await look(page, 'the question about a link');
  await page.keyboard.press('Escape');
  await main(page).getByRole('button', { name: 'Attach a resource' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, 'the picker of resources');
  await page.getByRole('option', { name: /^Welcome/ }).click();
  await look(page, 'something attached');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.insertText('nothing that exists');
  await look(page, 'the palette without a match');
  await page.keyboard.press('Escape');
  await main(page).locator('h1').click();
  await page.keyboard.press('Escape');
  await openServer(page, 'basic');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await look(page, 'the sheet of shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for basic' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await look(page, 'a toast with undo');
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.setViewportSize({ width: 400, height: 760 });
  // The window has become narrow when the sidebar is gone; a press before that would close the wide one.
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Show or hide the sidebar' }).click();
  await expect(sidebar(page)).toBeVisible();
  await look(page, 'the sidebar over a narrow window');
});
