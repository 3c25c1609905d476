/** Model files that a test makes, and opens as a person does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel, words } from '@portolan/fixture-servers/gguf/scripted-model';
import type { ScriptedModel } from '@portolan/fixture-servers/gguf/scripted-model';
import type { RunningApp } from '../harness/running-app.ts';
import { expect } from '../harness/test.ts';
import { main, sidebar } from './servers.ts';

/** Greets; told to use the abacus, calls `get-sum` of the server `sums`, and says what it said. */
export const abacus: ScriptedModel = {
  name: 'Abacus Mini',
  lines: [
    { pieces: words('The beads show 42.'), after: '||result:' },
    { pieces: ['||call:', ' ', 'sums__get-sum', '(', '{"a": ', '19', ', "b": ', '23', '}', ')'], after: 'abacus' },
    { pieces: words('Hello from a model file.') },
  ],
};

/** Puts a model file into the person's folder; gives its path. */
export function haveModelFile(app: Pick<RunningApp, 'data'>, model: ScriptedModel, name = 'Abacus-Mini-F32.gguf'): string {
  const folder = join(app.data.home, 'Models');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, scriptedModel(model));
  return path;
}

export async function openModels({ page }: RunningApp): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Models' }).click();
}

/** Opens a file through the settings; leaves the dialog where its header is shown. */
export async function lookAtModelFile(app: RunningApp, path: string): Promise<void> {
  await openModels(app);
  await main(app.page).getByRole('button', { name: 'Open a model file…' }).click();
  await app.page.getByRole('dialog', { name: 'Open a model file' }).getByLabel('File', { exact: true }).fill(path);
}

export async function addModelFile(app: RunningApp, path: string): Promise<void> {
  await lookAtModelFile(app, path);
  const dialog = app.page.getByRole('dialog', { name: 'Open a model file' });
  await dialog.getByLabel('Processor threads').fill('1');
  await dialog.getByRole('button', { name: 'Add this model' }).click();
  await expect(dialog).toBeHidden();
}
