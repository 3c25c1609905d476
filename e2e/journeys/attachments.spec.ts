/** Taking resources along, by keyboard alone, and resources that change (C06, C08). */
import { realpathSync } from 'node:fs';
import { killHost } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { chips, field, fillWith, noteAppearances, pick, subscribed, tickerChanges } from '../steps/attachments.ts';
import { composer, lastAnswer, newChat } from '../steps/chat.ts';
import { addReviewed, haveModel, haveServer } from '../steps/prepare.ts';
import { expectState, main, openServer } from '../steps/servers.ts';
import { local, reached } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const everything = realpathSync(new URL('../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url));

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
  await expect(chips(page)).toHaveText([/^ticker from living · 38 bytes · about 10 tokens$/, /^note from living · 11 bytes · about 3 tokens$/, /^fixture:\/\/samples\/python\/14 from basic · 19 bytes · about 5 tokens$/]);
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

test('two documents of server-everything and an instance of a template of another server are attached by keyboard alone, and reach the model (C06, C07, P08, P11)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'I have read all three.' }));
  await haveModel(app, model);
  await addReviewed(app, { everything: { command: process.execPath, args: [everything, 'stdio'] }, basic: local('basic', { era: '2026-07-28' }) });
  for (const name of ['everything', 'basic']) {
    await openServer(page, name);
    await expectState(page, 'Ready', { timeout: 30_000 });
  }
  await newChat(page);
  await expect(composer(page)).toBeFocused();
  await pick(page, 'Compare @architecture', /^architecture\.md /);
  await pick(page, '@features', /^features\.md /);
  await pick(page, '@sample', /^Code sample /);
  await fillWith(page, 'language', 'py', 'python');
  await page.keyboard.press('Tab');
  await fillWith(page, 'number', '14', '14');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText([/^architecture\.md from everything · .*tokens$/, /^features\.md from everything · .*tokens$/, /^fixture:\/\/samples\/python\/14 from basic · 19 bytes · about 5 tokens$/]);
  await page.keyboard.type('please');
  await page.keyboard.press('Enter');
  await expect(lastAnswer(page)).toContainText('I have read all three.');
  const content = model.requests[0]?.messages.findLast(({ role }) => role === 'user')?.content;
  expect(content).toEqual([
    { type: 'text', text: expect.stringMatching(/^<resource uri="demo:\/\/resource\/static\/document\/architecture\.md" mimeType="text\/markdown">\n#/) },
    { type: 'text', text: expect.stringMatching(/^<resource uri="demo:\/\/resource\/static\/document\/features\.md" mimeType="text\/markdown">\n#/) },
    { type: 'text', text: '<resource uri="fixture://samples/python/14" mimeType="text/plain">\nsample 14 in python\n</resource>' },
    { type: 'text', text: 'Compare please' },
  ]);
});

/** Rounds of: it changes, the mark comes up, the new version is attached. */
const rounds = 3;

for (const way of ['stdio', 'Streamable HTTP'] as const) for (const era of ['2025-11-25', '2026-07-28'] as const) {
  test(`a resource that changes every second says so on its chip within a second, and beside what was sent, with what changed; no subscription is left once the chat is closed: ${way}, ${era} (C08, P09)`, { tag: '@full' }, async ({ app }) => {
    const { page } = app;
    await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Read.' }));
    await using living = await reached('living', way, { era });
    await haveModel(app, model);
    await haveServer(app, 'living', living.entry);
    await newChat(page);
    await expect(composer(page)).toBeFocused();
    const mark = 'ticker has changed since you attached it: show the change';
    const marks = await noteAppearances(page, mark);
    await pick(page, '@tick', /^ticker /);
    const changed = page.getByRole('button', { name: mark });
    await expect(changed).toBeVisible();
    expect(await subscribed(app, 'living')).toEqual(['fixture://ticker']);
    const dialog = page.getByRole('dialog', { name: 'ticker has changed since you attached it' });
    // What was attached says from which change on it was another one.
    const waits: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await expect.poll(async () => (await marks.times()).length).toBeGreaterThanOrEqual(round);
      await changed.click();
      const [, stood] = /removed: It stands at (\d+)\./.exec((await dialog.getByRole('region', { name: 'What has changed in ticker' }).textContent()) ?? '') ?? [];
      const at = (await marks.times()).at(-1) ?? Number.NaN;
      waits.push(at - ((await tickerChanges(app, 'living'))[Number(stood)] ?? Number.NaN));
      if (round === rounds) break;
      await dialog.getByRole('button', { name: 'Take the new version' }).click();
      await expect(dialog).toBeHidden();
    }
    console.log(`from the change to its mark on the screen, ${way}, ${era}: ${waits.join(', ')} ms`);
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThan(1_000);
    }
    await page.keyboard.press('Escape');
    await field(page).focus();
    // By keyboard: to the chip, and from it to its mark.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await expect(changed).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('region', { name: 'What has changed in ticker' })).toContainText(/removed: It stands at \d+\..*added: It stands at \d+\./);
    const [, attached = 'nothing'] = /removed: (It stands at \d+\.)/.exec((await dialog.textContent()) ?? '') ?? [];
    await dialog.getByRole('button', { name: 'Keep what I attached' }).click();
    await field(page).fill('What does it say?');
    await field(page).press('Enter');
    await expect(lastAnswer(page)).toContainText('Read.');
    expect(JSON.stringify(model.requests[0]?.messages)).toContain(attached);
    // What was sent says so too, and the new version goes with the next message.
    const sent = main(page).getByRole('article', { name: 'Message from you' });
    await sent.getByRole('button', { name: 'ticker has changed since you attached it: show the change' }).click();
    await dialog.getByRole('button', { name: 'Attach the new version' }).click();
    await expect(chips(page)).toHaveText([/^ticker from living/]);
    await field(page).press('Backspace');
    await page.keyboard.press('Delete');
    await expect(chips(page)).toHaveCount(0);
    await openServer(page, 'living');
    await expect.poll(() => subscribed(app, 'living'), { timeout: 30_000 }).toEqual([]);
  });
}

test('what was attached is sent as it was attached, though the host was killed and the resource is another one by then (C08, R79)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Read.' }));
  await using living = await reached('living', 'Streamable HTTP', { era: '2026-07-28' });
  await haveModel(app, model);
  await haveServer(app, 'living', living.entry);
  await newChat(page);
  await expect(composer(page)).toBeFocused();
  await pick(page, '@note', /^note /);
  await expect(chips(page)).toHaveText([/^note from living · 11 bytes/]);
  const chat = page.url();
  const before = killHost(app);
  await expect.poll(() => app.data.hostPid()).not.toBe(before);
  await openServer(page, 'living');
  await expectState(page, 'Ready', { timeout: 30_000 });
  await callTool(page, 'write-note', { text: 'other words' });
  await page.goto(chat);
  await expect(chips(page)).toHaveText([/^note from living · 11 bytes/]);
  await field(page).fill('What does it say?');
  await field(page).press('Enter');
  await expect(lastAnswer(page)).toContainText('Read.');
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('first words');
  expect(JSON.stringify(model.requests[0]?.messages)).not.toContain('other words');
});
