/** What a terminal would obey, in every place where a server or a model can put text, and in what is copied from there (C06, J05). */
import type { Page } from '@playwright/test';
import { evilStrings } from '@portolan/fixture-servers/presets/evil-strings';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, readToEnd, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServers } from '../steps/prepare.ts';
import { main, openServer, openTab } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const { ansi, c1, bidi, tags } = evilStrings;
// eslint-disable-next-line no-control-regex
const obeyed = /(?![\t\n\r])[\u0000-\u001f\u007f-\u009f]|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u;

/** Keeps what buttons copy instead of copying it. */
async function watchClipboard(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const copied: string[] = [];
    Object.assign(window, { copied });
    Object.defineProperty(navigator.clipboard, 'writeText', { value: (text: string) => Promise.resolve(void copied.push(text)) });
  });
  return () => page.evaluate(() => (window as unknown as { copied: string[] }).copied);
}

/** Presses every button on the page that copies, and returns what they copied. */
async function copyAll(page: Page, copied: () => Promise<string[]>): Promise<string[]> {
  const before = (await copied()).length;
  // One that has copied is called so for a moment, and keeps its place among the others.
  const buttons = main(page).getByRole('button', { name: /^(?:Copy(?!.*(?:curl|chat))|Copied)/ });
  const count = await buttons.count();
  for (let index = 0; index < count; index++) await buttons.nth(index).click();
  await expect.poll(async () => (await copied()).length).toBe(before + count);
  return (await copied()).slice(before);
}

async function expectNothingObeyed(page: Page, where: string): Promise<void> {
  const text = await page.evaluate(() => `${document.title}\n${document.body.innerText}\n${[...document.querySelectorAll('*')].flatMap((element) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '')).join('\n')}`);
  expect(obeyed.exec(text)?.[0], `on ${where}`).toBeUndefined();
}

for (const era of ['2025-11-25', '2026-07-28']) {
  test(`C06, J05 (${era}): escapes of terminals are written out in lists, cards, results, errors and logs, and so is what is copied from there (T:C06, T:J05)`, { tag: '@full' }, async ({ app }) => {
    test.setTimeout(150_000);
    const { page } = app;
    await using canary = await watchForEscapes(page);
    await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'return-ansi').name, arguments: { note: `${ansi}${c1}${bidi}${tags}` } } : { kind: 'text', text: `Said: ${ansi} ${c1}\n\n\`\`\`sh\necho ${ansi}${bidi}${tags}\n\`\`\`\n\nthe end` }));
    await haveServers(app, { chatty: local('stderr', { era, line: `${ansi} ${c1} and ${bidi}`, gbk: false }), evil: local('evil-text', { era }) });
    const copied = await watchClipboard(page);

    await test.step('the page of the server, its list, a result, a failure', async () => {
      await expectNothingObeyed(page, 'the overview');
      await expect(await callTool(page, 'return-ansi', {})).toContainText('‹U+001B›[2J');
      await expectNothingObeyed(page, 'a result');
      const texts = await copyAll(page, copied);
      expect(texts.join()).toContain('‹U+001B›');
      for (const text of texts) expect(text).not.toMatch(obeyed);
      await callTool(page, 'fail-c1', {});
      const thrown = await openTool(page, 'throw-ansi');
      await thrown.getByRole('button', { name: 'Run' }).click();
      await expect(thrown.getByRole('alert')).toContainText('‹U+001B›');
      await expectNothingObeyed(page, 'a failure');
    });
    await test.step('what it writes beside the protocol', async () => {
      await openServer(page, 'chatty');
      const log = await openTab(page, 'Log');
      await expect(log).toContainText('‹U+001B›]8;;file:///etc/passwd‹U+0007›');
      await expect(log.getByRole('link')).toHaveCount(0);
      await expectNothingObeyed(page, 'the log');
      const texts = await copyAll(page, copied);
      expect(texts.join()).toContain('‹U+001B›]8;;file:///etc/passwd‹U+0007›');
      for (const text of texts) expect(text).not.toMatch(obeyed);
    });
    await test.step('a chat: the card, the result, the answer', async () => {
      await haveModel(app, model);
      await newChat(page);
      await send(page, 'Look at it');
      await expect(card(page)).toContainText('‹U+001B›[2J');
      await expect(card(page)).toContainText('The arguments contain characters that cannot be seen.');
      await expectNothingObeyed(page, 'the card');
      await readToEnd(page);
      await allowOnce(page);
      await expect(lastAnswer(page)).toContainText('the end');
      await unfold(main(page).getByRole('region', { name: /^evil: / }));
      await expectNothingObeyed(page, 'the answer');
      const texts = await copyAll(page, copied);
      expect(texts.filter((text) => text.includes('‹U+001B›')).length).toBeGreaterThan(0);
      for (const text of texts) expect(text).not.toMatch(obeyed);
      // By hand: what is selected is what is seen, and nothing on the page takes part in copying.
      const byHand = await lastAnswer(page).evaluate((answer) => {
        getSelection()?.selectAllChildren(answer);
        const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
        document.activeElement?.dispatchEvent(event);
        return { text: getSelection()?.toString() ?? '', isTaken: event.defaultPrevented, put: event.clipboardData?.types.length ?? 0 };
      });
      expect(byHand).toMatchObject({ isTaken: false, put: 0 });
      expect(byHand.text).toContain('‹U+001B›');
      expect(byHand.text).not.toMatch(obeyed);
    });
    await canary.expectUntouched('the whole of it');
  });
}
