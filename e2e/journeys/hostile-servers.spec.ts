/** The corpus in every way in which a server can say something (B01, B02). */
import { core, hostile } from '@portolan/markdown/test/hostile';
import { expect, test } from '../harness/test.ts';
import { openTool } from '../steps/by-hand.ts';
import { asked, settle } from '../steps/asks.ts';
import { answers, lastAnswer, newChat, send } from '../steps/chat.ts';
import { decideAhead } from '../steps/permissions.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openTab } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';
import { watchEveryChange } from '../support/every-change.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const name = '<img src=x onerror=alert(1)> [x](javascript:alert(1))';

test('B02: every attack as an argument, a result, a failure, an error, progress and a line of the log is text (T:B01, T:B02, T:B07, T:B14)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(240_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const texts = hostile.map((text) => text.replaceAll('\u0000', ' '));
  await using model = await startModelEndpoint((request, index) => {
    if (index >= 4) return { kind: 'text', text: 'the end of it' };
    const calls = index === 0 ? texts.slice(0, 45).map((text) => ['say', text] as const) : index === 1 ? texts.slice(45).map((text) => ['say', text] as const) : core.map((text) => [index === 2 ? 'fail' : 'throw', text] as const);
    return { kind: 'calls', calls: calls.map(([tool, text]) => ({ tool: request.tools.find((each) => each.name.includes(`-${tool}-`))?.name ?? tool, arguments: { text, [text]: 1 } })) };
  });
  await haveModel(app, model);
  await haveServer(app, name, local('parrot', { self: core.join(' ') }));
  await canary.expectUntouched('the page of the server');
  await decideAhead(app.data, [{ server: name, tool: null, effect: 'allow', conditions: [] }]);
  await newChat(page);
  const change = await watchEveryChange(page);
  await send(page, 'Go');
  await expect(lastAnswer(page)).toContainText('the end of it', { timeout: 120_000 });
  // All of them were made, whatever they said.
  expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')).toHaveLength(texts.length + 2 * core.length);
  const flow = answers(page).getByRole('button', { expanded: false });
  for (let left = Math.min(await flow.count(), 40); left > 0; left--) await flow.first().click();
  await canary.expectUntouched('the calls');
  await change.expectHarmless('the calls');
  await page.getByRole('navigation').getByRole('link', { name }).and(page.locator('[href^="#/servers/"]')).click();
  const log = await openTab(page, 'Log');
  await expect(log.getByText('onerror').first()).toBeVisible();
  await canary.expectUntouched('the log');
  await openTab(page, 'Trace');
  await expect(main(page).getByText('tools/call').first()).toBeVisible();
  await canary.expectUntouched('the trace');
  await page.evaluate(() => {
    location.hash = '#/activity';
  });
  await expect(main(page).getByText(name).first()).toBeVisible();
  await canary.expectUntouched('the activity');
  await change.expectHarmless('every page about it');
});

test('B02: what a server says about itself, its tools, contents and prompts is text on every page of it (T:B01, T:B02)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const change = await watchEveryChange(page);
  await haveServer(app, name, local('parrot', { self: hostile.join(' ').replaceAll('\u0000', '') }));
  await openTool(page, 'say');
  const resources = await openTab(page, 'Resources');
  await resources.locator('[data-pick]').first().click();
  await expect(resources.getByRole('region', { name: 'Content', exact: true })).toContainText('onerror');
  const prompts = await openTab(page, 'Prompts');
  await prompts.locator('[data-pick]').first().click();
  await prompts.getByRole('article').getByRole('button', { name: 'Show messages' }).click();
  await expect(prompts.getByText('onerror').last()).toBeVisible();
  await openTab(page, 'Trace');
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  await expect(main(page).getByText('onerror').first()).toBeVisible();
  await canary.expectUntouched('the pages');
  await change.expectHarmless('the pages');
});

test('B02: a question in hostile words, its title in the window and the notice about it are plain text (T:B02, T:B12, P13)', { tag: '@full' }, async ({ app, shell }) => {
  test.setTimeout(120_000);
  const { page } = app;
  if (shell === 'browser') {
    await page.context().grantPermissions(['notifications']);
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(globalThis, { shownNotices: shown });
      class Recorded extends EventTarget {
        static readonly permission = 'granted';
        constructor(title: string, options?: NotificationOptions) {
          super();
          shown.push(`${title} · ${options?.body ?? ''} · ${options?.icon ?? ''}`);
        }
        close(): void {
          // Nothing was shown.
        }
      }
      Object.assign(globalThis, { Notification: Recorded });
      document.hasFocus = () => false;
    });
  }
  await using canary = await watchForEscapes(page);
  const change = await watchEveryChange(page);
  await haveServer(app, name, local('parrot'));
  for (const text of [core[0] ?? '', core[2] ?? '', core[4] ?? '', '<form action="https://canary.example"><input type=password name=p></form>']) {
    const article = await openTool(page, 'question');
    await article.getByRole('form', { name: 'Arguments' }).getByRole('textbox').first().fill(text);
    await article.getByRole('button', { name: /^Run/ }).click();
    await expect(asked(page).first()).toContainText(text);
    await expect(asked(page).locator('a[href], img, [type=password]')).toHaveCount(0);
    await canary.expectUntouched('the question');
    await settle(page, asked(page).first(), 'Decline');
  }
  if (shell === 'browser') {
    const shown = await page.evaluate(() => Reflect.get(globalThis, 'shownNotices') as string[]);
    for (const words of shown) expect(words).not.toMatch(/[<>]|:\/\/|javascript:/);
  }
  await change.expectHarmless('the questions');
});
