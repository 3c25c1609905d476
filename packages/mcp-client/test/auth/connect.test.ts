import { describe, expect, it } from 'vitest';
import { authErrorIn } from '../../src/auth/auth-error.ts';
import { ConnectError, LocalError } from '../../src/errors.ts';
import type { HttpTarget } from '../../src/connect.ts';
import { callText, openTarget } from '../fixtures.ts';
import { openProtected } from './person.ts';
import type { Opened } from './person.ts';

function targetOf({ fixture, authorizer }: Opened, overrides: Partial<HttpTarget> = {}): HttpTarget {
  return { kind: 'http', url: fixture.url, headers: {}, fetch: authorizer.fetch, ...overrides };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a connection to a server that wants tokens', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28', 'both'])('of %s stands after one sign-in, with the token on every request (P22, rule H92)', async (era) => {
    const opened = await openProtected({ presetOptions: { era } });
    const { client } = await openTarget(targetOf(opened));
    expect(await callText(client, 'echo', { message: 'hi' })).toContain('hi');
    await client.close();
    expect(opened.opened).toHaveLength(1);
    const { requests } = opened.fixture;
    const first = requests.findIndex(({ headers }) => headers['authorization'] !== undefined);
    const later = requests.slice(first).filter(({ url }) => !url.startsWith('/.well-known/'));
    expect(later.length).toBeGreaterThan(1);
    for (const { headers } of later) expect(headers['authorization']).toMatch(/^Bearer access-/);
  });

  it('that nobody has signed in to is said to need authorization, with the reason, and asked once (S19, try-out 36)', async () => {
    const opened = await openProtected({}, { onAuthorize: async () => 'later' });
    const error = await failureOf(openTarget(targetOf(opened)));
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ kind: 'needs-authorization' });
    expect(String(error)).toContain('wants you to sign in');
    expect(authErrorIn(error)).toMatchObject({ kind: 'sign-in-needed', issuer: opened.fixture.server.issuer });
    expect(opened.asked).toHaveLength(1);
    await opened.authorizer.signIn().catch(() => undefined);
  });

  it('whose sign-in cannot be done safely says why', async () => {
    const opened = await openProtected({ authorization: { overrides: { code_challenge_methods_supported: undefined } } });
    const error = await failureOf(openTarget(targetOf(opened)));
    expect(error).toMatchObject({ kind: 'needs-authorization' });
    expect(authErrorIn(error)).toMatchObject({ kind: 'pkce-unsupported' });
  });

  it('mid-session: tokens run out, one renewal serves every call, nobody is asked (R67, try-out 37)', async () => {
    const opened = await openProtected();
    const { client } = await openTarget(targetOf(opened));
    opened.fixture.server.expireAccessTokens();
    const texts = await Promise.all(Array.from({ length: 8 }, (_, index) => callText(client, 'echo', { message: `m${index}` })));
    expect(texts.map((text) => text.includes('m'))).toEqual(Array.from({ length: 8 }, () => true));
    expect(opened.opened).toHaveLength(1);
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(2);
  });

  it('mid-session: a call that needs more scopes than a person gives fails as not done, and the connection stays (R68)', async () => {
    const opened = await openProtected(
      { protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } },
      { onAuthorize: async ({ cause }) => (cause === 'step-up' ? 'declined' : 'continue') },
    );
    const { client } = await openTarget(targetOf(opened));
    const error = await failureOf(client.callTool('echo', { message: 'hi' }));
    expect(error).toBeInstanceOf(LocalError);
    expect(error).toMatchObject({ kind: 'request-lost', mayHaveHappened: false });
    expect(authErrorIn(error)).toMatchObject({ kind: 'declined' });
    expect((await client.listTools()).items.length).toBeGreaterThan(0);
  });

  it('closing asks nobody for anything, also when the token ran out (S19)', async () => {
    const opened = await openProtected({ presetOptions: { era: '2025-11-25' } });
    const { client } = await openTarget(targetOf(opened));
    opened.fixture.server.expireAccessTokens();
    opened.fixture.server.revokeRefreshTokens();
    opened.fixture.server.behaviour.down = 503;
    await client.close();
    expect(opened.opened).toHaveLength(1);
    expect(opened.fixture.requests.at(-1)).toMatchObject({ method: 'DELETE' });
  });

  it('over HTTP+SSE takes its tokens to the message address that the stream named, and not beyond its origin (P02, rule H92)', async () => {
    const opened = await openProtected({ presetOptions: { era: '2024-11-05' } });
    const { client } = await openTarget(targetOf(opened, { transport: 'sse' }));
    expect(client.transport).toBe('sse');
    expect(await callText(client, 'echo', { message: 'hi' })).toContain('hi');
    const paths = new Set(opened.fixture.authorized().map(({ url }) => url.split('?')[0]));
    expect([...paths]).toEqual(['/sse', '/messages']);
  });
});
