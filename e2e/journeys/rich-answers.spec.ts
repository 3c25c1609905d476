/** What a person does with an answer of diagrams, tables and code: looks, copies, wraps, in either look and language (C05). */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const said = [
  '```mermaid\nflowchart LR\n  A[问题] --> B{知道答案吗？}\n  B -->|知道| C[回答]\n  B -->|不知道| D[Search the archive]\n  D --> C\n```',
  '```mermaid\nsequenceDiagram\n  participant 用户\n  participant Host\n  用户->>Host: 你好\n  Host-->>用户: Hello\n```',
  '```mermaid\ngantt\n  title Plan\n  section North bed\n  Beans :a1, 2026-05-01, 30d\n```',
  '| Bed | Note |\n|---|---:|\n| north, sunny | "beans" |\n| 南 | 番茄 |',
  `\`\`\`ts\nconst beds = [${Array.from({ length: 40 }, (_each, at) => `"bed number ${at}"`).join(', ')}];\n\`\`\``,
  'the end of it',
].join('\n\n');

test('diagrams are drawn or said to be text, a table is copied as CSV, long lines wrap and stay wrapped, in both looks and both languages (C05, C16) @full', async ({ app }) => {
  test.setTimeout(90_000);
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: said.match(/[\s\S]{1,60}/g) ?? [], everyMs: 5 }));
  await haveModel(app, model);
  await page.emulateMedia({ colorScheme: 'light' });
  await newChat(page);
  await send(page, 'Show me');
  const answer = lastAnswer(page);
  await expect(answer).toContainText('the end of it');
  const pictures = answer.locator('.md-diagram img');
  await expect(pictures).toHaveCount(2, { timeout: 30_000 });
  await expect(answer.getByText('A diagram of the kind “gantt” is shown as its text.')).toBeVisible();
  await expect(answer.getByText('Beans :a1, 2026-05-01, 30d')).toBeVisible();

  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', { value: (text: string) => Promise.resolve(void (document.body.dataset['copied'] = text)) });
  });
  await answer.getByRole('table').hover();
  await answer.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset['copied'])).toBe('Bed,Note\r\n"north, sunny","""beans"""\r\n南,番茄\r\n');

  const code = answer.getByRole('region', { name: 'Code: ts' });
  const goesOn = () => code.evaluate((region) => region.scrollWidth > region.clientWidth);
  expect(await goesOn()).toBe(true);
  await answer.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect.poll(goesOn).toBe(false);
  await page.reload();
  await expect(answer.getByRole('button', { name: 'Wrap long lines' })).toHaveAttribute('aria-pressed', 'true');
  await expect(pictures).toHaveCount(2, { timeout: 30_000 });
  expect(await goesOn()).toBe(false);

  await expectAccessible(page, 'an answer with diagrams', { within: '[role=log]' });
  const drawn = (): Promise<(string | null)[]> => pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  const light = await drawn();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await drawn()).every((each, at) => each !== null && each !== light[at])).toBe(true);
  await expectAccessible(page, 'an answer with diagrams, dark', { within: '[role=log]', isColourOnly: true });

  const chat = new URL(page.url()).hash;
  await page.evaluate(() => (location.hash = '#/settings/general'));
  await main(page).getByRole('radio', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.evaluate((to) => (location.hash = to), chat);
  const chinese = main(page).getByRole('article').last();
  await expect(chinese.getByText('“gantt”这种图表以文本显示。')).toBeVisible();
  await expect(chinese.getByRole('button', { name: '长行自动换行' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chinese.getByRole('img', { name: '图表：flowchart LR' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'an answer with diagrams, in Chinese', { within: '[role=log]' });
});
