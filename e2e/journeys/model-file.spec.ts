/** A model file of this computer: opened, looked at, talked to, killed in the middle, taken out of memory. */
import { writeFileSync } from 'node:fs';
import { words } from '@portolan/fixture-servers/gguf/scripted-model';
import { expect, test } from '../harness/test.ts';
import { allowOnce, call, card, lastAnswer, newChat, send, shownArguments } from '../steps/chat.ts';
import { abacus, addModelFile, haveModelFile, lookAtModelFile, openModels } from '../steps/model-files.ts';
import { haveServer } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { isRunning, modelProcesses } from '../support/processes.ts';

test.describe.configure({ timeout: 240_000 });
test.skip(process.platform === 'linux' ? !['x64', 'arm64'].includes(process.arch) : !['darwin', 'win32'].includes(process.platform), 'nothing here runs model files');

test('a model file is opened, says what it is, answers, and its call is decided about like any other @twice (C02, C03, H01)', async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'sums', local('basic'));
  await lookAtModelFile(app, haveModelFile(app, abacus));
  const dialog = page.getByRole('dialog', { name: 'Open a model file' });
  await expect(dialog.getByText('Abacus Mini')).toBeVisible();
  await expect(dialog.getByText('16,384 tokens')).toBeVisible();
  await expect(dialog.getByText('It fits')).toBeVisible();
  // Threads that wait for each other get nowhere on a machine that others use too.
  await dialog.getByLabel('Processor threads').fill('1');
  await dialog.getByRole('button', { name: 'Add this model' }).click();
  await expect(dialog).toBeHidden();
  const provider = main(page).getByRole('region', { name: 'Abacus Mini' }).or(main(page).locator('section', { hasText: 'Abacus Mini' })).first();
  await expect(provider.getByText('Not in memory. It is loaded with the first message.')).toBeVisible();
  await newChat(page);
  await send(page, 'Please use the abacus for 19 and 23.');
  await expect(card(page)).toContainText('sums wants to run Sum', { timeout: 120_000 });
  expect(await shownArguments(card(page))).toEqual([['a', '19'], ['b', '23']]);
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('The beads show 42.', { timeout: 120_000 });
  await expect(call(page, 'sums', 'Sum').last()).toContainText('Done');
  await openModels(app);
  await expect(provider.getByText('In memory', { exact: true })).toBeVisible();
  await provider.getByRole('button', { name: 'Take out of memory' }).click();
  await expect(provider.getByText('Not in memory. It is loaded with the first message.')).toBeVisible();
});

test('what is no model is refused in words; a model whose process is killed keeps what it wrote, and the next message loads it again @full (C02, R98)', async ({ app }) => {
  const { page } = app;
  const path = haveModelFile(app, { name: 'Talker', lines: [{ pieces: words(Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')) }] }, 'talker.gguf');
  const broken = haveModelFile(app, abacus, 'broken.gguf');
  writeFileSync(broken, Buffer.from('GGUF is how it begins, and not how it goes on.'));
  await lookAtModelFile(app, broken);
  const dialog = page.getByRole('dialog', { name: 'Open a model file' });
  await expect(dialog.getByText('“broken.gguf” cannot be used as a model.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add this model' })).toBeDisabled();
  await dialog.getByLabel('File', { exact: true }).fill('/etc/hostname');
  await expect(dialog.getByText('Model files end in .gguf.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await addModelFile(app, path);
  await newChat(page);
  await send(page, 'Go on');
  await expect(lastAnswer(page)).toContainText('word5', { timeout: 120_000 });
  const [first = 0] = modelProcesses(app.data.home);
  process.kill(first, 'SIGKILL');
  await expect(lastAnswer(page)).toContainText('ended unexpectedly');
  await expect(lastAnswer(page)).toContainText('word5');
  await send(page, 'Again');
  await expect(lastAnswer(page)).toContainText('word5', { timeout: 120_000 });
  await main(page).getByRole('button', { name: 'Stop', exact: true }).click();
  const [second = 0] = modelProcesses(app.data.home);
  expect([isRunning(first), isRunning(second)]).toEqual([false, true]);
  await app.quit();
  await expect.poll(() => isRunning(second)).toBe(false);
});
