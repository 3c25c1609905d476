/** The main job without a mouse. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { card, composer, lastAnswer } from '../steps/chat.ts';
import { expectState, main, sidebar } from '../steps/servers.ts';
import { local, mcpServers } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('add, allow, run a tool, connect a model, ask and decide, all by keyboard (C16, H08, H01, S14)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    const result = lastToolResult(request);
    return result === null ? { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 1, b: 2 } } : { kind: 'text', text: `So: ${result}` };
  });
  await expect(sidebar(page)).toBeVisible();
  // What a screen reader is told while all of it happens.
  const said = await listen(page);

  await test.step('add and allow a server', async () => {
    await run(page, 'Add server');
    const field = page.getByLabel('Configuration, command line or address');
    await tabTo(page, field);
    await page.keyboard.insertText(mcpServers({ basic: local('basic', { era: '2025-11-25' }) }));
    await press(page, page.getByRole('button', { name: 'Add 1 server' }));
    await press(page, page.getByRole('button', { name: 'Allow and start' }));
    await expectState(page, 'Ready', { timeout: 30_000 });
  });
  await test.step('run a tool', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
    await page.keyboard.press('ArrowRight');
    const tools = page.getByRole('tabpanel', { name: 'Tools' });
    await press(page, tools.getByRole('button', { name: /^Echo/ }));
    await tabTo(page, tools.getByRole('textbox', { name: /^message/ }));
    await page.keyboard.insertText('by keyboard');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(tools.getByRole('region', { name: 'Result' })).toContainText('Echo: by keyboard');
  });
  await test.step('connect a model', async () => {
    await run(page, 'Model providers');
    await press(page, main(page).getByRole('button', { name: 'Add provider' }).first());
    const dialog = page.getByRole('dialog', { name: 'Add provider' });
    await tabTo(page, dialog.getByLabel('Base address'));
    await page.keyboard.insertText(model.url);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await tabTo(page, main(page).getByRole('combobox', { name: 'Model for new chats' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'test-model' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('combobox', { name: 'Model for new chats' })).toHaveText('test-model');
  });
  await test.step('ask and decide', async () => {
    await run(page, 'New chat');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.insertText('1 plus 2?');
    await page.keyboard.press('Enter');
    await expect(card(page)).toBeVisible();
    // The card takes no focus; it says that it is there.
    await expect(composer(page)).toBeFocused();
    await expect.poll(said).toContainEqual(expect.stringContaining('basic asks to run Sum. Your decision is needed.'));
    const allow = card(page).getByRole('button', { name: 'Allow once' });
    // A card that moved by itself takes nothing for a moment (T:J10): the button says so, and one presses again.
    await expect(async () => {
      if (await allow.isVisible()) await press(page, allow);
      // Long enough for a press that counts: another one would take the focus away from where it went.
      await expect(card(page)).toBeHidden({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    await expect(lastAnswer(page)).toContainText('So: The sum of 1 and 2 is 3.');
    await expect(composer(page)).toBeFocused();
    await expect.poll(said).toContainEqual(expect.stringContaining('The answer is finished.'));
  });
  await expect(sidebar(page).getByRole('link', { name: /1 plus 2/ })).toBeVisible();
});

/** Opens the palette, types, and runs what comes first. */
async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.insertText(command);
  await expect(palette.getByRole('option').first()).toContainText(command);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

/** Tab until it has the focus, one way round the window and back; fails when it cannot be reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 120; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`cannot be reached by Tab: ${String(target)}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(page, target);
  // On the way round the window the focus may have left it, after which a decision counts only a moment later (T:J10).
  await expect(target).toBeEnabled();
  await page.keyboard.press('Enter');
}

/** Collects what the live regions say. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[aria-live]:not([aria-live="off"])');
        if (region?.textContent) heard.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as Window & { heard?: string[] }).heard ?? []);
}
