/** Taking resources along, by keyboard alone, and resources that change (C06, C08). */
import { expect, test } from '../harness/test.ts';
import { chips, field, fillWith, pick } from '../steps/attachments.ts';
import { composer, lastAnswer, newChat } from '../steps/chat.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { expectState, main, openServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('two resources of one server and an instance of a template of another are attached by keyboard alone, stand there as chips, and reach the model (C06, C07, P08, P11)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'I have read all three.' }));
  await haveModel(app, model);
  await addReviewed(app, { living: local('living', { era: '2025-11-25', every: 60_000 }), basic: local('basic', { era: '2026-07-28' }) });
  for (const name of ['living', 'basic']) {
    await openServer(page, name);
    await expectState(page, 'Ready', { timeout: 30_000 });
  }
  await newChat(page);
  await expect(composer(page)).toBeFocused();
  await pick(page, 'Compare @tick', /^ticker /);
  await pick(page, '@note', /^note /);
  await pick(page, '@sample', /^Code sample /);
  await fillWith(page, 'language', 'py', 'python');
  await page.keyboard.press('Tab');
  await fillWith(page, 'number', '14', '14');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText([/^ticker from living · 41 bytes · about \d+ tokens$/, /^note from living · 11 bytes · about 3 tokens$/, /^fixture:\/\/samples\/python\/14 from basic · 19 bytes · about 5 tokens$/]);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('please');
  await page.keyboard.press('Enter');
  await expect(lastAnswer(page)).toContainText('I have read all three.');
  const content = model.requests[0]?.messages.findLast(({ role }) => role === 'user')?.content;
  expect(content).toEqual([
    { type: 'text', text: '<resource uri="fixture://ticker" mimeType="text/plain">\nA ticker.\nIt stands at 0.\nThat is all.\n</resource>' },
    { type: 'text', text: '<resource uri="fixture://note" mimeType="text/plain">\nfirst words\n</resource>' },
    { type: 'text', text: '<resource uri="fixture://samples/python/14" mimeType="text/plain">\nsample 14 in python\n</resource>' },
    { type: 'text', text: 'Compare please' },
  ]);
  await expect(main(page).getByRole('list', { name: 'Attached' })).toBeHidden();
});
