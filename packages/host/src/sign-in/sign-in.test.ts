import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ServerId } from '@portolan/contract/ids';
import { collect } from '../servers/testing/collect.ts';
import { page, SignInRig } from './testing/rig.ts';

async function callEcho(rig: SignInRig, serverId: ServerId): Promise<unknown[]> {
  return collect(rig.handlers['tools/run']({ serverId, name: 'echo', arguments: { message: 'hi' } }, rig.context()));
}

/** Goes on with a sign-in in a browser that does not come back: the address at which it ended. */
async function endedAt(rig: SignInRig, id: ServerId): Promise<string> {
  let ended = '';
  rig.browse = async (url) => {
    ended = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  };
  const ask = await rig.ask(id);
  await rig.handlers['signIn/continue']({ serverId: id, askId: ask.id, page }, rig.context());
  await rig.until(() => ended !== '');
  return ended;
}

describe('a server that wants a sign-in', () => {
  it('is in the activity log with where one signed in and that one signed out, each by whom, and without a token (H09, S19, M5)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    const written = async () => (await rig.handlers['activity/page']({ filter: { serverId: id }, from: 0, limit: 500 }, rig.context())).entries;
    const ofSignIn = async () => (await written()).flatMap(({ by, serverName, event }) => (event.type === 'signed-in' || event.type === 'signed-out' ? [{ by, serverName, event }] : []));
    const signedIn = { by: 'person', serverName: 'mail', event: { type: 'signed-in', host: new URL(fixture.server.issuer).host } };
    expect(await ofSignIn()).toEqual([signedIn]);
    expect((await written()).map(({ event }) => event)).toContainEqual(expect.objectContaining({ type: 'secret-stored', of: 'sign-in' }));
    await rig.handlers['signIn/signOut']({ serverId: id }, rig.context());
    expect(await ofSignIn()).toEqual([signedIn, { by: 'person', serverName: 'mail', event: { type: 'signed-out' } }]);
    expect((await written()).map(({ event }) => event)).toContainEqual(expect.objectContaining({ type: 'secret-removed', of: 'sign-in' }));
    const tokens = fixture.authorized().map(({ headers }) => String(headers['authorization']).replace(/^\S+ /, ''));
    expect(tokens.length).toBeGreaterThan(0);
    const everything = JSON.stringify(await written());
    expect(tokens.filter((token) => everything.includes(token))).toEqual([]);
  });

  it('waits in a state of its own: no window opens at a start, nothing is tried again by itself (S19, try-out 36, try-out 35)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const before = fixture.requests.length;
    await wait(1200);
    expect(fixture.requests.length).toBe(before);
    expect(rig.server(id)).toMatchObject({ state: 'failed', retryAt: null, problem: { details: { server: 'mail', reason: 'sign-in-needed', authorizationServer: new URL(fixture.server.issuer).host } } });
    expect(rig.opened).toEqual([]);
    expect(rig.signIn(id)).toMatchObject({ isWanted: true, state: 'signed-out', flow: null });
    await rig.restart();
    await rig.untilWanted(id);
    expect([rig.opened, fixture.server.requestsTo('/authorize'), fixture.server.registered.size]).toEqual([[], [], 0]);
  });

  it('is contacted only when its launch was allowed, and not at all while it is off (S19, T:A09, try-out 35)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url, [], false);
    await expect(rig.handlers['signIn/start']({ serverId: id, page }, rig.context())).rejects.toMatchObject({ problem: { code: 'server-not-reviewed' } });
    await rig.handlers['servers/setEnabled']({ serverId: id, isEnabled: false }, rig.context());
    await rig.handlers['servers/review']({ serverId: id, launchHash: rig.server(id).launchHash, start: false }, rig.context());
    await rig.restart();
    await wait(300);
    expect([fixture.requests.length, fixture.server.requests.length]).toEqual([0, 0]);
  });

  it('asks with both hosts, first use and scopes, opens one window, and is ready (S19, T:G09, T:G10)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ protection: { challengeScopes: ['mail.read', 'mail.send'] }, authorization: { idToken: { email: 'ann@example.com' } } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const ask = await rig.ask(id);
    expect(ask).toMatchObject({ cause: 'sign-in', serverHost: new URL(fixture.url).host, authorizationHost: new URL(fixture.server.issuer).host, isFirstUse: true, scopes: ['mail.read', 'mail.send'], newScopes: ['mail.read', 'mail.send'], registration: 'dynamic' });
    // Nothing was registered or opened before the person agreed.
    expect([rig.opened, fixture.server.registered.size]).toEqual([[], 0]);
    expect(await rig.handlers['signIn/continue']({ serverId: id, askId: ask.id, page }, rig.context())).toEqual({ outcome: 'opened' });
    await rig.untilState(id, 'ready');
    expect(rig.opened).toHaveLength(1);
    expect(rig.pages[0]?.text).toContain('You can close this page.');
    await rig.until(() => rig.signIn(id).flow === null);
    expect(rig.signIn(id)).toMatchObject({ state: 'signed-in', account: 'ann@example.com', authorizationHost: new URL(fixture.server.issuer).host, scopes: ['mail.read', 'mail.send'], isRenewable: true, isStored: true, problem: null });
    expect(await callEcho(rig, id)).toMatchObject([{ type: 'done' }]);
    expect(fixture.server.problems).toEqual([]);
  });

  it('is ready again after a restart without anybody being asked (S19, S09)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    const refused = fixture.requests.filter(({ headers, url }) => headers['authorization'] === undefined && !url.startsWith('/.well-known/')).length;
    await rig.restart();
    await rig.untilState(id, 'ready');
    expect(rig.signIn(id).state).toBe('signed-in');
    expect(rig.opened).toHaveLength(1);
    expect(fixture.requests.filter(({ headers, url }) => headers['authorization'] === undefined && !url.startsWith('/.well-known/')).length).toBe(refused);
  });

  it('hands the address to the window where there is no system browser to open (S19)', async () => {
    await using rig = await SignInRig.create('browser');
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const ask = await rig.ask(id);
    const answer = await rig.handlers['signIn/continue']({ serverId: id, askId: ask.id, page }, rig.context());
    if (answer.outcome !== 'open-in-tab') throw new Error(answer.outcome);
    expect(new URL(answer.href).origin).toBe(new URL(fixture.server.issuer).origin);
    expect(rig.signIn(id).flow).toMatchObject({ stage: 'waiting', url: answer.href });
    await rig.browse(answer.href);
    await rig.untilState(id, 'ready');
    expect(await rig.handlers['signIn/continue']({ serverId: id, askId: ask.id, page }, rig.context())).toEqual({ outcome: 'over' });
  });
});

