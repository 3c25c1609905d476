import { describe, expect, it } from 'vitest';
import { listTools, openAuthorizer, openProtected } from './person.ts';

describe('tokens bound to a key (RFC 9449)', () => {
  it.each(['plain', 'nonce'] as const)('every request carries a fresh proof, %s (P22)', async (dpop) => {
    const opened = await openProtected({ authorization: { dpop } });
    for (let call = 0; call < 3; call += 1) expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.server.problems).toEqual([]);
    const sent = opened.fixture.authorized();
    expect(new Set(sent.map(({ headers }) => headers['dpop'])).size).toBe(sent.length);
    for (const { headers } of sent) expect(headers['authorization']).toMatch(/^DPoP /);
    // A nonce is learnt once for each place, then used.
    expect(sent).toHaveLength(dpop === 'nonce' ? 4 : 3);
  });

  it('parallel requests with a nonce to learn all go through', async () => {
    const opened = await openProtected({ authorization: { dpop: 'nonce' } });
    const responses = await Promise.all(Array.from({ length: 5 }, () => listTools(opened)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(opened.opened).toHaveLength(1);
  });

  it('the key lasts over a restart, and renews with it (P22)', async () => {
    const opened = await openProtected({ authorization: { dpop: 'nonce' } });
    await listTools(opened);
    await opened.authorizer.close();
    const second = openAuthorizer(opened.fixture, { store: opened.store });
    expect((await listTools(second)).status).toBe(200);
    opened.fixture.server.expireAccessTokens();
    expect((await listTools(second)).status).toBe(200);
    expect(opened.fixture.server.problems).toEqual([]);
    expect(second.asked).toEqual([]);
  });

  it('is not used where only one of the two knows it, unless told', async () => {
    const opened = await openProtected({ authorization: { dpop: 'none', overrides: { dpop_signing_alg_values_supported: ['ES256'] } } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.authorized()[0]?.headers['authorization']).toMatch(/^Bearer /);
    expect(opened.fixture.server.requestsTo('/token')[0]?.headers['dpop']).toBeUndefined();
    const told = openAuthorizer(opened.fixture, { dpop: 'always' });
    expect((await listTools(told)).status).toBe(200);
    expect(opened.fixture.server.requestsTo('/token')[1]?.headers['dpop']).toBeDefined();
  });
});
