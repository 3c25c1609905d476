import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createMemoryTokenStore } from '../../src/auth/token-store.ts';
import { afterTest } from '../fixtures.ts';
import { failureOf, listTools, openAuthorizer, openProtected, startAuthority, startProtected } from './person.ts';

const document = 'https://app.example/oauth/client.json';
const documents = { [document]: { redirect_uris: ['http://127.0.0.1/callback'] } };

describe('who this app is to an authorization server', () => {
  it('what a person registered beforehand goes before everything else (rule H84)', async () => {
    const opened = await openProtected(
      { authorization: { clients: { mine: 'sesame' }, clientDocuments: documents } },
      { preregistered: { clientId: 'mine', clientSecret: 'sesame' }, clientMetadata: { name: 'x', documentUrl: document } },
    );
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.asked[0]?.registration).toBe('preregistered');
    expect(opened.fixture.server.requestsTo('/authorize')[0]?.params['client_id']).toBe('mine');
    expect(opened.fixture.server.requestsTo('/register')).toEqual([]);
  });

  it('then a document of its own, where the authorization server reads those (rule H84, rule H85)', async () => {
    const opened = await openProtected({ authorization: { clientDocuments: documents } }, { clientMetadata: { name: 'x', documentUrl: document } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.asked[0]?.registration).toBe('document');
    expect(opened.fixture.server.requestsTo('/authorize')[0]?.params['client_id']).toBe(document);
    expect(opened.fixture.server.requestsTo('/register')).toEqual([]);
  });

  it.each(['http://app.example/client.json', 'https://app.example', 'not an address'])('a document at %s is none (rule H85)', async (documentUrl) => {
    const opened = await openProtected({ authorization: { clientDocuments: documents } }, { clientMetadata: { name: 'x', documentUrl } });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.asked[0]?.registration).toBe('dynamic');
  });

  it('then it registers itself, as a native app with the very address it comes back to (rule H84, rule H86, rule H87)', async () => {
    const opened = await openProtected({}, { clientMetadata: { name: 'Portolan', uri: 'https://app.example' } });
    await listTools(opened);
    const [registration] = opened.fixture.server.requestsTo('/register');
    const sent: unknown = JSON.parse(registration?.body ?? '');
    expect(sent).toMatchObject({ client_name: 'Portolan', application_type: 'native', grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' });
    expect(sent).toMatchObject({ redirect_uris: [opened.fixture.server.requestsTo('/authorize')[0]?.params['redirect_uri']] });
  });

  it('else a person has to enter a client id (rule H84)', async () => {
    const opened = await openProtected({ authorization: { registration: 'none' } });
    const failure = await failureOf(listTools(opened));
    expect(failure.kind).toBe('client-id-needed');
    expect(opened.opened).toEqual([]);
  });

  it('a refused registration is said, without the text that came with it (rule H86)', async () => {
    const opened = await openProtected({ authorization: { registration: 'refused' } });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'registration-refused', code: 'invalid_redirect_uri' });
    expect(failure.message).not.toContain('marker');
  });

  it('a registration is used again, at the same port; with the port taken, it registers anew instead of sharing (G08)', async () => {
    const store = createMemoryTokenStore();
    const fixture = await startProtected();
    const first = openAuthorizer(fixture, { store });
    await listTools(first);
    await first.authorizer.signIn();
    expect(fixture.server.requestsTo('/register')).toHaveLength(1);
    const redirect = new URL(fixture.server.requestsTo('/authorize')[1]?.params['redirect_uri'] ?? '');
    const squatter = createServer((_request, response) => void response.end('mine'));
    await new Promise<void>((resolve) => void squatter.listen(Number(redirect.port), '127.0.0.1', () => resolve()));
    afterTest(() => void squatter.close());
    await first.authorizer.signIn();
    expect(fixture.server.requestsTo('/register')).toHaveLength(2);
    expect(fixture.server.requestsTo('/authorize')[2]?.params['redirect_uri']).not.toBe(redirect.href);
    expect(fixture.server.problems).toEqual([]);
  });

  it('forgotten by the authorization server, the next sign-in registers anew', async () => {
    const opened = await openProtected({}, { redirect: { lifetimeMs: 200 } });
    await listTools(opened);
    opened.fixture.server.registered.clear();
    // An unknown client gets an error page, and nobody comes back.
    await failureOf(opened.authorizer.signIn());
    expect(await opened.authorizer.signIn()).toMatchObject({ state: 'signed-in' });
    expect(opened.fixture.server.requestsTo('/register')).toHaveLength(2);
  });

  it.each([
    ['client_secret_basic', ['client_secret_basic']],
    ['client_secret_post', ['client_secret_post']],
    ['none', ['client_secret_post', 'none']],
  ])('asks for %s where the token endpoint takes %j', async (method, supported) => {
    const opened = await openProtected({ authorization: { overrides: { token_endpoint_auth_methods_supported: supported } } });
    expect((await listTools(opened)).status).toBe(200);
    expect(JSON.parse(opened.fixture.server.requestsTo('/register')[0]?.body ?? '')).toMatchObject({ token_endpoint_auth_method: method });
  });

  it('a key instead of a secret signs every token request (P22)', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
    const opened = await openProtected({ authorization: { clients: { mine: 'key' } } }, { preregistered: { clientId: 'mine', privateKey } });
    expect((await listTools(opened)).status).toBe(200);
    opened.fixture.server.expireAccessTokens();
    expect((await listTools(opened)).status).toBe(200);
    for (const { params } of opened.fixture.server.requestsTo('/token')) expect(params['client_assertion']?.split('.')).toHaveLength(3);
  });
});

