import { describe, expect, it } from 'vitest';
import { failureOf, kindOf, listTools, openAuthorizer, openProtected } from './person.ts';

describe('a sign-in', () => {
  it('is begun by a refusal, finished in the browser, and the request goes through (P22, rule H84, rule H87, S19, row 48)', async () => {
    const opened = await openProtected();
    const response = await listTools(opened);
    expect(response.status).toBe(200);
    expect(opened.asked).toMatchObject([{ cause: 'challenge', isFirstUse: true, registration: 'dynamic', issuer: opened.fixture.server.issuer }]);
    expect(opened.opened).toHaveLength(1);
    expect(opened.fixture.server.problems).toEqual([]);
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-in', issuer: opened.fixture.server.issuer, isRenewable: true, isStored: true });
  });

  it('sends PKCE with S256, a state, and the resource in every request (rule H88, rule H90)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    const { fixture } = opened;
    const [authorize] = fixture.server.requestsTo('/authorize');
    expect(authorize?.params).toMatchObject({ code_challenge_method: 'S256', resource: fixture.url, response_type: 'code' });
    expect(authorize?.params['state']?.length).toBeGreaterThanOrEqual(43);
    expect(fixture.server.requestsTo('/token')[0]?.params).toMatchObject({ resource: fixture.url, grant_type: 'authorization_code' });
  });

  it('names the canonical address of the server as resource also when the server has no metadata (rule H90, bug B13, row 49)', async () => {
    const opened = await openProtected({ protection: { metadata: 'none', isOwnAuthority: true } });
    expect((await listTools(opened)).status).toBe(200);
    const { server, url } = opened.fixture;
    expect(server.requestsTo('/authorize')[0]?.params).toMatchObject({ resource: url });
    expect(server.requestsTo('/token')[0]?.params).toMatchObject({ resource: url });
    expect(server.problems).toEqual([]);
  });

  it('works with a server of 2025-03-26 that has no metadata at all (P22)', async () => {
    const opened = await openProtected({ protection: { metadata: 'none', isOwnAuthority: true }, authorization: { metadata: 'none', iss: 'none' } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.server.requestsTo('/authorize')[0]?.params).toMatchObject({ code_challenge_method: 'S256', resource: opened.fixture.url });
  });

  it('without a refusal and without metadata, says that nobody asked for it', async () => {
    const opened = await openProtected({ protection: { metadata: 'none' } });
    expect(await kindOf(opened.authorizer.signIn())).toBe('discovery');
    expect(opened.opened).toEqual([]);
  });

  it('opens no window twice for requests that wait together (try-out 36)', async () => {
    const opened = await openProtected();
    const responses = await Promise.all(Array.from({ length: 8 }, () => listTools(opened)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(opened.opened).toHaveLength(1);
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(1);
  });

  it('opens no window without the host: told "later", the request ends with a reason (try-out 36)', async () => {
    const opened = await openProtected({}, { onAuthorize: async () => 'later' });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'sign-in-needed' });
    expect(failure.message).toContain('sign in at 127.0.0.1');
    expect(opened.opened).toEqual([]);
    // Nothing was registered for a sign-in that was not wanted yet.
    expect(opened.fixture.server.requestsTo('/register')).toEqual([]);
  });

  it('told "later", is offered, and begins with a person’s action (S19)', async () => {
    let isWanted = false;
    const opened = await openProtected({}, { onAuthorize: async ({ cause }) => (isWanted && cause === 'sign-in' ? 'continue' : 'later') });
    expect(await kindOf(listTools(opened))).toBe('sign-in-needed');
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-out', problem: { kind: 'sign-in-needed' } });
    isWanted = true;
    expect(await opened.authorizer.signIn()).toMatchObject({ state: 'signed-in' });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(1);
    expect(await opened.authorizer.status()).not.toHaveProperty('problem');
  });

  it('declined by the person ends as declined, and is not asked again by itself (try-out 36)', async () => {
    const opened = await openProtected({}, { onAuthorize: async () => 'declined' });
    expect(await kindOf(listTools(opened))).toBe('declined');
    expect(await kindOf(listTools(opened))).toBe('sign-in-needed');
    expect(opened.asked).toHaveLength(1);
  });

  it('declined at the authorization server ends as declined, without its text (G03)', async () => {
    const opened = await openProtected({ authorization: { consent: 'deny' } });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'declined', code: 'access_denied' });
    expect(failure.message).not.toContain('script');
  });

  it('shows whose sign-in it is, from the ID token (S19)', async () => {
    const opened = await openProtected({ authorization: { idToken: { sub: '1', email: 'ada@example.org' } } });
    await listTools(opened);
    expect(await opened.authorizer.status()).toMatchObject({ account: 'ada@example.org' });
  });

  it('lasts over a restart: another authorizer on the same store asks nobody', async () => {
    const first = await openProtected();
    await listTools(first);
    await first.authorizer.close();
    const second = openAuthorizer(first.fixture, { store: first.store });
    expect((await listTools(second)).status).toBe(200);
    expect(second.asked).toEqual([]);
  });

  it('is forgotten by signing out, and the authorization server is told', async () => {
    const opened = await openProtected();
    await listTools(opened);
    await opened.authorizer.signOut();
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-out' });
    const [revocation] = opened.fixture.server.requestsTo('/revoke');
    expect(revocation?.params).toMatchObject({ token_type_hint: 'refresh_token' });
    // Nobody who signed out is asked to sign in by a request that goes on.
    expect(await kindOf(listTools(opened))).toBe('sign-in-needed');
    expect(opened.opened).toHaveLength(1);
    await opened.authorizer.signIn();
    expect(opened.opened).toHaveLength(2);
    expect(opened.asked[1]).toMatchObject({ isFirstUse: false });
  });

  it('asked for again although there are tokens, is a new one: another account (S19)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    await opened.authorizer.signIn();
    expect(opened.opened).toHaveLength(2);
    expect(opened.fixture.server.requestsTo('/register')).toHaveLength(1);
  });

  it('leaves alone a server that wants no token', async () => {
    const opened = await openProtected({ protection: { openMethods: ['tools/list'] } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.server.requests).toEqual([]);
  });

  it('leaves alone a request that has a credential of its own', async () => {
    const opened = await openProtected();
    const response = await opened.authorizer.fetch(opened.fixture.url, { method: 'POST', headers: { authorization: 'Bearer mine', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: '{}' });
    expect(response.status).toBe(401);
    expect(opened.asked).toEqual([]);
  });

  it('names a scheme that is entered by hand instead of signing in', async () => {
    const opened = await openProtected({ protection: { challenge: 'Basic realm="x"' } });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'sign-in-needed' });
    expect(failure.message).toContain('Basic');
    expect(opened.asked).toEqual([]);
  });
});

