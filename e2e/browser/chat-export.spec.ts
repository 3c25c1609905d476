/** A chat as a file: saved from its menu, opened by a stranger's browser that would load and run what it found. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

async function saved(page: Page, item: string): Promise<{ name: string; path: string; text: string }> {
  await page.getByRole('button', { name: 'Chat options' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: readFileSync(path, 'utf8') };
}

test('a chat is saved as a page, as Markdown and as JSON; the page loads and runs nothing of what the model wrote (C12, T:B01, T:B02, T:B07)', async ({ app }, info) => {
  const { page } = app;
  const hostile = 'Done. <img src="https://canary.example/a" onerror="document.title=\'owned\'"> ![x](https://canary.example/b) <script>document.title="owned"</script> **bold** `code`\n\n| a | b |\n|---|--:|\n| 1 | 2 |';
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'echo').name, arguments: { message: '<b>hello</b>' } } : { kind: 'text', text: hostile }));
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await newChat(page);
  await send(page, 'Echo something');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Done.');

  const html = await saved(page, 'Web page');
  expect(html.name).toMatch(/^Echo-something-\d{8}-\d{6}\.html$/);
  const stranger = await page.context().newPage();
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(request.url()));
  await stranger.setContent(html.text);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Echo something');
  await stranger.locator('summary').click();
  await expect(stranger.getByText('<b>hello</b>').first()).toBeVisible();
  await expect(stranger.getByRole('cell', { name: '2' })).toBeVisible();
  await expect(stranger.locator('article strong')).toHaveText('bold');
  expect(await stranger.title()).toBe('Echo something');
  expect(await stranger.locator('article img, article script').count()).toBe(0);
  expect(asked).toEqual([]);
  await stranger.screenshot({ path: info.outputPath('page.png'), fullPage: true });
  await stranger.close();

  const markdown = await saved(page, 'Markdown file');
  expect(markdown.text).toMatch(/^# Echo something\n[\s\S]*## You ·[\s\S]*Echo something[\s\S]*mine: [\s\S]*\(done/);
  expect(markdown.text).not.toMatch(/(?<!`)<(?:img|script)|!\[/);

  const json: unknown = JSON.parse((await saved(page, 'JSON file')).text);
  expect(json).toMatchObject({ format: 'portolan-chat', version: 1, title: 'Echo something', messages: [{ role: 'user' }, { role: 'assistant' }] });
});