describe('a sign-in that goes wrong', () => {
  it('a token that is always refused: one window, then a clear state and a button (try-out 36, T:G13)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ protection: { refuses: 'tokens' } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.until(() => rig.server(id).problem?.details['reason'] === 'not-accepted');
    await wait(500);
    expect(rig.opened).toHaveLength(1);
    expect(rig.server(id)).toMatchObject({ state: 'failed', retryAt: null });
    await rig.until(() => rig.signIn(id).state === 'refused');
    fixture.protection.refuses = 'nothing';
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    expect(rig.opened).toHaveLength(2);
  });

  it.each([
    ['no metadata anywhere', { authorization: { metadata: 'none' } }, 'discovery'],
    ['no PKCE (T:G05)', { authorization: { overrides: { code_challenge_methods_supported: undefined } } }, 'pkce-unsupported'],
    ['metadata of another issuer (T:G03)', { authorization: { overrides: { issuer: 'https://evil.example' } } }, 'issuer-mismatch'],
    ['metadata of another server (T:G06)', { protection: { overrides: { resource: 'https://evil.example/mcp' } } }, 'resource-mismatch'],
    ['an authorization address that is a script (T:G01)', { authorization: { overrides: { authorization_endpoint: 'javascript:alert(1)' } } }, 'discovery'],
    ['an authorization address that is a program (T:G01)', { authorization: { overrides: { authorization_endpoint: 'ms-settings:privacy' } } }, 'unsafe-address'],
    ['a token endpoint without TLS (T:G14)', { authorization: { overrides: { token_endpoint: 'http://example.com/token' } } }, 'unsafe-address'],
    ['a token endpoint inside the network (T:G02)', { authorization: { overrides: { token_endpoint: 'https://169.254.169.254/token' } } }, 'unsafe-address'],
    ['nobody who registers apps', { authorization: { registration: 'none' } }, 'client-id-needed'],
  ] as const)('%s: no window, and a reason (S19, try-out 36)', async (_what, options, reason) => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture(options);
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    expect(rig.server(id).problem?.details['reason']).toBe(reason);
    await rig.handlers['signIn/start']({ serverId: id, page }, rig.context());
    await rig.until(() => rig.signIn(id).flow === null && rig.signIn(id).problem?.details['reason'] === reason);
    expect(rig.opened).toEqual([]);
  });

  it.each([
    ['a wrong issuer (T:G03)', { iss: 'wrong' }, 'issuer-mismatch'],
    ['a refusal', { consent: 'deny' }, 'declined'],
    ['no registration', { registration: 'refused' }, 'registration-refused'],
    ['a token endpoint that says no', { tokenAnswer: { status: 400, body: { error: 'invalid_grant', error_description: '<img src=x onerror=alert(1)> marker-error-text' } } }, 'token-refused'],
  ] as const)('after %s the reason is told in our words, never in theirs, and no window follows (T:G03, S19)', async (_what, authorization, reason) => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ authorization });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.until(() => rig.signIn(id).problem?.details['reason'] === reason);
    expect(rig.opened.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify([rig.signIn(id), rig.server(id)])).not.toMatch(/marker-error-text|<script>|onerror/);
  });

  it('cancelled while nobody comes back: the port is free at once, and it can be begun anew (R70, T:G08)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ authorization: { consent: 'nothing' } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const ask = await rig.ask(id);
    await rig.handlers['signIn/continue']({ serverId: id, askId: ask.id, page }, rig.context());
    expect(rig.signIn(id).flow).toMatchObject({ stage: 'waiting' });
    const redirect = new URL(new URL(rig.opened[0] ?? '').searchParams.get('redirect_uri') ?? '');
    await rig.handlers['signIn/cancel']({ serverId: id }, rig.context());
    expect(rig.signIn(id).flow).toBeNull();
    await expect.poll(() => fetch(redirect).then(() => 'answered', () => 'free')).toBe('free');
    expect(rig.signIn(id).problem?.details['reason']).not.toBe('cancelled');
    fixture.server.behaviour.consent = 'allow';
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
  });

  it('whose browser could not come back is finished with the address it ended at, and with no other (S19, T:G08)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const ended = await endedAt(rig, id);
    const paste = (address: string) => rig.handlers['signIn/paste']({ serverId: id, address }, rig.context());
    const wrong = new URL(ended);
    wrong.searchParams.set('state', 'wrong');
    for (const address of ['', 'hello', wrong.href, ended.replace('127.0.0.1', 'evil.example'), 'https://evil.example/callback?code=1']) expect(await paste(address)).toEqual({ accepted: false });
    expect(await paste(` ${ended.replace('http://', '')}\n`)).toEqual({ accepted: true });
    await rig.untilState(id, 'ready');
    expect(await paste(ended)).toEqual({ accepted: false });
  });

  it('an authorization server that is down is told as such and tried again like a network that is away (R69)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ authorization: { down: 503 } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilState(id, 'backoff');
    expect(rig.server(id).problem).toMatchObject({ code: 'server-unreachable', details: { reason: 'authorization-server' } });
    expect(rig.opened).toEqual([]);
  });

  it('a header of its own that is refused is said to be wrong, and no sign-in is tried with it', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url, [{ name: 'authorization', value: 'Bearer my-own-old-token' }]);
    await rig.untilWanted(id);
    expect(rig.server(id).problem?.details).toEqual({ server: 'mail', reason: 'header-refused' });
    expect(fixture.server.requests).toEqual([]);
  });
});

