/** The tools of the public everything-server that ask: forms, pages, models, folders. */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { asked, letAsk, press, resultOf, settle, start } from '../steps/asks.ts';
import { fillArguments, openTool } from '../steps/by-hand.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { expectState, openTab, sidebar } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { outsidePage } from '../support/outside-page.ts';
import { watchBrowser } from '../support/protected.ts';

test('server-everything: a form, a page, a model and folders, each answered from the screen (P12, P13, P14, H04, H05, H06)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  await using elsewhere = await outsidePage();
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Bonjour' }));
  const { page, data } = app;
  const browser = await watchBrowser(app);
  await haveModel(app, model);
  await haveServer(app, 'everything', { command: process.execPath, args: [realpathSync(new URL('../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url)), 'stdio'] });
  const overview = await letAsk(page, ['Answers of your models', 'Folders it may know of']);
  await expectState(page, 'Ready', { timeout: 30_000 });

  const work = join(data.home, 'work');
  mkdirSync(work);
  await openTab(page, 'Overview');
  await overview.getByLabel('Add a folder').fill(work);
  await overview.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(overview.getByRole('button', { name: `Take ${work} out` })).toBeVisible();
  await expect(resultOf(await start(page, 'get-roots-list'))).toContainText(`file://${work}`);

  const elicitation = await start(page, 'trigger-elicitation-request');
  await asked(page).getByRole('textbox', { name: /^String \(/ }).fill('Ada');
  await settle(page, asked(page), 'Send answer');
  await expect(resultOf(elicitation)).toContainText('- Name: Ada');

  const sampling = await openTool(page, 'trigger-sampling-request');
  await fillArguments(sampling, { prompt: 'hello' });
  await sampling.getByRole('button', { name: /^Run/ }).click();
  await press(asked(page), 'Run it', () => expect(asked(page)).toContainText('test-model answered.', { timeout: 4_000 }));
  await settle(page, asked(page), 'Send to the server');
  await expect(resultOf(sampling)).toContainText('Bonjour');

  const back = async () => {
    if (app.shell === 'browser') for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.bringToFront();
  };
  const url = await openTool(page, 'trigger-url-elicitation');
  await fillArguments(url, { url: `${elsewhere.url}/by-request` });
  await url.getByRole('button', { name: /^Run/ }).click();
  await press(asked(page), 'Open in the browser', () => expect(resultOf(url)).toContainText('User completed', { timeout: 2_000 }));
  await expect.poll(() => browser.opened()).toContain(`${elsewhere.url}/by-request`);
  await back();
  await sidebar(page).getByRole('button', { name: /1 decision waiting/ }).click();
  await settle(page, asked(page), 'Stop waiting');
});
