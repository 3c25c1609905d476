/** What servers ask of the person, answered from the screen, in both eras and both shells. */
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import { ask, asked, letAsk, press, restartFor, resultOf, settle, sheet, start } from '../steps/asks.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { outsidePage } from '../support/outside-page.ts';
import { watchBrowser } from '../support/protected.ts';

test.describe.configure({ mode: 'parallel' });

for (const era of ['legacy', 'modern'] as const) {
  // What one shell has shown for one era needs no second look in the other.
  const once = era === 'legacy' ? { tag: '@twice' } : {};
  const again = era === 'legacy' ? { tag: '@full' } : {};

  test(`a form with every kind of field, filled in, corrected, and sent to a ${era} server (P13, H04, try-out 48)`, again, async ({ app }) => {
    const { page } = app;
    await haveServer(app, 'forms', local('multi-round', { era }));
    const article = await start(page, 'ask-everything');
    const form = asked(page);
    await expect(form).toContainText('forms asks you to fill in a form');
    await expect(form).toContainText('Your profile');
    // Nothing is filled in but what the server proposed, and the focus stays where it was.
    await expect(form.getByLabel('Text')).toHaveValue('hello');
    await expect(form.getByLabel('email')).toHaveValue('');
    expect(await form.evaluate((card) => card.contains(document.activeElement))).toBe(false);
    await expect(article.getByRole('region', { name: 'Result' })).toContainText('Running');
    // However long it is, the page scrolls and the window does not.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expectAccessible(page, 'a form of a server, below the tool that waits for it');

    await form.getByLabel('email').fill('nobody');
    await form.getByLabel('Text').fill('A');
    await press(form, 'Send answer', () => expect(form.getByText('Must be an e-mail address.')).toBeVisible({ timeout: 2_000 }));
    await expect(form.getByText('At least 2 characters.')).toBeVisible();
    await form.getByLabel('email').fill('ada@example.com');
    await form.getByLabel('Text').fill('Ada');
    await form.getByLabel('uri').fill('https://ada.example/');
    await form.getByLabel('date', { exact: true }).fill('1815-12-10');
    await form.getByLabel('moment').fill('2026-11-30T12:00:00Z');
    await form.getByLabel('number').fill('3.5');
    await form.getByLabel('integer').fill('7');
    await form.getByRole('checkbox', { name: 'flag' }).click();
    for (const [field, option] of [['choice', 'red'], ['titled', 'Large'], ['named', 'Bert']] as const) {
      await form.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await form.getByRole('checkbox', { name: 'y', exact: true }).click();
    await form.getByRole('checkbox', { name: 'Dog' }).click();
    await settle(page, form, 'Send answer');
    const expected = { text: 'Ada', email: 'ada@example.com', uri: 'https://ada.example/', date: '1815-12-10', moment: '2026-11-30T12:00:00Z', number: 3.5, integer: 7, flag: false, choice: 'red', titled: 'l', named: 'b', several: ['x', 'y'], severalTitled: ['d'] };
    for (const [name, value] of Object.entries(expected)) await expect(resultOf(article)).toContainText(`"${name}":${JSON.stringify(value)}`);
  });

  test(`no is one thing and closing another, for a ${era} server (H04)`, { tag: era === 'legacy' ? '@full' : '@twice' }, async ({ app }) => {
    const { page } = app;
    await haveServer(app, 'forms', local('multi-round', { era }));
    const article = await start(page, 'ask-name');
    await settle(page, asked(page), 'Decline');
    await expect(resultOf(article)).toContainText('"action":"decline"');
    // Also from the place where everything that waits is found.
    await article.getByRole('button', { name: /^Run/ }).click();
    await expect(asked(page)).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Home' }).click();
    await sidebar(page).getByRole('button', { name: /1 decision waiting/ }).click();
    await expect(main(page).getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await expect(asked(page)).toBeFocused();
    await expectAccessible(page, 'a question of a server');
    await settle(page, asked(page), 'Cancel');
    await expect(main(page).getByText('Nothing is waiting')).toBeVisible();
    await openServer(page, 'forms');
    await openTool(page, 'ask-name');
    await expect(resultOf(article)).toContainText('"action":"cancel"');
  });

  test(`a form, a model’s answer by hand and the folders, all that a ${era} server wants for one call (P12, P13, P14, H05, H06)`, once, async ({ app }) => {
    const { page, data } = app;
    await haveServer(app, 'forms', local('multi-round', { era }));
    const overview = await letAsk(page, ['Answers of your models', 'Folders it may know of']);
    const folder = overview.getByLabel('Add a folder');
    const add = overview.getByRole('button', { name: 'Add', exact: true });
    await folder.fill('/no/such/folder');
    await add.click();
    await expect(overview.getByText('There is no such folder.')).toBeVisible();
    // All of a person's files are told only after a second press (T:F07).
    await folder.fill(data.home);
    await add.click();
    await expect(overview.getByText('This is a whole disk or all of your files.')).toBeVisible();
    await overview.getByRole('button', { name: 'Tell it all the same' }).click();
    await expect(overview.getByRole('button', { name: /^Take .* out$/ })).toBeVisible();
    const article = await start(page, 'ask-all');
    // A newer server asks for all of it at once, on one sheet; an older one for one after the other.
    const isSheet = era === 'modern';
    const form = asked(page).filter({ hasText: 'Who are you?' });
    await form.getByRole('textbox').first().fill('Ada');
    if (isSheet) await expect(sheet(page)).toContainText('forms asks you 2 things at once');
    else await settle(page, form, 'Send answer');
    const request = asked(page).filter({ hasText: 'one of your models' });
    await expect(request.getByLabel('Server, message 1')).toHaveValue('What is the capital of France?');
    await expect(request).toContainText('No model is set up.');
    if (isSheet) await press(sheet(page), 'Send all answers', () => expect(sheet(page)).toContainText('Number 2 still needs an answer', { timeout: 2_000 }));
    await request.getByRole('button', { name: 'Answer by hand' }).click();
    const answer = asked(page).filter({ hasText: 'Write the answer yourself' });
    await answer.getByLabel('Answer', { exact: true }).fill('Paris, says the person');
    if (isSheet) {
      await expectAccessible(page, 'the sheet of a round');
      await press(sheet(page), 'Send all answers', () => expect(sheet(page)).toBeHidden({ timeout: 2_000 }));
    } else await settle(page, answer, 'Send to the server');
    await expect(resultOf(article)).toContainText('"name":"Ada"');
    await expect(resultOf(article)).toContainText('Paris, says the person');
    await expect(resultOf(article)).toContainText(`file://${data.home}`);
  });
}

test('two rounds, each on its own sheet, and a server that is stopped takes its question along (P13, R07)', { tag: '@twice' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'forms', local('multi-round', { era: 'modern' }));
  const article = await start(page, 'two-rounds');
  await asked(page).getByRole('textbox').first().fill('one');
  await settle(page, asked(page), 'Send answer');
  await expect(asked(page)).toContainText('Second question');
  await expect(asked(page)).toContainText('second time');
  await settle(page, asked(page), 'Send answer');
  await expect(resultOf(article)).toContainText('"second"');
  await article.getByRole('button', { name: /^Run/ }).click();
  await expect(asked(page)).toContainText('First question');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('forms is not connected any more, so its question is gone.')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
});

test('a server that may not ask is told so at its next start (H04)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'forms', local('multi-round', { era: 'legacy' }));
  const overview = await openTab(page, 'Overview');
  await overview.getByRole('switch', { name: 'Forms and pages' }).click();
  await restartFor(overview);
  const article = await start(page, 'ask-name');
  await expect(article.getByRole('region', { name: 'Result' })).toContainText('forms reports: Elicitation not supported');
  await expect(asked(page)).toHaveCount(0);
});

