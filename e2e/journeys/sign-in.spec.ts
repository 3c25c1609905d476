/** Signing in to a server, from its address to its tools, in both shells. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { keepSecrets } from '../steps/secrets.ts';
import { addFound, allow, expectState, main, openTab, paste } from '../steps/servers.ts';
import { mcpServers } from '../support/entries.ts';
import { protectedServer, watchBrowser } from '../support/protected.ts';

test('from its address to its tools with one window; signed in after a restart; signed out again (S19, T:G09, try-out 36)', { tag: '@twice' }, async ({ app }) => {
  await using mail = await protectedServer({ protection: { challengeScopes: ['mail.read', 'mail.send'] }, authorization: { idToken: { email: 'ann@example.com' } } });
  const browser = await watchBrowser(app);
  await keepSecrets(app);
  await paste(app.page, mcpServers({ mail: { type: 'http', url: mail.url } }));
  await addFound(app.page);
  await allow(app.page);
  await expectState(app.page, 'Needs sign-in');
  expect(await browser.opened()).toEqual([]);
  const card = main(app.page).locator('section', { has: app.page.getByRole('heading', { name: 'Sign-in', exact: true }) });
  await expect(card).toContainText(`mail wants you to sign in at ${new URL(mail.server.issuer).host}.`);
  await card.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(card.getByRole('heading', { name: 'Sign in to mail?' })).toBeFocused();
  await expect(card).toContainText(new URL(mail.url).host);
  await expect(card).toContainText(new URL(mail.server.issuer).host);
  await expect(card).toContainText('First time');
  await expect(card).toContainText('read mail');
  await expect(card).toContainText('send mail');
  expect(mail.server.registered.size).toBe(0);
  await expect(card.getByRole('button', { name: 'Continue in the browser' })).toBeEnabled();
  await expectAccessible(app.page, 'the question before a browser opens', { within: 'main' });
  await card.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect.poll(async () => (await browser.opened()).length).toBe(1);
  await browser.follow();
  await expectState(app.page, 'Ready');
  await expect(card).toContainText('ann@example.com');
  await expect(card.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expect(await callTool(app.page, 'echo', { message: 'hello' })).toContainText('hello');

  // What travelled is in the trace, and no token is.
  const trace = await openTab(app.page, 'Trace');
  await expect(trace.getByText('/token').first()).toBeVisible();
  for (const token of mail.server.tokens.keys()) expect(await app.page.content()).not.toContain(token);

  await app.restart();
  await app.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'mail' }).click();
  await expectState(app.page, 'Ready');
  expect(mail.server.requestsTo('/authorize')).toHaveLength(1);
  const again = main(app.page).locator('section', { has: app.page.getByRole('heading', { name: 'Sign-in', exact: true }) });
  await again.getByRole('button', { name: 'Sign out' }).click();
  await expectState(app.page, 'Needs sign-in');
  expect(mail.server.requestsTo('/revoke')).toHaveLength(1);
  await expect(again).not.toContainText('ann@example.com');
  expect(mail.server.problems).toEqual([]);
});
