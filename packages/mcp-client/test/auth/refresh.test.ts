import { describe, expect, it, vi } from 'vitest';
import { createMemoryTokenStore, storeKeyName } from '../../src/auth/token-store.ts';
import type { TokenStore } from '../../src/auth/token-store.ts';
import { failureOf, kindOf, listTools, openAuthorizer, openProtected } from './person.ts';
import type { Opened } from './person.ts';

/** Signed in, with the first token already over. */
async function openExpired(authorization = {}): Promise<Opened> {
  const opened = await openProtected({ authorization });
  await listTools(opened);
  opened.fixture.server.expireAccessTokens();
  return opened;
}

function refreshes({ fixture }: Pick<Opened, 'fixture'>): number {
  return fixture.server.requestsTo('/token').filter(({ params }) => params['grant_type'] === 'refresh_token').length;
}

describe('a token that is over', () => {
  it('8 parallel calls with a rotating refresh token make one token call, and all succeed (bug B11, G13, R67, try-out 37, row 49)', async () => {
    const opened = await openExpired({ tokenDelay: 20 });
    const responses = await Promise.all(Array.from({ length: 8 }, () => listTools(opened)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(refreshes(opened)).toBe(1);
    expect(opened.fixture.server.problems).toEqual([]);
    expect(opened.opened).toHaveLength(1);
  });

  it('two authorizers on one store share that one call as well (G13, bug B11)', async () => {
    const opened = await openExpired({ tokenDelay: 20 });
    const other = openAuthorizer(opened.fixture, { store: opened.store });
    const responses = await Promise.all([opened, other, opened, other].map((each) => listTools(each)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(refreshes(opened)).toBe(1);
  });

  it('of 5 seconds is renewed silently, ahead of the refusal, for two calls at once after it (try-out 37, row 49)', async () => {
    const opened = await openProtected({ authorization: { expiresIn: 5 } });
    await listTools(opened);
    vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ['Date'] });
    try {
      const responses = await Promise.all([listTools(opened), listTools(opened)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      vi.useRealTimers();
    }
    expect(refreshes(opened)).toBe(1);
    expect(opened.opened).toHaveLength(1);
    // The server never saw the token that was over.
    expect(new Set(opened.fixture.authorized().map(({ headers }) => headers['authorization'])).size).toBe(2);
  });

  it('is renewed after a restart, and the new refresh token is the one that is kept', async () => {
    const opened = await openExpired();
    await opened.authorizer.close();
    const second = openAuthorizer(opened.fixture, { store: opened.store });
    expect((await listTools(second)).status).toBe(200);
    opened.fixture.server.expireAccessTokens();
    expect((await listTools(second)).status).toBe(200);
    expect(opened.fixture.server.problems).toEqual([]);
    expect(second.asked).toEqual([]);
  });

  it('renewed by another program meanwhile: its tokens are taken over (R67, G13)', async () => {
    const opened = await openExpired();
    // Another process has its own memory and the same store.
    const stored = new Map<string, string>();
    const sharedDisk = (): TokenStore => ({
      get: async (key) => stored.get(storeKeyName(key)) ?? opened.store.get(key),
      set: async (key, value) => void stored.set(storeKeyName(key), value),
      delete: async (key) => void stored.delete(storeKeyName(key)),
    });
    const here = openAuthorizer(opened.fixture, { store: sharedDisk() });
    const there = openAuthorizer(opened.fixture, { store: sharedDisk() });
    await here.authorizer.status();
    expect((await listTools(there)).status).toBe(200);
    expect((await listTools(here)).status).toBe(200);
    expect(refreshes(opened)).toBe(1);
    expect([...here.asked, ...there.asked]).toEqual([]);
  });

  it('whose refresh token is refused leads to one sign-in that asks for the same scopes again (R67)', async () => {
    const opened = await openProtected({ protection: { challengeScopes: ['read'] } });
    await listTools(opened);
    opened.fixture.server.expireAccessTokens();
    opened.fixture.server.revokeRefreshTokens();
    opened.fixture.protection.challengeScopes = undefined;
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(2);
    expect(opened.asked[1]?.scopes).toContain('read');
    expect(refreshes(opened)).toBe(1);
  });

  it('while the authorization server is down: an error that says so, and nothing is lost (R69)', async () => {
    const opened = await openExpired();
    opened.fixture.server.behaviour.down = 503;
    expect(await failureOf(listTools(opened))).toMatchObject({ kind: 'unavailable' });
    expect(opened.opened).toHaveLength(1);
    opened.fixture.server.behaviour.down = undefined;
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(1);
  });

  it('a renewal ahead of time that fails does not stop a token that is still good (R69)', async () => {
    const opened = await openProtected({ authorization: { expiresIn: 100 } });
    await listTools(opened);
    opened.fixture.server.behaviour.down = 503;
    vi.useFakeTimers({ now: Date.now() + 95_000, toFake: ['Date'] });
    try {
      expect((await listTools(opened)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('being renewed while a person signs out, stays forgotten', async () => {
    const opened = await openExpired({ tokenDelay: 50 });
    const call = kindOf(listTools(opened));
    await expect.poll(() => refreshes(opened)).toBe(1);
    await opened.authorizer.signOut();
    expect(await call).toBe('sign-in-needed');
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-out' });
    expect(await opened.store.get({ kind: 'tokens', issuer: opened.fixture.server.issuer, resource: opened.fixture.url })).toBeUndefined();
  });

  it('without a refresh token leads to a sign-in', async () => {
    const opened = await openExpired({ refreshTokens: 'none' });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(2);
  });

  it.each([0, -1, 1e12, '3600', null, 1e-9])('claimed to live %s seconds is used until it is refused (R67)', async (claimedExpiresIn) => {
    const opened = await openProtected({ authorization: { claimedExpiresIn } });
    for (let call = 0; call < 3; call += 1) expect((await listTools(opened)).status).toBe(200);
    expect(refreshes(opened)).toBeLessThanOrEqual(claimedExpiresIn === 1e-9 ? 3 : 0);
    expect(opened.opened).toHaveLength(1);
  });

  it('a clock that is set back by a day, or forward by ten years, costs at most one renewal (R67)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    for (const shift of [-86_400_000, 315_360_000_000]) {
      vi.useFakeTimers({ now: Date.now() + shift, toFake: ['Date'] });
      try {
        // The token on the fixture's side lives by the same clock.
        for (let call = 0; call < 3; call += 1) expect((await listTools(opened)).status).toBe(200);
      } finally {
        vi.useRealTimers();
      }
    }
    expect(refreshes(opened)).toBe(1);
    expect(opened.opened).toHaveLength(1);
  });
});

describe('a server that refuses whatever it gets', () => {
  it('opens one window for one action of a person, then says so (try-out 36)', async () => {
    const opened = await openProtected({ protection: { refuses: 'tokens' } });
    for (let call = 0; call < 5; call += 1) expect(await kindOf(listTools(opened))).toBe('not-accepted');
    expect(opened.opened).toHaveLength(1);
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(1);
    expect(await opened.authorizer.status()).toMatchObject({ state: 'refused', problem: { kind: 'not-accepted' } });
    // A person may try again, and gets one more.
    await opened.authorizer.signIn();
    expect(await kindOf(listTools(opened))).toBe('not-accepted');
    expect(opened.opened).toHaveLength(2);
  });

  it('begins to take tokens again: all is well without another window', async () => {
    const opened = await openProtected({ protection: { refuses: 'tokens' } });
    expect(await kindOf(listTools(opened))).toBe('not-accepted');
    opened.fixture.protection.refuses = 'nothing';
    expect((await listTools(opened)).status).toBe(200);
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-in' });
    expect(opened.opened).toHaveLength(1);
  });
});

describe('a store that fails', () => {
  it('to write costs only the next start: this one works, and says it (G13)', async () => {
    const store = createMemoryTokenStore();
    const opened = await openProtected({}, { store: { ...store, set: async () => Promise.reject(new Error('disk full')) } });
    // The registration cannot be kept either; a sign-in that could never be renewed after a restart is still a sign-in.
    expect((await listTools(opened)).status).toBe(200);
    expect((await listTools(opened)).status).toBe(200);
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-in', isStored: false });
    expect(opened.opened).toHaveLength(1);
  });

  it('to read is said as what it is', async () => {
    const store = createMemoryTokenStore();
    const opened = await openProtected({}, { store: { ...store, get: async () => Promise.reject(new Error('locked')) } });
    expect(await kindOf(listTools(opened))).toBe('storage');
  });

  it('with nonsense in it counts as empty', async () => {
    const opened = await openProtected();
    const { server, url } = opened.fixture;
    await opened.store.set({ kind: 'issuer', resource: url }, server.issuer);
    await opened.store.set({ kind: 'tokens', issuer: server.issuer, resource: url }, '{"accessToken":7');
    await opened.store.set({ kind: 'client', issuer: server.issuer }, '[]');
    expect((await listTools(opened)).status).toBe(200);
  });
});
