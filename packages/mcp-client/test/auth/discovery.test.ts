import { describe, expect, it } from 'vitest';
import { failureOf, kindOf, listTools, openProtected, startAuthority } from './person.ts';

describe('where the authorization server is found', () => {
  it.each(
    (['path', 'root', 'announced'] as const).flatMap((place) => (['oauth', 'openid'] as const).flatMap((kind) => ['', '/tenant1'].map((tenant) => [place, kind, tenant] as const))),
  )('metadata of the server at %s, of the authorization server as %s for issuer path "%s" (P22, row 48)', async (place, kind, tenant) => {
    const opened = await openProtected({ protection: { metadata: place }, authorization: { metadata: kind, tenant } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.server.problems).toEqual([]);
    expect(await opened.authorizer.status()).toMatchObject({ issuer: `${opened.fixture.server.origin}${tenant}` });
  });

  it.each(['path', 'root'] as const)('also when the challenge does not name the metadata: %s (P22)', async (place) => {
    const opened = await openProtected({ protection: { metadata: place, namesMetadata: false } });
    expect((await listTools(opened)).status).toBe(200);
  });

  it('without any challenge header, by convention (P22)', async () => {
    const opened = await openProtected({ protection: { challenge: 'Bearer' } });
    expect((await listTools(opened)).status).toBe(200);
  });

  it('a challenge that names a place where nothing is falls back to the convention', async () => {
    const opened = await openProtected();
    opened.fixture.protection.challenge = `Bearer resource_metadata="${new URL('/nowhere', opened.fixture.url).href}"`;
    expect((await listTools(opened)).status).toBe(200);
  });
});

describe('metadata that is of no use', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no resource', { resource: undefined }],
    ['a resource that is no address', { resource: 'mcp' }],
    ['servers that are no list', { authorization_servers: 'https://login.example' }],
    ['a server that is a script', { authorization_servers: ['javascript:alert(1)'] }],
  ])('of the server: %s (G02)', async (_name, overrides) => {
    const opened = await openProtected({ protection: { metadata: 'announced', overrides } });
    expect(await kindOf(listTools(opened))).toBe('discovery');
    expect(opened.opened).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no token endpoint', { token_endpoint: undefined }],
    ['an endpoint that is no address', { token_endpoint: '/token' }],
    ['no issuer', { issuer: undefined }],
    ['an issuer that is a list', { issuer: ['https://a'] }],
    ['another response type alone', { response_types_supported: ['token'] }],
  ])('of the authorization server: %s', async (_name, overrides) => {
    const opened = await openProtected({ authorization: { overrides } });
    expect(await kindOf(listTools(opened))).toBe('discovery');
    expect(opened.opened).toEqual([]);
  });

  it('there is none, although the server names an authorization server', async () => {
    const opened = await openProtected({ authorization: { metadata: 'none' } });
    const failure = await failureOf(listTools(opened));
    expect(failure.kind).toBe('discovery');
    expect(failure.message).toContain(new URL(opened.fixture.server.origin).host);
  });

  it.each([500, 503])('the authorization server is down with %d: said as such, and tried again the next time (R69)', async (down) => {
    const opened = await openProtected({ authorization: { down } });
    expect(await kindOf(listTools(opened))).toBe('unavailable');
    expect(await kindOf(listTools(opened))).toBe('unavailable');
    opened.fixture.server.behaviour.down = undefined;
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(1);
  });

  it('the authorization server does not listen at all (R69)', async () => {
    const gone = await startAuthority();
    await gone.close();
    const opened = await openProtected();
    opened.fixture.authority = gone;
    const failure = await failureOf(listTools(opened));
    expect(failure.kind).toBe('unavailable');
    expect(failure.message).toContain(new URL(gone.origin).host);
  });
});