describe('attacks on a sign-in', () => {
  it('whoever calls the port with anything but the one answer gets nothing, and the sign-in goes on (T:G08)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    const ended = await endedAt(rig, id);
    const { origin, pathname, searchParams } = new URL(ended);
    const state = searchParams.get('state') ?? '';
    for (const target of ['/', pathname, `${pathname}?code=evil&state=wrong`, `${pathname}?code=a&code=b&state=${state}`, `/other?code=evil&state=${state}`]) {
      const answer = await fetch(`${origin}${target}`);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('Nothing here.')]);
    }
    expect(rig.signIn(id).flow?.stage).toBe('waiting');
    expect(fixture.server.requestsTo('/token')).toEqual([]);
    expect((await fetch(ended)).status).toBe(200);
    await rig.untilState(id, 'ready');
  });

  it.each([307, 308])('a redirect (%d) of the server to another origin takes the token nowhere (T:G07)', async (status) => {
    await using rig = await SignInRig.create();
    const [fixture, canary] = [await rig.fixture(), await rig.fixture()];
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    fixture.protection.redirect = { status, to: canary.url };
    await rig.signInTo(id);
    await rig.until(() => rig.server(id).problem?.code === 'server-http-error');
    expect(canary.requests).toEqual([]);
  });

  it('an answer that another authorization server gave is thrown away before its code is used (T:G04)', async () => {
    await using rig = await SignInRig.create();
    const [fixture, evil] = [await rig.fixture({ authorization: { iss: 'wrong' } }), await rig.fixture()];
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.until(() => rig.signIn(id).problem?.details['reason'] === 'issuer-mismatch');
    expect([fixture.server.requestsTo('/token'), evil.server.requests]).toEqual([[], []]);
  });
});