test('a page is opened outside by a press alone; then the server says that it is done (P13, H04)', { tag: '@twice' }, async ({ app }) => {
  await using elsewhere = await outsidePage();
  const { page } = app;
  const browser = await watchBrowser(app);
  await haveServer(app, 'pages', local('asks', { era: 'legacy' }));
  const article = await ask(page, [{ page: { method: 'elicitation/create', params: { mode: 'url', message: 'Please sign in.', url: `${elsewhere.url}/www.bank.com/sign-in`, elicitationId: 'flow-1' } } }]);
  const card = asked(page);
  await expect(card).toContainText('pages asks you to open a page');
  await expect(card).toContainText('It leads to a program on this computer.');
  await expect(card).toContainText('Another address is written inside it; that is not where it leads.');
  await expectAccessible(page, 'a page that a server wants opened');
  expect(elsewhere.visited).toEqual([]);
  await press(card, 'Open in the browser', () => expect(resultOf(article)).toContainText('"action":"accept"', { timeout: 2_000 }));
  await expect.poll(() => browser.opened()).toEqual([`${elsewhere.url}/www.bank.com/sign-in`]);
  await front(app);
  await sidebar(page).getByRole('button', { name: /1 decision waiting/ }).click();
  await expect(asked(page)).toContainText('The page was opened, and the server knows.');
  await openServer(page, 'pages');
  await callTool(page, 'announce', { id: 'flow-1' });
  await expect(page.getByText('pages says that the page is done.')).toBeVisible();
  await expect(sidebar(page).getByRole('button', { name: /decision waiting/ })).toHaveCount(0);
});

