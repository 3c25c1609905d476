import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { enterpriseAssertion } from '../../src/auth/machine-grant.ts';
import type { MachineGrant } from '../../src/auth/machine-grant.ts';
import { afterTest } from '../fixtures.ts';
import { callTool, failureOf, kindOf, listTools, openAuthorizer, startProtected } from './person.ts';
import type { Opened } from './person.ts';

async function openMachine(clients: Record<string, string>, machine: (issuer: string) => MachineGrant): Promise<Opened> {
  const fixture = await startProtected({ authorization: { clients, refreshTokens: 'none' } });
  return openAuthorizer(fixture, { machine: machine(fixture.server.issuer) });
}

describe('tokens without a person', () => {
  it('client credentials with a secret, asked for once by all who wait (P22)', async () => {
    const opened = await openMachine({ robot: 'sesame' }, (issuer) => ({ kind: 'client-credentials', issuer, clientId: 'robot', clientSecret: 'sesame' }));
    const responses = await Promise.all(Array.from({ length: 8 }, () => listTools(opened)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const requests = opened.fixture.server.requestsTo('/token');
    expect(requests.map(({ params }) => params)).toEqual([{ grant_type: 'client_credentials', resource: opened.fixture.url }]);
    expect(requests[0]?.headers['authorization']).toMatch(/^Basic /);
    expect([...opened.asked, ...opened.opened]).toEqual([]);
    expect(await opened.authorizer.status()).toMatchObject({ state: 'signed-in', isRenewable: true });
  });

  it('client credentials with a key (P22)', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
    const opened = await openMachine({ robot: 'key' }, (issuer) => ({ kind: 'client-credentials', issuer, clientId: 'robot', privateKey }));
    expect((await listTools(opened)).status).toBe(200);
    const assertion = opened.fixture.server.requestsTo('/token')[0]?.params['client_assertion'] ?? '';
    expect(JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'))).toMatchObject({ iss: 'robot', sub: 'robot', aud: opened.fixture.server.issuer });
  });

  it('an assertion of a workload, for the right audience and resource (P22)', async () => {
    const made: unknown[] = [];
    const opened = await openMachine({ workload: '' }, (issuer) => ({
      kind: 'jwt-bearer',
      issuer,
      clientId: 'workload',
      async assertion({ issuer: audience, resource, scopes }) {
        made.push({ audience, resource, scopes });
        return 'signed-by-the-cloud';
      },
    }));
    opened.fixture.server.behaviour.assertions = ['signed-by-the-cloud'];
    opened.fixture.protection.challengeScopes = ['read'];
    expect((await listTools(opened)).status).toBe(200);
    expect(made).toEqual([{ audience: opened.fixture.server.issuer, resource: opened.fixture.url, scopes: ['read'] }]);
    expect(opened.fixture.server.requestsTo('/token')[0]?.params).toMatchObject({ client_id: 'workload', scope: 'read' });
  });

  it('refused once, is not asked for again and again; a person’s action does (P22)', async () => {
    const opened = await openMachine({ workload: '' }, (issuer) => ({ kind: 'jwt-bearer', issuer, clientId: 'workload', assertion: async () => 'expired' }));
    for (let call = 0; call < 3; call += 1) expect(await failureOf(listTools(opened))).toMatchObject({ kind: 'token-refused', code: 'invalid_grant' });
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(1);
    opened.fixture.server.behaviour.assertions = ['expired'];
    expect(await opened.authorizer.signIn()).toMatchObject({ state: 'signed-in' });
    expect((await listTools(opened)).status).toBe(200);
  });

  it('are renewed when they are over, without the server seeing the old one refused twice', async () => {
    const opened = await openMachine({ robot: 'sesame' }, (issuer) => ({ kind: 'client-credentials', issuer, clientId: 'robot', clientSecret: 'sesame' }));
    await listTools(opened);
    opened.fixture.server.expireAccessTokens();
    const responses = await Promise.all([listTools(opened), listTools(opened)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(2);
  });

  it('get the scopes that an operation needs, at most twice (rule H95)', async () => {
    const opened = await openMachine({ robot: 'sesame' }, (issuer) => ({ kind: 'client-credentials', issuer, clientId: 'robot', clientSecret: 'sesame' }));
    opened.fixture.protection.toolScopes = { echo: ['write'] };
    await listTools(opened);
    expect((await callTool(opened, 'echo')).status).toBe(200);
    expect(opened.fixture.server.requestsTo('/token').map(({ params }) => params['scope'])).toEqual([undefined, 'write']);
  });

  it('are never asked of an authorization server the credentials are not for (rule H91, G06)', async () => {
    const opened = await openMachine({ robot: 'sesame' }, () => ({ kind: 'client-credentials', issuer: 'https://login.example', clientId: 'robot', clientSecret: 'sesame' }));
    expect(await kindOf(listTools(opened))).toBe('issuer-changed');
    expect(JSON.stringify(opened.fixture.server.requests)).not.toContain('sesame');
    expect(opened.fixture.server.requestsTo('/token')).toEqual([]);
  });
});

describe('enterprise-managed authorization', () => {
  it('the company’s identity provider gives a grant for this server, which buys the token (P22)', async () => {
    const exchanges: Record<string, string>[] = [];
    const provider = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        exchanges.push(Object.fromEntries(new URLSearchParams(body)));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ access_token: 'the-grant', issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', token_type: 'N_A' }));
      });
    });
    await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', () => resolve()));
    afterTest(() => void provider.close());
    const tokenEndpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/token`;
    const opened = await openMachine({ app: 'sesame' }, (issuer) => ({
      kind: 'jwt-bearer',
      issuer,
      clientId: 'app',
      clientSecret: 'sesame',
      assertion: enterpriseAssertion({ tokenEndpoint, clientId: 'app-at-idp', idToken: async () => 'id-token-of-ada' }),
    }));
    opened.fixture.server.behaviour.assertions = ['the-grant'];
    expect((await listTools(opened)).status).toBe(200);
    expect(exchanges).toMatchObject([{ audience: opened.fixture.server.issuer, resource: opened.fixture.url, subject_token: 'id-token-of-ada', requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag', client_id: 'app-at-idp' }]);
  });
});