describe('another authorization server', () => {
  it('gets a registration of its own, and nothing that belongs to the first (rule H91, G06)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    const { fixture } = opened;
    const second = await startAuthority();
    fixture.authority = second;
    expect((await listTools(opened)).status).toBe(200);
    const old = [...fixture.server.registered.keys(), ...fixture.server.tokens.keys()];
    const sent = JSON.stringify(second.requests);
    for (const secret of old) expect(sent).not.toContain(secret);
    expect(sent).not.toContain('refresh_token=');
    expect(second.requestsTo('/register')).toHaveLength(1);
    expect(opened.asked[1]).toMatchObject({ issuer: second.issuer, isFirstUse: true });
    // The tokens of the first are gone from the store.
    expect(await opened.store.get({ kind: 'tokens', issuer: fixture.server.issuer, resource: fixture.url })).toBeUndefined();
  });

  it('does not get credentials that were registered elsewhere (rule H91, G06)', async () => {
    const opened = await openProtected({ authorization: { clients: { mine: 'sesame' } } }, { preregistered: { clientId: 'mine', clientSecret: 'sesame', issuer: 'https://login.example' } });
    const failure = await failureOf(listTools(opened));
    expect(failure.kind).toBe('issuer-changed');
    expect(opened.opened).toEqual([]);
    expect(JSON.stringify(opened.fixture.server.requests)).not.toContain('sesame');
  });

  it('does not get credentials that were used elsewhere first, also when no issuer was entered (rule H91, G06)', async () => {
    const opened = await openProtected({ authorization: { clients: { mine: 'sesame' } } }, { preregistered: { clientId: 'mine', clientSecret: 'sesame' } });
    await listTools(opened);
    const second = await startAuthority({ clients: { mine: 'sesame' } });
    opened.fixture.authority = second;
    expect((await failureOf(listTools(opened))).kind).toBe('issuer-changed');
    expect(JSON.stringify(second.requests)).not.toContain('sesame');
  });

  it('among several, the one that is known goes before the others (P22)', async () => {
    const opened = await openProtected();
    await listTools(opened);
    const { fixture } = opened;
    fixture.protection.overrides = { authorization_servers: ['https://unknown.example', fixture.server.issuer] };
    fixture.server.expireAccessTokens();
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.opened).toHaveLength(1);
  });

  it('among several, one that does not work is passed over (R69, row 49)', async () => {
    const dead = await startAuthority({ down: 500 });
    const opened = await openProtected();
    opened.fixture.protection.overrides = { authorization_servers: [dead.issuer, opened.fixture.server.issuer] };
    expect((await listTools(opened)).status).toBe(200);
  });
});
