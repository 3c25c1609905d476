/** Models of this computer: the ways to one, what was found, a file that is looked at, one that runs. */
import type { Browser, Locator, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { startLocalServices } from '../steps/local-services.ts';
import { abacus, haveModelFile } from '../steps/model-files.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^(?:Open a model file|打开模型文件)$/ });

export async function localModelsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const services = await startLocalServices();
  const path = haveModelFile({ data }, abacus);
  const program = startProgram(data.path, [], { HOME: data.home, ...services.environment });
  await program.nextAddress();
  const models = async (page: Page) => {
    // A dialog with something in it asks before it goes.
    if (await dialog(page).isVisible()) {
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: /^(?:Discard|放弃)/ }).click();
      await expect(dialog(page)).toBeHidden();
    }
    await go('#/settings/providers')(page);
  };
  const look = async (page: Page) => {
    await models(page);
    await page.getByRole('main').getByRole('button', { name: /^(?:Look for models on this computer|查找本机上的模型)$/ }).click();
    await expect(page.getByRole('main').getByRole('listitem', { name: 'Ollama' })).toBeVisible();
  };
  const open = async (page: Page) => {
    await models(page);
    await page.getByRole('main').getByRole('button', { name: /^(?:Open a model file…|打开模型文件…)$/ }).first().click();
    await dialog(page).getByLabel(/^(?:File|文件)$/).fill(path);
    await expect(dialog(page).getByText(/^(?:It fits|放得下)$/)).toBeVisible();
  };
  const run = async (page: Page) => {
    await models(page);
    const card = page.getByRole('main').locator('section', { hasText: 'Abacus Mini' }).first();
    if (!(await card.isVisible())) {
      await open(page);
      await dialog(page).locator('button[type=submit]').click();
      await expect(dialog(page)).toBeHidden();
      await go('#/')(page);
      await page.getByRole('navigation').getByRole('button', { name: /^(?:New chat|新对话)/ }).click();
      const message = page.getByRole('main').getByRole('textbox').last();
      await message.fill('Hi');
      await expect(page.getByRole('main').getByRole('button', { name: /^(?:Send|发送)$/ })).toBeEnabled();
      await message.press('Enter');
      await expect(page.getByRole('main').getByText('Hello from a model file.')).toBeVisible({ timeout: 30_000 });
      await models(page);
    }
    await expect(card.getByText(/^(?:In memory|在内存中)$/)).toBeVisible();
  };
  return exhibition(
    browser,
    program,
    data,
    [
      { name: 'models-ways', isKey: true, open: models },
      { name: 'models-found', isKey: true, open: look },
      { name: 'model-file', isKey: true, open },
      { name: 'model-file-runs', open: run },
    ],
    async () => services[Symbol.asyncDispose](),
  );
}
