/** How much script the window loads for its first screen, and for a chat after it. Nothing is timed. */
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { firstLoadBudget, loadedScripts, totalOf } from '../support/first-load.ts';
import type { LoadedScript } from '../support/first-load.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const table = (title: string, scripts: readonly LoadedScript[], rows: number): string =>
  [`${title.padEnd(44)}${kB(totalOf(scripts)).padStart(8)} kB gz, ${scripts.length} files`, ...scripts.slice(0, rows).map(({ name, size }) => `  ${name.padEnd(42)}${kB(size).padStart(8)}`)].join('\n');

test('the first load', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await loadedScripts(page);
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Plain **words**.' }));
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Hello');
  await expect(lastAnswer(page)).toContainText('Plain words.');
  await page.reload();
  await expect(lastAnswer(page)).toContainText('Plain words.');
  await page.waitForLoadState('networkidle');
  console.log(['', table('first screen', first, 12), '', table('opened on a chat', await loadedScripts(page), 24), '', `limit for the first screen: ${kB(firstLoadBudget)} kB`].join('\n'));
  expect(totalOf(first)).toBeLessThanOrEqual(firstLoadBudget);
});
