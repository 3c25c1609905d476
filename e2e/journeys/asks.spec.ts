/** What servers ask of the person, answered from the screen, in both eras and both shells. */
import { expect, test } from '../harness/test.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import { asked, press, resultOf, settle, start } from '../steps/asks.ts';
import { addServer, main, openTab, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

for (const era of ['legacy', 'modern'] as const) {
  test(`a form with every kind of field, filled in and sent to a ${era} server (P13, H04)`, async ({ app }) => {
    const { page } = app;
    await addServer(page, 'forms', local('multi-round', { era }));
    const article = await start(page, 'ask-everything');
    const form = asked(page);
    await expect(form).toContainText('forms asks you to fill in a form');
    await expect(form).toContainText('Your profile');
    // Nothing is filled in but what the server proposed, and the focus stays where it was.
    await expect(form.getByLabel('Text')).toHaveValue('hello');
    expect(await form.evaluate((card) => card.contains(document.activeElement))).toBe(false);
    await form.getByLabel('email').fill('nobody');
    await press(form, 'Send answer', () => expect(form.getByText('not an e-mail address', { exact: false }).or(form.getByText('email address', { exact: false })).first()).toBeVisible({ timeout: 2_000 }));
    await form.getByLabel('email').fill('ada@example.com');
    await form.getByLabel('Text').fill('Ada');
    await settle(page, form, 'Send answer');
    await expect(resultOf(article)).toContainText('"email":"ada@example.com"');
    await expect(resultOf(article)).toContainText('"text":"Ada"');
    await expect(resultOf(article)).toContainText('"several":["x"]');
  });

  test(`no is one thing and closing another, for a ${era} server (H04)`, async ({ app }) => {
    const { page } = app;
    await addServer(page, 'forms', local('multi-round', { era }));
    const article = await start(page, 'ask-name');
    await settle(page, asked(page), 'Decline');
    await expect(resultOf(article)).toContainText('"action":"decline"');
    // Also from the place where everything that waits is found.
    await article.getByRole('button', { name: /^Run/ }).click();
    await expect(asked(page)).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Home' }).click();
    await sidebar(page).getByRole('button', { name: /1 decision waiting/ }).click();
    await expect(main(page).getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await expect(asked(page)).toBeFocused();
    await expectAccessible(page, 'a question of a server');
    await settle(page, asked(page), 'Cancel');
    await expect(main(page).getByText('Nothing is waiting')).toBeVisible();
  });
}

test('two rounds, each on its own sheet, and a server that is stopped takes its question along (P13, R07)', async ({ app }) => {
  const { page } = app;
  await addServer(page, 'forms', local('multi-round', { era: 'modern' }));
  const article = await start(page, 'two-rounds');
  await asked(page).getByLabel('a', { exact: false }).first().fill('one');
  await settle(page, asked(page), 'Send answer');
  await expect(asked(page)).toContainText('Second question');
  await expect(asked(page)).toContainText('second time');
  await settle(page, asked(page), 'Send answer');
  await expect(resultOf(article)).toContainText('"b":');
  await article.getByRole('button', { name: /^Run/ }).click();
  await expect(asked(page)).toContainText('First question');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('forms is not connected any more, so its question is gone.')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
});

test('a server that may not ask is told so at its next start (H04)', async ({ app }) => {
  const { page } = app;
  await addServer(page, 'forms', local('multi-round', { era: 'legacy' }));
  const overview = await openTab(page, 'Overview');
  await overview.getByRole('switch', { name: 'Forms and pages' }).click();
  await overview.getByRole('button', { name: 'Restart now' }).click();
  await expect(overview.getByRole('button', { name: 'Restart now' })).toBeHidden();
  const article = await start(page, 'ask-name');
  await expect(article.getByRole('region', { name: 'Result' })).toContainText('Elicitation');
  await expect(asked(page)).toHaveCount(0);
});
