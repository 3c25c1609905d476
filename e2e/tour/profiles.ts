/** Screens of profiles and prompt templates: the lists, the forms, what is wrong with one, and both in a chat. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { newChat } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const wrong = `Write a letter to {{customer}} about {{topic}}.
Use what stands in {{resource:fixture://nte}} and look up the rest with {{tool:shelf/harvset}}.
{{2nd line}}`;
const good = 'Sum up {{resource:fixture://note}} for {{reader}}, in {{language}}. Look up the rest with {{tool:shelf/harvest}}.';

export async function profilesExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint(() => ({ kind: 'text', text: 'Understood.' }));
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'notes', local('living'));
  await addServer(page, 'shelf', local('shelves', { tools: 14 }));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await addProfile(page, 'Accounts', 'You help with the accounts of a bakery. Answer in short sentences, name every amount with its currency.', ['shelf']);
  await addProfile(page, 'Letters', 'Write like a friendly person, without big words.', ['notes', 'shelf']);
  await addTemplate(page, 'brief', good);
  await newChat(page);
  await page.getByRole('button', { name: 'Profile: No profile' }).click();
  await page.getByRole('menuitemradio', { name: 'Letters' }).click();
  const chat = new URL(page.url()).hash;
  await page.context().close();

  const tidy = async (to: Page) => {
    await to.keyboard.press('Escape');
    const asks = to.getByRole('alertdialog');
    if (await asks.isVisible()) await asks.getByRole('button').last().click();
    await expect(to.locator('.ui-dialog')).toHaveCount(0);
  };
  const screens = [
    { name: 'profiles', isKey: true, open: async (to: Page) => { await go('#/settings/profiles')(to); await expect(main(to).getByRole('listitem')).toHaveCount(2); } },
    { name: 'profile-edit', isKey: true, open: async (to: Page) => {
      await go('#/settings/profiles')(to);
      await main(to).getByRole('listitem').first().getByRole('button').first().click();
      await to.locator('.ui-dialog').getByRole('button', { name: /^(?:Choose tools…|选择工具…)/ }).first().click();
      await to.locator('.ui-dialog').getByRole('checkbox', { name: 'harvest' }).click();
      await to.locator('.ui-dialog').getByRole('radio').last().scrollIntoViewIfNeeded();
    } },
    { name: 'templates', open: async (to: Page) => { await tidy(to); await go('#/settings/templates')(to); await expect(main(to).getByRole('listitem')).toHaveCount(1); } },
    { name: 'template-edit', isKey: true, open: async (to: Page) => {
      await go('#/settings/templates')(to);
      await main(to).getByRole('button', { name: /^(?:Add template|添加模板)$/ }).click();
      const dialog = to.locator('.ui-dialog');
      await dialog.getByRole('textbox').first().fill('letter');
      await dialog.locator('textarea').fill(wrong);
      await dialog.locator('button[type=submit]').click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    } },
    { name: 'template-use', isKey: true, open: async (to: Page) => {
      await tidy(to);
      await go(chat)(to);
      await main(to).locator('textarea').fill('');
      await main(to).locator('textarea').pressSequentially('/bri');
      await main(to).getByRole('option').first().click();
      await to.locator('.ui-dialog').locator('textarea').first().fill('a child of seven');
    } },
    { name: 'profile-choose', isKey: true, open: async (to: Page) => {
      await tidy(to);
      await go(chat)(to);
      await main(to).getByRole('button', { name: /^(?:Profile: |方案：)/ }).click();
      await expect(to.getByRole('menuitemradio')).toHaveCount(3);
    } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
  });
}

async function addProfile(page: Page, name: string, instructions: string, servers: string[]): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Profiles' }).click();
  await main(page).getByRole('button', { name: 'Add profile' }).click();
  const dialog = page.locator('.ui-dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Instructions').fill(instructions);
  await dialog.getByRole('radio', { name: 'Only these' }).click();
  for (const server of servers) await dialog.getByRole('checkbox', { name: server }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function addTemplate(page: Page, name: string, text: string): Promise<void> {
  await main(page).getByRole('tab', { name: 'Prompt templates' }).click();
  await main(page).getByRole('button', { name: 'Add template' }).click();
  const dialog = page.locator('.ui-dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Text').fill(text);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}