describe('while a server runs', () => {
  it('tokens are renewed by one silent request for all calls (try-out 37, R67, T:G13)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    fixture.server.expireAccessTokens();
    const results = await Promise.all(Array.from({ length: 4 }, () => callEcho(rig, id)));
    for (const result of results) expect(result).toMatchObject([{ type: 'done' }]);
    expect(fixture.server.requestsTo('/token').filter(({ params }) => params['grant_type'] === 'refresh_token')).toHaveLength(1);
    expect(rig.opened).toHaveLength(1);
    expect(fixture.server.problems).toEqual([]);
  });

  it('a sign-in that is over and cannot be renewed ends in "sign in", not in a loop (R67, try-out 36)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    fixture.server.expireAccessTokens();
    fixture.server.revokeRefreshTokens();
    expect(await callEcho(rig, id)).toMatchObject([{ problem: { code: 'server-needs-authorization', details: { reason: 'sign-in-needed' } } }]);
    expect(rig.opened).toHaveLength(1);
    await rig.signInTo(id);
    expect(await callEcho(rig, id)).toMatchObject([{ type: 'done' }]);
    expect(rig.opened).toHaveLength(2);
  });

  it('an operation that needs more asks for the new scopes alone, and goes on when they are there (T:G10, S19)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    const call = callEcho(rig, id);
    await rig.until(() => rig.signIn(id).flow?.stage === 'asking');
    const { ask } = rig.signIn(id).flow ?? {};
    expect(ask).toMatchObject({ cause: 'step-up', isFirstUse: false, newScopes: ['write'], scopes: ['read', 'write'] });
    expect(rig.opened).toHaveLength(1);
    await rig.handlers['signIn/continue']({ serverId: id, askId: ask?.id ?? '', page }, rig.context());
    expect(await call).toMatchObject([{ type: 'done' }]);
    await rig.until(() => rig.signIn(id).flow === null);
    expect(rig.opened).toHaveLength(2);
  });

  it('who says no to more scopes is not asked again by the same call, and the connection stays (R68, T:G10)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    const call = callEcho(rig, id);
    await rig.until(() => rig.signIn(id).flow?.stage === 'asking');
    await rig.handlers['signIn/cancel']({ serverId: id }, rig.context());
    expect(await call).toMatchObject([{ type: 'failed', problem: { code: 'server-needs-authorization', details: { reason: 'declined' } } }]);
    for (let n = 0; n < 10; n += 1) expect(await callEcho(rig, id)).toMatchObject([{ type: 'failed', problem: { code: 'server-needs-authorization', details: { reason: 'insufficient-scope', scopes: ['write'] } } }]);
    expect(rig.signIn(id).flow).toBeNull();
    expect(['ready', 'degraded']).toContain(rig.server(id).state);
    expect(rig.opened).toHaveLength(1);
  });

  it('signing out tells the authorization server, deletes the tokens, and ends the connection (S19)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture();
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    const token = [...fixture.server.tokens.keys()].at(-1) ?? '';
    await rig.handlers['signIn/signOut']({ serverId: id }, rig.context());
    await rig.untilWanted(id);
    expect(rig.signIn(id)).toMatchObject({ state: 'signed-out', account: null });
    expect(fixture.server.requestsTo('/revoke')).toHaveLength(1);
    expect(fixture.server.introspect(token)).toBeUndefined();
    await rig.restart();
    await rig.untilWanted(id);
    expect(rig.opened).toHaveLength(1);
  });
});

