/** Screens of apps below their calls: our own counter, and examples that the authors of MCP Apps publish. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { app, inside } from '../steps/apps.ts';
import { allowOnce, card, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { exampleEntry } from '../support/example-apps.ts';
import { offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { answerable, exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const asks = { counter: 'Count to three.', budget: 'How is the budget split?', cohort: 'Which customers stay?', scenario: 'What if prices rise?' } as const;
const tools: Record<string, string> = { [asks.counter]: 'count', [asks.budget]: 'get-budget-data', [asks.cohort]: 'get-cohort-data', [asks.scenario]: 'get-scenario-data' };

export async function appsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint((request) => {
    const last = request.messages.at(-1);
    const tool = last === undefined ? undefined : tools[textOf(last)];
    return last?.role === 'tool' || tool === undefined ? { kind: 'text', text: 'There it is; you can change it there as well.' } : { kind: 'call', tool: offered(request, tool).name, arguments: tool === 'count' ? { by: 3 } : {} };
  });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'counter', local('apps', { connect: 'https://api.example.com' }));
  for (const name of ['budget-allocator', 'cohort-heatmap', 'scenario-modeler'] as const) await addServer(page, name, exampleEntry(name));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  const chats: Record<string, string> = {};
  for (const [name, ask] of Object.entries(asks)) {
    await newChat(page);
    await send(page, ask);
    await allowOnce(page);
    await expect(inside(page).locator('body')).not.toBeEmpty();
    chats[name] = new URL(page.url()).hash;
  }
  await page.context().close();
  const shown = (name: string) => async (to: Page) => {
    await to.keyboard.press('Escape');
    await go('#/servers')(to);
    await go(chats[name] ?? '')(to);
    await expect(inside(to).locator('body')).not.toBeEmpty();
    await expect(app(to).getByRole('status')).toHaveCount(0);
    await app(to).scrollIntoViewIfNeeded();
    await to.waitForTimeout(1000);
  };
  const screens = [
    { name: 'app-counter', isKey: true, open: async (to: Page) => { await shown('counter')(to); await inside(to).getByRole('button', { name: 'Suggest a message' }).click(); await expect(app(to).getByRole('group')).toBeVisible(); } },
    { name: 'app-asks', isKey: true, open: async (to: Page) => { await shown('counter')(to); await inside(to).getByRole('button', { name: 'Add one' }).click(); await expect(card(to)).toBeVisible(); await answerable(card(to)); } },
    { name: 'app-reach', isKey: true, open: async (to: Page) => { await shown('counter')(to); await app(to).locator('header button').first().click(); await expect(to.getByRole('dialog')).toBeVisible(); } },
    { name: 'app-corner', isKey: true, open: async (to: Page) => { await shown('counter')(to); await app(to).locator('header button').nth(2).click(); await expect(app(to)).toHaveAttribute('data-mode', 'pip'); } },
    { name: 'app-budget', isKey: true, open: shown('budget') },
    { name: 'app-cohort', isKey: true, open: shown('cohort') },
    { name: 'app-scenario', isKey: true, open: shown('scenario') },
    { name: 'app-fullscreen', isKey: true, open: async (to: Page) => { await shown('scenario')(to); await app(to).locator('header button').nth(3).click(); await expect(app(to)).toHaveAttribute('data-mode', 'fullscreen'); await to.waitForTimeout(500); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
  });
}
