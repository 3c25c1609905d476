/** A server that is taken out and put in again is the same one, with what was decided about it; one byte more, and it is another (H01, H03, H07). */
import path from 'node:path';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('permissions, pins, switches and results seen first outlive the removal of a server and a restart; a changed byte of its launch is asked about (H01, H02, H03, H07, T:A07, T:C03)', { tag: '@full' }, async ({ app }, info) => {
  test.setTimeout(240_000);
  const { page } = app;
  const entry = local('rug-pull', { memory: path.resolve(info.outputPath('memory')) });
  await using model = await startModelEndpoint((request) => (request.messages.at(-1)?.role === 'tool' ? { kind: 'text', text: 'Done.' } : { kind: 'call', tool: 'trusted__send', arguments: { text: 'hello' } }));
  await haveModel(app, model);
  const remove = async () => {
    await openServer(app.page, 'trusted');
    await app.page.getByRole('button', { name: 'More actions for trusted' }).click();
    await app.page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(sidebar(app.page).getByRole('link', { name: /^trusted/ })).toBeHidden();
  };
  const ask = async () => {
    await newChat(app.page);
    await send(app.page, 'Please');
  };
  const switches = async (tool: string) => {
    await openServer(app.page, 'trusted');
    const article = await openTool(app.page, tool);
    return { offered: article.getByRole('switch', { name: 'Offered to models' }), seenFirst: article.getByRole('switch', { name: /Show me results of this tool first/ }) };
  };

  await haveServer(app, 'trusted', entry);
  await expect(await callTool(page, 'weather', { city: 'Oslo' })).toContainText('Sunny in Oslo');
  const note = await switches('note');
  await note.offered.click();
  await expect(note.offered).not.toBeChecked();
  const weather = await switches('weather');
  await weather.seenFirst.click();
  await expect(weather.seenFirst).toBeChecked();
  await ask();
  await card(page).getByRole('button', { name: 'More ways to allow' }).click();
  await page.getByRole('menuitem', { name: /^Always allow this tool/ }).click();
  await expect(lastAnswer(page)).toContainText('Done.');

  // Taken out, everything ended, put in again byte for byte: one tool has turned meanwhile, and it is known that it has.
  await remove();
  await app.restart();
  await haveServer(app, 'trusted', entry);
  await expect(app.page.getByRole('status').filter({ hasText: 'trusted changed 1 tool (weather)' })).toBeVisible();
  await expect(await openTool(app.page, 'weather')).toContainText('This tool cannot be run while it is suspended.');
  await expect((await switches('note')).offered).not.toBeChecked();
  await expect((await switches('weather')).seenFirst).toBeChecked();
  await ask();
  await expect(lastAnswer(app.page)).toContainText('Done.');
  expect(model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['trusted__send']);

  // The same name for another launch: nothing that was given to the first holds for it.
  await remove();
  await haveServer(app, 'trusted', { ...entry, env: { LABEL: 'x' } });
  await ask();
  await expect(card(app.page)).toContainText('trusted wants to run send');
  await allowOnce(app.page);
  await expect(lastAnswer(app.page)).toContainText('Done.');
  await app.page.evaluate(() => (location.hash = '#/settings/permissions'));
  await expect(main(app.page).getByRole('listitem').filter({ hasText: 'Allow “send” of trusted.' })).toContainText('Does not apply any more');
});