test('a stateless server goes on once the person says that the page is done (P13, H04)', { tag: '@full' }, async ({ app }) => {
  await using elsewhere = await outsidePage();
  const { page } = app;
  const browser = await watchBrowser(app);
  await haveServer(app, 'pages', local('asks', { era: 'modern' }));
  const article = await ask(page, [{ page: { method: 'elicitation/create', params: { mode: 'url', message: 'Please sign in.', url: `${elsewhere.url}/sign-in` } } }]);
  await press(asked(page), 'Open in the browser', () => expect(asked(page)).toContainText('The page was opened.', { timeout: 2_000 }));
  await expect.poll(() => browser.opened()).toEqual([`${elsewhere.url}/sign-in`]);
  await front(app);
  await settle(page, asked(page), 'I’m done, go on');
  await expect(resultOf(article)).toContainText('"action":"accept"');
});

test('a model answers for a server only what was read and changed before it was asked and before it goes back (P12, H05)', { tag: '@twice' }, async ({ app }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Lyon' }));
  const { page } = app;
  await haveModel(app, model);
  await haveServer(app, 'sampler', local('asks', { era: 'modern' }));
  await letAsk(page, ['Answers of your models']);
  const article = await ask(page, [{ capital: { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }], systemPrompt: 'Be brief.', maxTokens: 50 } } }]);
  const card = asked(page);
  await expect(card.getByLabel('Instructions')).toHaveValue('Be brief.');
  await expect(card.getByRole('combobox', { name: 'Model' })).toContainText('test-model');
  await expectAccessible(page, 'what a server asks of a model');
  expect(model.requests).toHaveLength(0);
  await card.getByLabel('Server, message 1').fill('And of Italy?');
  await press(card, 'Run it', () => expect(card).toContainText('test-model answered.', { timeout: 4_000 }));
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.messages.map(textOf).join(' ')).toContain('And of Italy?');
  expect(JSON.stringify(model.requests)).not.toContain('France');
  await expect(card.getByLabel('Answer', { exact: true })).toHaveValue('Lyon');
  await expectAccessible(page, 'the answer of a model before it goes back');
  await card.getByLabel('Answer', { exact: true }).fill('Rome');
  await settle(page, card, 'Send to the server');
  await expect(resultOf(article)).toContainText('Rome');
  await expect(resultOf(article)).not.toContainText('Lyon');
});

/** Closes what was opened beside the app. */
async function front({ page, shell }: RunningApp): Promise<void> {
  if (shell === 'desktop') return;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.bringToFront();
}
