/** Profiles and prompt templates: made, chosen for a chat, used (C11). */
import { expect, test } from '../harness/test.ts';
import { chips, pick } from '../steps/attachments.ts';
import { answers, composer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';

const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

test('a profile is made and chosen, a template is written, mended and used: the model has what they say and nothing else (C11)', { tag: '@twice' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Understood.' }));
  await haveModel(app, model);
  await addReviewed(app, { living: local('living'), shelf: local('shelves', { tools: 2 }) });

  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Profiles' }).click();
  await main(page).getByRole('button', { name: 'Add profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a profile' });
  await dialog.getByLabel('Name').fill('Notes');
  await dialog.getByLabel('Instructions').fill('Answer in one sentence.');
  await dialog.getByRole('radio', { name: 'Only these' }).click();
  await dialog.getByRole('checkbox', { name: 'living' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Notes' })).toContainText('1 server · with instructions');

  await main(page).getByRole('tab', { name: 'Prompt templates' }).click();
  await main(page).getByRole('button', { name: 'Add template' }).click();
  const template = page.getByRole('dialog', { name: 'Add a prompt template' });
  await template.getByLabel('Name').fill('brief');
  await template.getByLabel('Text').fill('Sum up {{resource:fixture://note}} for {{reader}} with {{tool:shelf/harvset}}.');
  await template.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(template.getByText('Not saved: something it names does not exist')).toBeVisible();
  await expect(template).toContainText('“shelf” has no tool called “harvset”.');
  await template.getByRole('button', { name: 'Write shelf/harvest instead' }).click();
  await template.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(template).toBeHidden();

  await newChat(page);
  await page.getByRole('button', { name: 'Profile: No profile' }).click();
  await page.getByRole('menuitemradio', { name: 'Notes' }).click();
  await expect(page.getByRole('button', { name: 'Profile: Notes' })).toBeVisible();
  await composer(page).click();
  await pick(page, '/bri', /\/brief/);
  const use = page.getByRole('dialog', { name: '/brief' });
  await use.getByLabel('reader').fill('a child');
  await use.getByRole('button', { name: 'Insert' }).click();
  // The server of that tool is not in this profile.
  await expect(use).toContainText('“harvest” of “shelf” is left out in this chat');
  await use.getByRole('button', { name: 'Insert anyway' }).click();
  await expect(composer(page)).toHaveValue(/^Sum up “.*” for a child with shelf__harvest\.$/);
  await expect(chips(page, 'Attached')).toHaveCount(1);
  await composer(page).press('Enter');
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('Understood.');

  const [request] = model.requests;
  expect(namesOf(request?.tools ?? []).filter((name) => name.startsWith('shelf'))).toEqual([]);
  expect(textOf(request?.messages[0])).toContain('Answer in one sentence.');
  expect(textOf(request?.messages.at(-1))).toContain('first words');

  // The palette switches it as well, and everything is there again.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.insertText('Use no profile');
  await page.getByRole('option', { name: 'Use no profile', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Profile: No profile' })).toBeVisible();
  await send(page, 'And now?');
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText('Understood.');
  expect(namesOf(model.requests[1]?.tools ?? []).filter((name) => name.startsWith('shelf')).length).toBeGreaterThan(0);
  expect(textOf(model.requests[1]?.messages[0])).not.toContain('Answer in one sentence.');
});
