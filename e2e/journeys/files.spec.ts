/** Files that people bring along: pasted, chosen, dropped; what the model gets of them, and what waits for its answer (C07). */
import { expect, test } from '../harness/test.ts';
import { chips, field } from '../steps/attachments.ts';
import { composer, lastAnswer, newChat } from '../steps/chat.ts';
import { chooseFiles, pastePicture, pictureFile } from '../steps/files.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('a picture that is pasted and a file that is chosen stand as chips, go to the model by what they are, and stand in the chat (C07)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'I have seen both.' }));
  await haveModel(app, model);
  await newChat(page);
  await expect(composer(page)).toBeFocused();
  await pastePicture(page, { width: 40, height: 30 });
  await expect(chips(page)).toHaveText([/^Pasted picture\.png picture · 40 × 30/]);
  await chooseFiles(app, [{ name: 'plan.md', mimeType: 'image/png', buffer: Buffer.from('# The plan\nWalk.') }]);
  await expect(chips(page)).toHaveText([/^Pasted picture\.png picture/, /^plan\.md text · 16 bytes · about 4 tokens$/]);
  await field(page).fill('What are these?');
  await field(page).press('Enter');
  await expect(lastAnswer(page)).toContainText('I have seen both.');
  const content = model.requests[0]?.messages.findLast(({ role }) => role === 'user')?.content;
  expect(content).toEqual([
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) as unknown } },
    { type: 'text', text: '<resource uri="plan.md" mimeType="text/plain">\n# The plan\nWalk.\n</resource>' },
    { type: 'text', text: 'What are these?' },
  ]);
  const sent = main(page).getByRole('article', { name: 'Message from you' });
  await expect(sent.getByRole('img', { name: /^Pasted picture\.png/ })).toBeVisible();
  await expect(sent.getByRole('button', { name: /plan\.md/ })).toBeVisible();
});

test('a picture too large for models is made smaller for them, a draft with it outlives a restart, and messages wait for an answer, over a restart as well, and go in order (C07, R98)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  let isSlow = true;
  await using model = await startModelEndpoint(() => (isSlow ? { kind: 'stream', pieces: Array.from({ length: 600 }, () => 'slowly '), everyMs: 50 } : { kind: 'text', text: 'Done.' }));
  await haveModel(app, model);
  await newChat(page);
  await field(page).fill('See this');
  await chooseFiles(app, [await pictureFile(page, 'wide.png', { width: 4_000, height: 1_000 })]);
  await expect(chips(page)).toHaveText([/^wide\.png picture · 4,000 × 1,000 · .* · 2,048 × 512 for the model/]);
  const chat = new URL(page.url()).hash;
  // What was typed last is handed over a moment later.
  await expect(async () => {
    await page.reload();
    await expect(field(page)).toHaveValue('See this', { timeout: 2_000 });
    await expect(chips(page)).toHaveText([/^wide\.png picture/], { timeout: 2_000 });
  }).toPass();
  await field(page).press('Enter');
  await expect(main(page).getByRole('button', { name: 'Stop' })).toBeVisible();
  for (const text of ['Second', 'Third']) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('');
  }
  const queue = main(page).getByRole('region', { name: 'Waiting to be sent' });
  await expect(queue.getByRole('listitem')).toHaveText([/^Second/, /^Third/]);
  await queue.getByRole('button', { name: /^Move up: 2\. Third/ }).click();
  await expect(queue.getByRole('listitem')).toHaveText([/^Third/, /^Second/]);
  // An answer that was cut leaves them to the person.
  await app.restart();
  isSlow = false;
  await app.page.evaluate((hash) => {
    location.hash = hash;
  }, chat);
  const kept = main(app.page).getByRole('region', { name: 'Waiting to be sent' });
  await expect(kept.getByRole('listitem')).toHaveText([/^Third/, /^Second/]);
  await kept.getByRole('button', { name: 'Send them' }).click();
  await expect(kept).toBeHidden();
  await expect.poll(() => model.requests.length).toBe(3);
  const asked = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
  expect(asked[0]).toContain('data:image/png;base64,');
  expect(asked.slice(1)).toEqual([expect.stringContaining('Third'), expect.stringContaining('Second')]);
});
