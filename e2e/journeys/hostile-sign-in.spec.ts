/**
 * Servers and sign-in sites that attack whoever signs in. Each is added, allowed and signed in to by hand as a person would, and
 * what must never be asked is an address of the test that keeps what comes near it.
 */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AuthorizationServer, visit } from '@portolan/fixture-servers/auth-server';
import type { AuthFixtureOptions } from '@portolan/fixture-servers/auth-server';
import { selfSigned } from '@portolan/fixture-servers/self-signed';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { keepSecrets } from '../steps/secrets.ts';
import { expectState, openServer, pageHead } from '../steps/servers.ts';
import { addProtected, goOn, leaveForBrowser, signInCard } from '../steps/sign-in.ts';
import { forbiddenAddress } from '../support/forbidden.ts';
import { protectedServer, watchBrowser } from '../support/protected.ts';

const unsafe = 'an address that is not safe';
const unreadable = 'does not say, in a way that can be read, where to sign in';
const stranger = 'is not the site the sign-in began with. It was thrown away.';
const noPkce = 'does not offer the protection (PKCE)';
const otherServer = 'is for another server. It was not used.';

/** Something that listens, until its scope ends. */
async function listening(server: Server): Promise<{ port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

interface Refused {
  /** What is wrong, as a name for the server. */
  what: string;
  options: AuthFixtureOptions;
  /** What the card says, at once or when a person insists. */
  says: string | RegExp;
  /** What the server said is kept and judged anew without asking it again. */
  isKnown?: boolean;
}

/** Adds each as a server, insists on signing in, and sees it refused: no question, no browser, no app introduced. */
async function expectRefused(app: RunningApp, cases: readonly Refused[]): Promise<void> {
  const browser = await watchBrowser(app);
  for (const { what, options, says, isKnown = false } of cases) {
    await test.step(what, async () => {
      await using server = await protectedServer(options);
      const card = await addProtected(app.page, server, what);
      const before = server.requests.length;
      await card.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (!isKnown) await expect.poll(() => server.requests.length).toBeGreaterThan(before);
      await expect(card).toContainText(says);
      await expect(card.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
      await expect(card.getByRole('button', { name: 'Continue in the browser' })).toBeHidden();
      for (const path of ['/authorize', '/register', '/token']) expect(server.server.requestsTo(path)).toEqual([]);
    });
  }
  expect(await browser.opened()).toEqual([]);
}

test.describe.configure({ timeout: 240_000 });

test('an authorization address that is a command, another program’s or unprotected opens nothing (G01, G14)', { tag: '@full' }, async ({ app }) => {
  const addresses = ['javascript:alert(1)', 'java\nscript:alert(1)', 'file:///c:/windows/system32/calc.exe', 'ms-settings:privacy', 'portolan://install?config=e30', '--upload-pack=x', 'http://login.example/authorize', 'https://$(calc).example/a', 'https://user:pass@login.example/a'];
  await expectRefused(app, addresses.map((address, index) => ({ what: `command-${index}`, options: { authorization: { overrides: { authorization_endpoint: address } } }, says: new RegExp(`${unsafe}|${unreadable}`) })));
});

test('an authorization address with a command inside reaches the browser as an address alone (G01)', { tag: '@full' }, async ({ app }) => {
  await using far = await forbiddenAddress();
  await using mail = await protectedServer({ authorization: { overrides: { authorization_endpoint: `${far.url}/$(touch PWNED)/\`id\`;x|y?a=$(calc)&b="&calc&"&c='--x` } } });
  app.complaints.expect(/favicon/);
  const browser = await watchBrowser(app);
  const address = await leaveForBrowser(await addProtected(app.page, mail), browser);
  expect(address.startsWith(`${far.url}/%24%28touch%20PWNED%29/`)).toBe(true);
  expect(address).not.toMatch(/[$`"';|() ^<>\\]/);
});

test('metadata that points into this machine’s network, at another site or without PKCE is not followed, and nothing is opened (G02, G03, G05, G06, G14)', { tag: '@full' }, async ({ app }) => {
  await using far = await forbiddenAddress();
  await using elsewhere = await listening(createServer((request, response) => void response.writeHead(302, { location: `${far.url}${request.url ?? ''}`, connection: 'close' }).end()));
  await using untrusted = await listening(createTlsServer(selfSigned, (_request, response) => void response.end('{}')));
  await expectRefused(app, [
    { what: 'cloud-metadata', options: { protection: { overrides: { authorization_servers: ['http://169.254.169.254'] } } }, says: unsafe },
    { what: 'inner-network', options: { protection: { overrides: { authorization_servers: ['https://10.0.0.1/login'] } } }, says: unsafe },
    { what: 'file', options: { protection: { overrides: { authorization_servers: ['file:///etc/passwd'] } } }, says: unsafe },
    { what: 'challenge', options: { protection: { challenge: 'Bearer resource_metadata="http://169.254.169.254/latest/meta-data"' } }, says: unsafe, isKnown: true },
    { what: 'challenge-mapped', options: { protection: { challenge: 'Bearer resource_metadata="https://[::ffff:a9fe:a9fe]/"' } }, says: unsafe, isKnown: true },
    { what: 'token-endpoint', options: { authorization: { overrides: { token_endpoint: 'http://169.254.169.254/token' } } }, says: unsafe },
    { what: 'token-plain', options: { authorization: { overrides: { token_endpoint: 'http://login.example/token' } } }, says: unsafe },
    { what: 'registration', options: { authorization: { overrides: { registration_endpoint: 'https://168.63.129.16/register' } } }, says: unsafe },
    { what: 'redirected', options: { protection: { overrides: { authorization_servers: [`http://127.0.0.1:${elsewhere.port}`] } } }, says: /could not|cannot be read|does not say/ },
    { what: 'self-signed', options: { protection: { overrides: { authorization_servers: [`https://localhost:${untrusted.port}`] } } }, says: 'could not be reached safely' },
    { what: 'other-issuer', options: { authorization: { overrides: { issuer: 'https://honest.example' } } }, says: stranger },
    ...[undefined, [], ['plain'], ['s256']].map((methods, index) => ({ what: `pkce-${index}`, options: { authorization: { overrides: { code_challenge_methods_supported: methods } } }, says: noPkce })),
    { what: 'other-resource', options: { protection: { overrides: { resource: 'https://evil.example/mcp' } } }, says: otherServer },
  ]);
  expect(far.asked).toEqual([]);
});

test('an answer of another site is thrown away with its code and its words (G03, G04)', { tag: '@full' }, async ({ app }) => {
  app.complaints.expect(/favicon/);
  await using mail = await protectedServer({ authorization: { consent: 'nothing' } });
  const browser = await watchBrowser(app);
  const card = await addProtected(app.page, mail);
  const { behaviour } = mail.server;
  for (const change of [{ iss: 'wrong' }, { iss: 'slash' }, { iss: 'none' }, { iss: 'wrong', consent: 'deny' }] as const) {
    behaviour.consent = 'nothing';
    behaviour.iss = 'right';
    const address = await leaveForBrowser(card, browser);
    Object.assign(behaviour, { consent: 'allow', ...change });
    await visit(address);
    await expect(card).toContainText(stranger);
    await expect(card).not.toContainText(/script|access_denied|evil\.example/);
  }
  expect(mail.server.requestsTo('/token')).toEqual([]);

  // The metadata names another site while the browser is away: the code goes to the one the sign-in began with.
  await using evil = await protectedServer();
  Object.assign(behaviour, { consent: 'nothing', iss: 'right' });
  const address = await leaveForBrowser(card, browser);
  behaviour.consent = 'allow';
  behaviour.overrides = { token_endpoint: `${evil.server.origin}/token` };
  mail.authority = evil.server;
  await visit(address);
  await expect.poll(() => mail.server.requestsTo('/token').length).toBe(1);
  expect(evil.server.requestsTo('/token')).toEqual([]);
});

test('the way back takes one answer, of this sign-in, from this browser; a port that somebody else holds is left to them (G08)', { tag: '@full' }, async ({ app }) => {
  app.complaints.expect(/favicon/);
  await keepSecrets(app);
  await using mail = await protectedServer({ authorization: { consent: 'nothing' } });
  const browser = await watchBrowser(app);
  const card = await addProtected(app.page, mail);
  let address = await leaveForBrowser(card, browser);
  const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
  const state = new URL(address).searchParams.get('state') ?? '';
  expect(back.hostname).toBe('127.0.0.1');
  const answer = `code=stolen&iss=${encodeURIComponent(mail.server.issuer)}`;
  for (const [target, init] of [
    [`${back.href}?${answer}`, {}],
    [`${back.href}?${answer}&state=`, {}],
    [`${back.href}?${answer}&state=evil<script>alert(1)</script>`, {}],
    [`${back.href}?${answer}&state=${state}&state=${state}`, {}],
    [`${back.origin}/?${answer}&state=${state}`, {}],
    [`${back.href}/x?${answer}&state=${state}`, {}],
    [`${back.href}?${answer}&state=${state}`, { method: 'POST' }],
    [`http://localhost:${back.port}${back.pathname}?${answer}&state=${state}`, {}],
  ] as const) {
    const response = await fetch(target, init);
    expect([target, response.status]).toEqual([target, 404]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.text()).not.toMatch(/script|stolen|evil/);
  }
  expect(mail.server.requestsTo('/token')).toEqual([]);

  // Somebody’s own code with the state of this sign-in: PKCE tells.
  expect((await fetch(`${back.href}?${answer}&state=${state}`)).status).toBe(200);
  await expect(card).toContainText('did not complete the sign-in');
  await expect(fetch(`${back.href}?${answer}&state=${state}`)).rejects.toThrow();

  address = await leaveForBrowser(card, browser);
  mail.server.behaviour.consent = 'allow';
  const ended = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
  const pages = await Promise.allSettled([fetch(ended), fetch(ended)]);
  expect(pages.filter((page) => page.status === 'fulfilled' && page.value.status === 200)).toHaveLength(1);
  await expectState(app.page, 'Ready');
  const clientOf = (link: string): string => new URL(link).searchParams.get('client_id') ?? '';
  const first = clientOf(address);
  expect(mail.server.registered.has(first)).toBe(true);

  // The port that the registration names is taken by another program meanwhile.
  await card.getByRole('button', { name: 'Sign out' }).click();
  await expectState(app.page, 'Needs sign-in');
  const caught: string[] = [];
  const squatter = createServer((request, response) => {
    caught.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => {
    squatter.listen(Number(new URL(ended).port), '127.0.0.1', resolve);
  });
  mail.server.behaviour.consent = 'nothing';
  address = await leaveForBrowser(card, browser);
  const otherBack = new URL(address).searchParams.get('redirect_uri') ?? '';
  expect(new URL(otherBack).port).not.toBe(new URL(ended).port);
  // Introduced anew, with the new way back and no other: the old client has nothing that leads there.
  expect(clientOf(address)).not.toBe(first);
  expect(mail.server.registered.get(clientOf(address))?.redirectUris).toEqual([otherBack]);
  expect(mail.server.registered.get(first)?.redirectUris).not.toContain(otherBack);
  mail.server.behaviour.consent = 'allow';
  await visit(address);
  await expectState(app.page, 'Ready');
  squatter.closeAllConnections();
  squatter.close();
  expect(caught).toEqual([]);
});

test('who signs in sees whose password it is: both hosts, the first time, and a look-alike as it is written (G09)', { tag: '@full' }, async ({ app }) => {
  await using bank = await protectedServer({ authorization: { overrides: { authorization_endpoint: 'https://lоgin.example/authorize' } } });
  const card = await addProtected(app.page, bank, 'login.example');
  await card.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(card.getByRole('heading', { name: 'Sign in to login.example?' })).toBeVisible();
  // The letter is a Cyrillic one.
  await expect(card).toContainText('xn--lgin-55d.example');
  await expect(card).toContainText(new URL(bank.url).host);
  await expect(card).toContainText('First time');
  await expect(card).toContainText('Another site than the server’s own asks for your password.');
  await card.getByRole('button', { name: 'Cancel' }).click();
  expect(bank.server.registered.size).toBe(0);
});

test('a token goes to its own server alone: not along a redirect, to a new site, or to a sibling; it is renewed once and is in no file (G06, G07, G11, G12, G13)', { tag: '@full' }, async ({ app }) => {
  await using far = await forbiddenAddress();
  await using shared = await AuthorizationServerScope.start();
  await using mail = await protectedServer({ authorization: { tokenDelay: 0 } });
  await using sibling = await protectedServer();
  mail.authority = shared.server;
  sibling.authority = shared.server;
  shared.server.behaviour.overrides = { jwks_uri: `${far.url}/jwks`, introspection_endpoint: `${far.url}/introspect`, userinfo_endpoint: `${far.url}/me`, op_policy_uri: `${far.url}/policy`, service_documentation: `${far.url}/docs` };
  await keepSecrets(app);
  const browser = await watchBrowser(app);
  const card = signInCard(app.page);
  for (const [name, fixture] of [['mail', mail], ['sibling', sibling]] as const) {
    await addProtected(app.page, fixture, name);
    const before = (await browser.opened()).length;
    await goOn(card);
    await expect.poll(async () => (await browser.opened()).length).toBe(before + 1);
    await browser.follow();
    await expectState(app.page, 'Ready');
  }
  await openServer(app.page, 'mail');
  const tokensAt = (fixture: typeof mail): Set<string> => new Set(fixture.authorized().map(({ headers }) => String(headers['authorization'])));

  for (const status of [301, 302, 303, 307, 308]) {
    const before = mail.authorized().length;
    // A connection that was just lost may still look ready.
    await expect(async () => {
      mail.protection.redirect = undefined;
      await untilReady(app);
      mail.protection.redirect = { status, to: `${far.url}/steal-${status}` };
      const asked = mail.authorized().length;
      await run(app, 'echo', `redirected ${status}`);
      await expect.poll(() => mail.authorized().length, { timeout: 5_000 }).toBeGreaterThan(asked);
    }).toPass({ timeout: 90_000 });
    expect(mail.authorized().length).toBeGreaterThan(before);
    await expect(app.page.getByRole('article').getByText(/The connection to mail was lost|answered with HTTP/).first()).toBeVisible();
  }
  mail.protection.redirect = undefined;
  await untilReady(app);

  // Everything at once wants a token that is over: one renewal. It is not answered before the others were asked for.
  shared.server.expireAccessTokens();
  const renewals = () => shared.server.requestsTo('/token').filter(({ params }) => params['grant_type'] === 'refresh_token');
  const old = tokensAt(mail);
  const sent = mail.authorized().length;
  using gate = shared.server.holdTokens();
  await run(app, 'echo', 'one');
  await expect.poll(renewals).toHaveLength(1);
  await app.page.getByRole('tab', { name: 'Resources' }).click();
  await app.page.getByRole('tabpanel', { name: 'Resources' }).getByRole('listitem').getByRole('button').first().click();
  const content = app.page.getByRole('tabpanel', { name: 'Resources' }).getByRole('region', { name: 'Content', exact: true });
  await expect(content.getByRole('button', { name: /^Reading/ })).toBeVisible();
  expect(mail.authorized().length).toBeGreaterThan(sent);
  expect(mail.authorized().slice(sent).every(({ headers }) => old.has(String(headers['authorization'])))).toBe(true);
  expect(renewals()).toHaveLength(1);
  gate.open();
  await app.page.getByRole('tab', { name: 'Tools' }).click();
  await expect(await callTool(app.page, 'echo', { message: 'two' })).toContainText('two');
  expect(renewals().filter(({ params }) => params['resource'] === mail.url)).toHaveLength(1);

  // A renewal that is sent elsewhere takes the refresh token nowhere.
  for (const status of [307, 308]) {
    shared.server.behaviour.tokenAnswer = { status, body: '', headers: { location: `${far.url}/renew-${status}` } };
    shared.server.expireAccessTokens();
    const before = shared.server.requestsTo('/token').length;
    await run(app, 'echo', `renewed ${status}`);
    await expect.poll(() => shared.server.requestsTo('/token').length).toBeGreaterThan(before);
  }
  shared.server.behaviour.tokenAnswer = undefined;
  expect(far.asked).toEqual([]);

  // The server names a new site: nothing that the old one gave is brought there.
  mail.authority = mail.server;
  await run(app, 'echo', 'new site');
  await openServer(app.page, 'mail');
  await expect(card).toBeVisible();
  const begun = (await browser.opened()).length;
  await goOn(card);
  await expect.poll(async () => (await browser.opened()).length).toBe(begun + 1);
  await browser.follow();
  await expect.poll(() => mail.server.requestsTo('/token').length).toBeGreaterThan(0);
  const secrets = [...shared.server.tokens.keys(), ...shared.server.registered.keys(), ...renewals().map(({ params }) => params['refresh_token'] ?? '')].filter((each) => each !== '');
  expect(secrets.length).toBeGreaterThan(3);
  const told = JSON.stringify(mail.server.requests);
  for (const secret of secrets) expect(told).not.toContain(secret);
  for (const token of tokensAt(mail)) expect(tokensAt(sibling).has(token)).toBe(false);
  for (const fixture of [mail, sibling]) for (const { url } of fixture.requests) for (const secret of secrets) expect(url).not.toContain(secret);

  // Neither on screen nor on disk.
  const codes = [shared.server, mail.server].flatMap((server) => [...server.tokens.keys(), ...server.requestsTo('/token').flatMap(({ params }) => [params['code'], params['code_verifier'], params['refresh_token']])]).filter((each) => each !== undefined);
  for (const secret of codes) expect(await app.page.content()).not.toContain(secret);
  await app.quit();
  const files = filesUnder(app.data.path).map((file) => [file, readFileSync(file, 'latin1')] as const);
  expect(files.length).toBeGreaterThan(0);
  for (const [file, text] of files) for (const secret of codes) expect(text.includes(secret), `${secret.slice(0, 8)}… in ${file}`).toBe(false);
});

test('a server that wants more and more is asked about twice at most, each new permission is shown, and then it is over (G10)', { tag: '@full' }, async ({ app }) => {
  await using mail = await protectedServer({ protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } }, authorization: { grantedScopes: ['read'] } });
  const browser = await watchBrowser(app);
  const card = await addProtected(app.page, mail);
  await goOn(card);
  await expect.poll(async () => (await browser.opened()).length).toBe(1);
  await browser.follow();
  await expectState(app.page, 'Ready');
  await run(app, 'echo', 'more');
  const look = app.page.getByRole('button', { name: 'Look', exact: true });
  const result = app.page.getByRole('article').getByRole('region', { name: 'Result' });
  let asked = 0;
  for (;;) {
    await expect(look.or(result.filter({ hasNotText: 'Running' })).first()).toBeVisible();
    if (!(await look.isVisible())) break;
    await look.click();
    await expect(card.getByRole('heading', { name: 'Allow mail more?' })).toBeVisible();
    await expect(card.getByRole('listitem').filter({ hasText: 'write' })).toContainText('new');
    asked += 1;
    expect(asked).toBeLessThanOrEqual(2);
    await card.getByRole('button', { name: 'Continue in the browser' }).click();
    await expect.poll(async () => (await browser.opened()).length).toBe(1 + asked);
    await browser.follow();
    await openTool(app.page, 'echo');
  }
  await expect(result).toContainText('needs more permission');
  expect(asked).toBeGreaterThan(0);
  expect((await browser.opened()).length).toBeLessThanOrEqual(3);
});

/** An authorization server of its own, in front of several servers. */
class AuthorizationServerScope implements AsyncDisposable {
  readonly server: AuthorizationServer;

  private constructor(server: AuthorizationServer) {
    this.server = server;
  }

  static async start(): Promise<AuthorizationServerScope> {
    return new AuthorizationServerScope(await AuthorizationServer.start());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server.close();
  }
}

/** Starts the server whose page is open until it serves; one that lost its connection may be on its way by itself. */
async function untilReady(app: RunningApp): Promise<void> {
  const start = pageHead(app.page).getByRole('button', { name: /^(?:Start|Restart)$/ });
  await expect(async () => {
    if (await pageHead(app.page).getByText('Ready', { exact: true }).isVisible()) return;
    if (await start.isVisible()) await start.click({ timeout: 2_000 });
    await expectState(app.page, 'Ready', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/** Presses Run and waits for nothing. */
async function run(app: RunningApp, tool: string, message: string): Promise<void> {
  const article = await openTool(app.page, tool);
  await article.getByRole('form', { name: 'Arguments' }).getByRole('textbox', { name: /^message/ }).fill(message);
  await article.getByRole('button', { name: /^Run/ }).click();
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
}