describe('nobody comes back from the browser', () => {
  it('the sign-in can be cancelled, and its port is free (R70)', async () => {
    const opened = await openProtected({ authorization: { consent: 'nothing' } });
    const controller = new AbortController();
    const signingIn = opened.authorizer.signIn(controller.signal);
    const failing = kindOf(signingIn);
    while (opened.opened.length === 0) await new Promise((resolve) => void setTimeout(resolve, 5));
    const redirect = new URL(opened.opened[0] ?? '').searchParams.get('redirect_uri') ?? '';
    controller.abort();
    expect(await failing).toBe('cancelled');
    await expect.poll(() => fetch(redirect).then(() => 'open', () => 'closed')).toBe('closed');
  });

  it('the sign-in ends by itself, with a reason, and its port is free (R70)', async () => {
    const opened = await openProtected({ authorization: { consent: 'error-page' } }, { redirect: { lifetimeMs: 100 } });
    expect(await kindOf(listTools(opened))).toBe('expired');
    const redirect = new URL(opened.opened[0] ?? '').searchParams.get('redirect_uri') ?? '';
    await expect.poll(() => fetch(redirect).then(() => 'open', () => 'closed')).toBe('closed');
    // No other window by itself.
    expect(await kindOf(listTools(opened))).toBe('sign-in-needed');
    expect(opened.opened).toHaveLength(1);
  });

  it('asked for again, a new window takes the place of the lost one', async () => {
    const opened = await openProtected({ authorization: { consent: 'nothing' } });
    const first = kindOf(opened.authorizer.signIn());
    while (opened.opened.length === 0) await new Promise((resolve) => void setTimeout(resolve, 5));
    opened.fixture.server.behaviour.consent = 'allow';
    expect(await opened.authorizer.signIn()).toMatchObject({ state: 'signed-in' });
    expect(await first).toBe('cancelled');
  });

  it('a request that stops waiting does not end the sign-in it began', async () => {
    const opened = await openProtected({ authorization: { tokenDelay: 100 } });
    const controller = new AbortController();
    const failing = kindOf(listTools(opened, controller.signal));
    while (opened.opened.length === 0) await new Promise((resolve) => void setTimeout(resolve, 5));
    controller.abort();
    expect(await failing).toBe('cancelled');
    await expect.poll(async () => (await opened.authorizer.status()).state).toBe('signed-in');
  });

  it('a browser that cannot be opened is said, and the port is free', async () => {
    const opened = await openProtected({}, { openUrl: async () => Promise.reject(new Error('no browser')) });
    expect(await kindOf(listTools(opened))).toBe('unavailable');
  });
});
