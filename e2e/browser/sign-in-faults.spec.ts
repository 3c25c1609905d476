/** Sign-ins that are given up, go wrong, or ask for more than before. */
import { expect, test } from '../harness/test.ts';
import { openTool } from '../steps/by-hand.ts';
import { expectState } from '../steps/servers.ts';
import { addProtected, goOn } from '../steps/sign-in.ts';
import { protectedServer, watchBrowser } from '../support/protected.ts';

test('a browser that does not come back: the address is brought by hand, a wrong one is said to be wrong (S19, R70)', { tag: '@full' }, async ({ app }) => {
  // The browser stays where it was sent.
  await using mail = await protectedServer({ authorization: { consent: 'nothing' } });
  app.complaints.expect(/favicon/);
  const card = await addProtected(app.page, mail);
  await goOn(card);
  await expect(card.getByRole('heading', { name: 'Go on in your browser' })).toBeVisible();
  const link = card.getByRole('link', { name: 'Open the page again' });
  // The browser has its answer before the next one gets another.
  await expect.poll(() => mail.server.requestsTo('/authorize').length).toBe(1);
  mail.server.behaviour.consent = 'allow';
  const ended = (await fetch((await link.getAttribute('href')) ?? '', { redirect: 'manual' })).headers.get('location') ?? '';
  await card.getByRole('button', { name: 'The browser did not come back?' }).click();
  await card.getByLabel('Address the browser ended at').fill(ended.replace(/state=[^&]*/, 'state=evil'));
  await card.getByRole('button', { name: 'Use this address' }).click();
  await expect(card).toContainText('This is not the end of this sign-in.');
  await card.getByLabel('Address the browser ended at').fill(ended);
  await card.getByRole('button', { name: 'Use this address' }).click();
  await expectState(app.page, 'Ready');
});

test('given up while the browser has it, then refused there, then refused by the server: each says so and opens nothing more (S19, try-out 36)', { tag: '@full' }, async ({ app }) => {
  await using mail = await protectedServer({ authorization: { consent: 'nothing' } });
  app.complaints.expect(/favicon/);
  const browser = await watchBrowser(app);
  const card = await addProtected(app.page, mail);
  await goOn(card);
  await expect.poll(async () => (await browser.opened()).length).toBe(1);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  mail.server.behaviour.consent = 'deny';
  await goOn(card);
  await expect(card).toContainText('Access to mail was declined.');
  expect(await app.page.content()).not.toContain('<script>alert(1)</script>no');

  mail.server.behaviour.consent = 'allow';
  mail.protection.refuses = 'tokens';
  await goOn(card);
  await expect(card).toContainText('mail refuses the sign-in that');
  await expect.poll(async () => (await browser.opened()).length).toBe(3);
  await app.page.waitForTimeout(500);
  expect((await browser.opened()).length).toBe(3);

  mail.protection.refuses = 'nothing';
  await goOn(card);
  await expectState(app.page, 'Ready');
});

test('a call that needs more: a bar leads to the question, and the call goes on when it is granted (S19, T:G10)', { tag: '@full' }, async ({ app }) => {
  await using mail = await protectedServer({ protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } });
  const card = await addProtected(app.page, mail);
  await goOn(card);
  await expectState(app.page, 'Ready');
  const article = await openTool(app.page, 'echo');
  await article.getByRole('form', { name: 'Arguments' }).getByRole('textbox', { name: /^message/ }).fill('more');
  await article.getByRole('button', { name: /^Run/ }).click();
  await app.page.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(card.getByRole('heading', { name: 'Allow mail more?' })).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'write' })).toContainText('new');
  await expect(card.getByRole('listitem').filter({ hasText: 'read' })).not.toContainText('new');
  await card.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect(card).toContainText('change everything');
  await expect((await openTool(app.page, 'echo')).getByRole('region', { name: 'Result' })).toContainText('more');
});

test('a site that lets in only apps it knows says what to enter and where, and the secret is not shown again (S19, T:G12)', { tag: '@full' }, async ({ app }) => {
  await using mail = await protectedServer({ authorization: { registration: 'none', clients: { 'my-app': 'MK-client-secret-4711' } } });
  const card = await addProtected(app.page, mail);
  await expect(card).toContainText('lets in only apps it knows.');
  await card.getByLabel('Client ID').fill('my-app');
  await card.getByLabel('Client secret').fill('MK-client-secret-4711');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('A secret is stored.');
  await expect(card.getByLabel('Client secret')).toHaveValue('');
  await goOn(card);
  await expectState(app.page, 'Ready');
  expect(await app.page.content()).not.toContain('MK-client-secret-4711');
});
