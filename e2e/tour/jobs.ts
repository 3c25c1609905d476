/** Screens of jobs: the list in all of its states, a chat that waits for one, and one whose result came later. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { allowOnce, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main, openServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

/** What is said in a chat, and which tool of which server it leads to. */
const begun = [
  ['Make an index of all reports', 'archive', 'work'],
  ['Sort the photos of last summer', 'photos', 'hang'],
  ['Order what is missing', 'shop', 'ask'],
  ['Translate the handbook', 'archive', 'hang'],
] as const;

export async function jobsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint((request) => {
    const asked = textOf(request.messages.findLast(({ role }) => role === 'user'));
    const [, server, tool] = begun.find(([text]) => text === asked) ?? begun[0];
    const call = request.tools.find(({ name }) => name === `${server}__${tool}`) ?? offered(request, tool);
    return request.messages.some(({ role }) => role === 'tool') ? { kind: 'text', text: 'I go on with what I can do meanwhile. Tell me when it has come.' } : { kind: 'call', tool: call.name, arguments: tool === 'work' ? { ms: 1_000 } : {} };
  });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  const start = (name: string, more: object = {}) => addServer(page, name, local('tasks-modern', { era: '2026-07-28', state: join(data.home, `${name}.json`), ...more }));
  await start('archive', { says: 'Page 212 of 640', poll: 2_000, 'task-ttl': '7200000' });
  await start('photos', { says: 'Looking at the pictures' });
  await start('shop');
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  const chats: string[] = [];
  for (const [text, , tool] of begun) {
    await newChat(page);
    await send(page, text);
    await allowOnce(page);
    if (tool !== 'ask') await expect(main(page)).toContainText('The server goes on with this as a job.');
    chats.push(new URL(page.url()).hash);
    if (tool === 'work') {
      await main(page).getByRole('button', { name: 'Go on without waiting' }).click();
      await expect(main(page)).toContainText('Tell me when it has come.');
    }
  }
  // What a server without a memory forgets with its end is lost.
  writeFileSync(join(data.home, 'photos.json'), '{}');
  await openServer(page, 'photos');
  await main(page).getByRole('button', { name: 'Restart' }).first().click();
  await go('#/jobs')(page);
  await expect(main(page)).toContainText('no longer knows the job');
  await page.context().close();

  const screens = [
    { name: 'jobs', isKey: true, open: async (to: Page) => { await go('#/jobs')(to); await expect(main(to).getByRole('listitem')).toHaveCount(begun.length); } },
    { name: 'job-waited-for', isKey: true, open: async (to: Page) => { await go(chats[3] ?? '')(to); await expect(main(to).locator('[data-call]')).toBeVisible(); } },
    { name: 'job-asks', open: async (to: Page) => { await go(chats[2] ?? '')(to); await expect(main(to).getByRole('textbox').nth(1)).toBeVisible(); } },
    { name: 'job-came-later', isKey: true, open: async (to: Page) => { await go(chats[0] ?? '')(to); await expect(main(to).getByRole('button', { name: /^(?:Let the model go on with it|让模型据此继续)$/ })).toBeVisible(); } },
    { name: 'notifications', open: async (to: Page) => { await go('#/settings/notifications')(to); await expect(main(to).getByRole('switch').first()).toBeVisible(); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
  });
}
