/** Screens of projects: the page of one, the way of a chat into one, what its model is told, and a history that is narrowed. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { newChatHere, newProject } from '../steps/projects.ts';
import { addServer, main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const instructions = `Metric units, and temperatures in °C.
We have a wood oven and no mixer. Never suggest nuts: one of us is allergic.
回答里请同时给出中文名称。`;

function answer(request: ChatRequest): Answer {
  if (textOf(request.messages.at(-1)).includes('echo') && lastToolResult(request) === null) return { kind: 'call', tool: offered(request, 'echo').name, arguments: { message: 'rye, water, salt' } };
  return { kind: 'text', text: 'The dough rests for **twelve hours** at 4 °C (面团冷藏十二小时).' };
}

export async function projectsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint(answer);
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'scales', local('basic'));
  await addServer(page, 'pantry', local('basic'));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newProject(page, 'Garden 花园');
  await newProject(page, 'Bread');
  const project = new URL(page.url()).hash;
  await page.getByLabel('Add files', { exact: true }).setInputFiles([
    { name: 'starter.md', mimeType: 'text/markdown', buffer: Buffer.from('# Starter\nFeed it every evening.\n'.repeat(60)) },
    { name: 'all-recipes.txt', mimeType: 'text/plain', buffer: Buffer.from('Rye 500 g, water 400 g, salt 10 g.\n'.repeat(9_000)) },
  ]);
  await expect(main(page).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await main(page).getByRole('radio', { name: /Only these/ }).check();
  await main(page).getByRole('checkbox', { name: 'pantry' }).uncheck();
  await main(page).getByRole('textbox', { name: 'Instructions' }).fill(instructions);
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
  for (const text of ['How long does the dough rest?', 'A loaf for Sunday', 'Please echo what goes into it.']) {
    await go(project)(page);
    await newChatHere(page);
    await send(page, text);
    if (text.includes('echo')) await allowOnce(page);
    await expect(lastAnswer(page)).toContainText('twelve hours');
  }
  const chat = new URL(page.url()).hash;
  await newChat(page);
  await send(page, 'Where does dough come from?');
  await expect(lastAnswer(page)).toContainText('twelve hours');
  await page.context().close();

  const id = project.split('/').at(-1) ?? '';
  const screens = [
    { name: 'project', isKey: true, open: go(project) },
    { name: 'project-files', open: async (to: Page) => { await go(project)(to); await main(to).locator('section').nth(2).scrollIntoViewIfNeeded(); await main(to).locator('section').last().scrollIntoViewIfNeeded(); } },
    { name: 'project-move', isKey: true, open: async (to: Page) => { await go(chat)(to); await to.getByRole('main').locator('header').getByRole('button').last().click(); await to.getByRole('menuitem').filter({ hasText: /^(Move to project…|移到项目…)$/ }).click(); await expect(to.getByRole('dialog')).toBeVisible(); } },
    { name: 'project-told', isKey: true, open: async (to: Page) => { await to.keyboard.press('Escape'); await go(chat)(to); await main(to).locator('[data-composer] button:has(circle.stroke-line-strong)').click(); await to.getByRole('dialog').getByRole('button').filter({ hasText: /^(Everything the model is told|模型得知的全部内容)$/ }).click(); await expect(to.getByRole('dialog').locator('pre').first()).toBeVisible(); } },
    { name: 'project-servers-of-chat', open: async (to: Page) => { await to.keyboard.press('Escape'); await go(chat)(to); await main(to).locator('[data-composer] button:has(circle.stroke-line-strong)').click(); await to.getByRole('dialog').getByRole('button').filter({ hasText: /^(Tools in this chat|此对话中的工具)$/ }).click(); await to.getByRole('dialog').getByRole('button').filter({ hasText: /^(Servers in this chat|此对话中的服务器)/ }).click(); await expect(to.getByRole('dialog').getByRole('checkbox').first()).toBeVisible(); } },
    { name: 'history-filtered', isKey: true, open: async (to: Page) => { await to.keyboard.press('Escape'); await go(`#/history?q=dough&project=${id}&model=test-model`)(to); await expect(main(to).locator('mark').first()).toBeVisible(); } },
    { name: 'history-filter-menu', open: async (to: Page) => { await go('#/history')(to); await main(to).getByRole('button').filter({ hasText: /^(Filter|筛选)$/ }).click(); await expect(to.getByRole('menuitem').nth(10)).toBeVisible(); } },
    { name: 'history-nothing', isKey: true, open: async (to: Page) => { await to.keyboard.press('Escape'); await go(`#/history?q=dough&project=${id}&place=pinned`)(to); await expect(main(to).getByRole('button').filter({ hasText: /Pinned|已置顶/ }).last()).toBeVisible(); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
  });
}