describe('a client id that was entered by hand', () => {
  it('is used with its secret, which no window sees again, and belongs to one authorization server (T:G06, S19)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ authorization: { registration: 'none', clients: { 'my-app': 'MK-client-secret' } } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.handlers['signIn/setClient']({ serverId: id, client: { clientId: 'my-app', clientSecret: 'MK-client-secret' } }, rig.context());
    expect((await rig.ask(id)).registration).toBe('preregistered');
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    expect(rig.signIn(id).client).toEqual({ clientId: 'my-app', hasSecret: true, issuer: null });
    expect(JSON.stringify(rig.signIn(id))).not.toContain('MK-client-secret');
    await rig.restart();
    await rig.untilState(id, 'ready');
    expect(rig.signIn(id).client).toEqual({ clientId: 'my-app', hasSecret: true, issuer: null });
    const other = await rig.fixture();
    fixture.authority = other.server;
    fixture.server.expireAccessTokens();
    await callEcho(rig, id);
    expect(JSON.stringify(other.server.requests)).not.toContain('MK-client-secret');
    expect(other.server.requestsTo('/token')).toEqual([]);
  });

  it.each(['ftp://as.example', 'https://user:pass@as.example', 'not an address', 'http://as.example'])('whose authorization server is %s is refused', async (issuer) => {
    await using rig = await SignInRig.create();
    const id = await rig.add('mail', 'https://mail.invalid/mcp', [], false);
    await expect(rig.handlers['signIn/setClient']({ serverId: id, client: { clientId: 'x', issuer } }, rig.context())).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
  });
});

describe('what is kept of a sign-in', () => {
  it('no token, code or secret is in any file, view, log or trace (T:G12, S09, S15)', async () => {
    await using rig = await SignInRig.create();
    const fixture = await rig.fixture({ authorization: { clients: { 'my-app': 'MK-client-secret-0123' }, registration: 'none', idToken: { email: 'ann@example.com' } } });
    const id = await rig.add('mail', fixture.url);
    await rig.untilWanted(id);
    await rig.handlers['signIn/setClient']({ serverId: id, client: { clientId: 'my-app', clientSecret: 'MK-client-secret-0123' } }, rig.context());
    await rig.signInTo(id);
    await rig.untilState(id, 'ready');
    await callEcho(rig, id);
    const codes = rig.pages.map(({ address }) => new URL(address).searchParams.get('code') ?? '');
    const secrets = ['MK-client-secret-0123', ...fixture.server.tokens.keys(), ...codes];
    expect(secrets.length).toBeGreaterThan(2);
    const exported = (await collect(rig.handlers['trace/export']({ serverId: id }, rig.context()))).map(({ text }) => text).join('');
    expect(exported).toContain('/token');
    // Who it was signed in as is no secret: it is shown.
    const places = [...rig.allFiles().map(({ text }) => text), exported, JSON.stringify(rig.server(id)), JSON.stringify({ ...rig.signIn(id) }), rig.errors.join('\n')];
    for (const place of places) for (const secret of secrets) expect(place).not.toContain(secret);
    expect(rig.errors).toEqual([]);
  });

  it('two servers never get each other’s tokens, and each its own account (T:G06, T:G11)', async () => {
    await using rig = await SignInRig.create();
    const [one, two] = [await rig.fixture(), await rig.fixture()];
    two.authority = one.server;
    const first = await rig.add('one', one.url);
    await rig.untilWanted(first);
    const second = await rig.add('two', two.url);
    await rig.untilWanted(second);
    await rig.signInTo(first);
    await rig.untilState(first, 'ready');
    expect(rig.server(second).state).toBe('failed');
    await rig.signInTo(second);
    await rig.untilState(second, 'ready');
    const tokensOf = (fixture: typeof one) => new Set(fixture.authorized().map(({ headers }) => headers['authorization']));
    expect([...tokensOf(one)].filter((token) => tokensOf(two).has(token))).toEqual([]);
    expect(one.server.problems).toEqual([]);
  });
});
