import { describe, expect, it } from 'vitest';
import { callTool, failureOf, kindOf, listTools, openProtected } from './person.ts';
import type { Opened } from './person.ts';

function askedScopes({ fixture }: Opened): (string | undefined)[] {
  return fixture.server.requestsTo('/authorize').map(({ params }) => params['scope']);
}

describe('which scopes are asked for', () => {
  it('those of the challenge come first (rule H94)', async () => {
    const opened = await openProtected({ protection: { challengeScopes: ['files:read'], overrides: { scopes_supported: ['all'] } } });
    await listTools(opened);
    expect(askedScopes(opened)).toEqual(['files:read']);
  });

  it('then those that the server lists (rule H94)', async () => {
    const opened = await openProtected({ protection: { overrides: { scopes_supported: ['a', 'b'] } } });
    await listTools(opened);
    expect(askedScopes(opened)).toEqual(['a b']);
  });

  it('else none at all (rule H94)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    expect(askedScopes(opened)).toEqual([undefined]);
    expect(opened.asked[0]?.scopes).toBeUndefined();
  });

  it('with the one that brings a refresh token where it exists', async () => {
    const opened = await openProtected({ protection: { challengeScopes: ['a'] }, authorization: { overrides: { scopes_supported: ['a', 'offline_access'] } } });
    await listTools(opened);
    expect(askedScopes(opened)).toEqual(['a offline_access']);
  });
});

describe('an operation that needs more', () => {
  it('asks for the union, names what is new, and goes through (rule H95, G10)', async () => {
    const opened = await openProtected({ protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } });
    await listTools(opened);
    expect((await callTool(opened, 'echo')).status).toBe(200);
    expect(askedScopes(opened)).toEqual(['read', 'read write']);
    expect(opened.asked[1]).toMatchObject({ cause: 'step-up', newScopes: ['write'], scopes: ['read', 'write'] });
    // What was granted before still works.
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(2);
  });

  it('is given up after two attempts for the same operation, with what is missing (rule H95, G10, R68)', async () => {
    const opened = await openProtected({ protection: { refuses: 'nothing', challengeScopes: ['read'], toolScopes: { echo: ['write'] } }, authorization: { grantedScopes: ['read'] } });
    await listTools(opened);
    const failure = await failureOf(callTool(opened, 'echo'));
    expect(failure).toMatchObject({ kind: 'insufficient-scope', scopes: ['write'] });
    expect(opened.opened).toHaveLength(3);
    for (let call = 0; call < 10; call += 1) expect(await kindOf(callTool(opened, 'echo'))).toBe('insufficient-scope');
    expect(opened.opened).toHaveLength(3);
  });

  it('does not ask for scopes that it has: the server is never content (G10, R68)', async () => {
    const opened = await openProtected({ protection: { refuses: 'scopes', challengeScopes: ['admin'] } });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'insufficient-scope' });
    expect(opened.opened).toHaveLength(1);
  });

  it('opens at most three windows between two actions of a person, whatever the operations (R68, G10)', async () => {
    const opened = await openProtected({ protection: { challengeScopes: ['read'], toolScopes: { a: ['x1'], b: ['x2'], c: ['x3'], echo: ['x4'] } }, authorization: { grantedScopes: ['read'] } });
    for (const name of ['a', 'b', 'c', 'echo', 'a', 'b']) await failureOf(callTool(opened, name));
    expect(opened.opened.length).toBeLessThanOrEqual(4);
    const before = opened.opened.length;
    for (const name of ['a', 'b', 'c', 'echo', 'a', 'b']) await failureOf(callTool(opened, name));
    expect(opened.opened).toHaveLength(before);
  });

  it('told "later", fails with the scopes that a person may grant', async () => {
    const opened = await openProtected(
      { protection: { challengeScopes: ['read'], toolScopes: { echo: ['write'] } } },
      { onAuthorize: async ({ cause }) => (cause === 'step-up' ? 'later' : 'continue') },
    );
    await listTools(opened);
    const failure = await failureOf(callTool(opened, 'echo'));
    expect(failure).toMatchObject({ kind: 'sign-in-needed', scopes: ['read', 'write'] });
    expect((await listTools(opened)).status).toBe(200);
  });
});
