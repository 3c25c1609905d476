/** What a window loads before anything is done in it, and that the large parts wait until something needs them. */
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { firstLoadBudget, loadedScripts, totalOf } from '../support/first-load.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const heavy = /^(?:katex|highlight-worker|diagram|draw-diagram|app-view)/;

test('the first screen needs no more script than it may, and nothing for code, formulas and diagrams loads before it is used (C05, C16)', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await loadedScripts(page);
  expect(first.map(({ name }) => name).filter((name) => heavy.test(name) || /^zh-cn|^palette|^settings-page/.test(name))).toEqual([]);
  // All of it was seen: the entry, the texts and the page.
  expect(first.map(({ name }) => name)).toEqual(expect.arrayContaining(['index', 'en-first', 'home-page']));
  expect(totalOf(first), first.map(({ name, size }) => `${name} ${size}`).join('\n')).toBeLessThanOrEqual(firstLoadBudget);

  const replies = ['Plain **words** and a list:\n\n- one\n- two\n\n| a | b |\n|--|--|\n| 1 | 2 |', 'A formula: $e^{i\\pi} = -1$', '```js\nconst a = 1;\n```', `\`\`\`mermaid\n%%{init:{"themeCSS":"*{background:url(https://canary.example/c)}"}}%%\ngraph TD\n  A["<img src=https://canary.example/i onerror=alert(1)>"] --> B{Really?}\n  click A "javascript:alert(1)"\n  style B fill:url(https://canary.example/f)\n\`\`\``, '```mermaid\npie title Pets\n```'];
  await using model = await startModelEndpoint((_request, index) => ({ kind: 'text', text: replies[index] ?? '' }));
  await haveModel(app, model);
  await newChat(page);
  const names = async () => (await loadedScripts(page)).map(({ name }) => name);
  await send(page, 'Words');
  await expect(lastAnswer(page).getByRole('table')).toBeVisible();
  expect((await names()).filter((name) => heavy.test(name))).toEqual([]);
  await send(page, 'A formula');
  await expect(lastAnswer(page).locator('.katex')).toBeVisible();
  expect(await names()).toContain('katex-loader');
  expect(await names()).not.toContain('highlight-worker');
  await send(page, 'Code');
  await expect(lastAnswer(page).locator('.md-tone-keyword').first()).toBeVisible();
  expect(await names()).toContain('highlight-worker');
  expect(await names()).not.toContain('diagram-worker');

  // A diagram is an image that can do nothing; whatever its text wants stays undone (T:B03).
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await send(page, 'A diagram');
  const picture = lastAnswer(page).locator('.md-diagram-frame img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((element) => (element instanceof HTMLImageElement && element.complete ? element.naturalWidth : 0))).toBeGreaterThan(50);
  const svg = decodeURIComponent((await picture.getAttribute('src')) ?? '');
  expect(svg).toContain('Really?');
  // Its words may say anything; its markup may not.
  expect(svg).not.toMatch(/<(?:a|script|image|img|use|foreignObject)\b|url\((?!#)|\shref=/);
  expect(await names()).toContain('diagram-worker');
  await lastAnswer(page).getByRole('button', { name: 'Show its text' }).click();
  await expect(lastAnswer(page)).toContainText('themeCSS');
  await send(page, 'One that cannot be drawn');
  await expect(lastAnswer(page)).toContainText('is shown as its text.');
  await expect(lastAnswer(page)).toContainText('pie title Pets');
  expect(asked.filter((url) => url.includes('canary'))).toEqual([]);
});
