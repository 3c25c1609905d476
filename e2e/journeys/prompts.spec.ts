/** Prompts by `/`, with arguments that depend on each other, by keyboard alone, in both languages (C06, P10, P11). */
import { realpathSync } from 'node:fs';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { chips, field, fillWith, pick } from '../steps/attachments.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';

const everything = realpathSync(new URL('../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url));

const english = { newChat: 'New chat', insert: 'Add to chat', attached: 'Attached', answer: 'Answer' };
const chinese = { newChat: '新建对话', insert: '添加到对话', attached: '附件', answer: '回答' };
const journeys = [
  { locale: 'en', words: english, era: '2025-11-25', country: ['Fra', 'France'], city: ['Pa', 'Paris'], museum: ['Or', 'Orsay'], tag: [] },
  { locale: 'zh-CN', words: chinese, era: '2026-07-28', country: ['中', '中国'], city: ['北', '北京'], museum: ['故', '故宫博物院'], tag: ['@full'] },
] as const;

for (const { locale, words, era, country, city, museum, tag } of journeys) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`a prompt of three arguments is found, filled in with what its server offers for what stands before, looked at and sent: ${locale}, ${era} (C06, P10, P11, C15)`, { tag: [...tag] }, async ({ app }) => {
      const { page } = app;
      await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Planned.' }));
      await haveModel(app, model);
      await addReviewed(app, { living: local('living', { era, every: 60_000 }) });
      await startChat(app, words.newChat);
      await pick(page, '/living:vis', /living:visit/);
      const dialog = page.getByRole('dialog', { name: 'Plan a visit' });
      await expect(dialog).toBeVisible();
      await fillWith(page, 'Country', country[0], country[1]);
      await page.keyboard.press('Tab');
      // What it offers depends on the country, and then on the city.
      await fillWith(page, 'City', city[0], city[1]);
      await page.keyboard.press('Tab');
      await fillWith(page, 'Museum', museum[0], museum[1]);
      await page.keyboard.press('Enter');
      await expect(dialog).toContainText(`Plan a visit to ${museum[1]} in ${city[1]}, ${country[1]}.`);
      await expect(dialog).toContainText('Travel note');
      await expect(dialog.getByRole('button', { name: words.insert })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(chips(page, words.attached)).toHaveCount(3);
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('Tomorrow.');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('article', { name: words.answer }).last()).toContainText('Planned.');
      expect(model.requests[0]?.messages.slice(1).map((message) => [message.role, textOf(message)])).toEqual([
        ['user', `Plan a visit to ${museum[1]} in ${city[1]}, ${country[1]}.`],
        ['assistant', 'Gladly. When do you travel?'],
        ['user', '<resource uri="fixture://note" mimeType="text/plain">\nTravel note\n</resource>Tomorrow.'],
      ]);
    });
  });
}

test('the everything-server completes an argument by the one before (P11)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await addReviewed(app, { everything: { command: process.execPath, args: [everything, 'stdio'] } });
  await startChat(app, 'New chat');
  await pick(page, '/everything:compl', /everything:completable-prompt/);
  const dialog = page.getByRole('dialog');
  await fillWith(page, 'department', 'Eng', 'Engineering');
  await page.keyboard.press('Tab');
  await fillWith(page, 'name', 'A', 'Alice');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Alice');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(1);
});

/** The field of a new chat has the focus, and what servers offer is there. */
async function startChat({ page }: RunningApp, newChat: string): Promise<void> {
  const before = page.url();
  await page.getByRole('navigation').first().getByRole('button', { name: new RegExp(`^${newChat}`) }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(field(page)).toBeFocused();
}
