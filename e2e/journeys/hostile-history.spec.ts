/** The whole corpus in chats that are here: shown, listed, searched, named (B01, B02). */
import { core } from '@portolan/markdown/test/hostile';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { goTo, importCorpus } from '../steps/corpus.ts';
import { haveModel } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { watchEveryChange } from '../support/every-change.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

test('B02: every attack in the chats that are listed, opened, searched and named is text (T:B01, T:B02, T:B14, C10)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const change = await watchEveryChange(page);
  await importCorpus(app);
  await canary.expectUntouched('the import');
  await goTo(page, '#/history');
  await expect(main(page).getByRole('link', { name: /All of it/ })).toBeVisible();
  await expect(main(page).getByRole('link', { name: /<img src=x onerror=alert\(1\)>/ }).first()).toBeVisible();
  await canary.expectUntouched('the history');
  for (const word of ['onerror', 'alert', 'canary', 'javascript', 'iframe', 'x](']) {
    await main(page).getByRole('searchbox').fill(word);
    await expect(main(page).locator('mark').first()).toBeVisible();
    await canary.expectUntouched(`what a search for ${word} finds`);
  }
  await main(page).getByRole('searchbox').fill('');
  await expect(main(page).locator('mark')).toHaveCount(0);
  // The chat itself, from its end to its beginning: each message is in the document once.
  await main(page).getByRole('link', { name: /All of it/ }).click();
  await expect(main(page).getByText('the last word').or(main(page).getByText('the end of it')).first()).toBeVisible();
  const log = main(page).getByRole('log');
  for (let step = 0; step < 60; step++) {
    const isAtTop = await log.evaluate((element) => {
      let scroller: Element | null = element;
      while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
      scroller?.scrollBy(0, -600);
      return (scroller?.scrollTop ?? 0) <= 0;
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (isAtTop) break;
  }
  await expect(main(page).getByText('<script>alert(1)</script>', { exact: true }).first()).toBeVisible();
  await canary.expectUntouched('the chat');
  // Titles: in the list beside it, of the window, of the page.
  for (const title of core.slice(0, 4)) {
    await goTo(page, '#/history');
    await main(page).getByRole('link').filter({ hasText: title.slice(0, 20) }).first().click();
    await expect.poll(() => page.title()).toContain(title.slice(0, 10));
    await canary.expectUntouched('a chat that is called so');
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').last().fill('onerror');
  await expect(page.getByRole('option').filter({ hasText: 'onerror' }).first()).toBeVisible();
  await canary.expectUntouched('the palette');
  await change.expectHarmless('all of these pages');
});

test('B02: a title that a model writes is one line of plain text wherever it stands (T:B02, C10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await using model = await startModelEndpoint();
  model.title = '<img src=x onerror="window.__pwned=1"> [x](javascript:window.__pwned=1)\n<script>window.__pwned=1</script>';
  await haveModel(app, model);
  await newChat(page);
  const change = await watchEveryChange(page);
  await send(page, 'Please tell me about the ferry. '.repeat(10));
  await expect(lastAnswer(page)).toContainText('Hello.');
  await expect(sidebar(page).getByRole('link', { name: /onerror/ })).toBeVisible();
  await expect.poll(() => page.title()).toContain('onerror');
  expect(await page.title()).not.toContain('\n');
  await change.expectHarmless('the title');
  await canary.expectUntouched('the title');
});
