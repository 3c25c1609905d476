import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { visit } from '@portolan/fixture-servers/auth-server';
import { createAuthorizer } from '../../src/auth/authorizer.ts';
import type { TapEvent } from '../../src/transport/transport.ts';
import { createMemoryTokenStore } from '../../src/auth/token-store.ts';
import { afterTest } from '../fixtures.ts';
import { everythingIn, failureOf, kindOf, listTools, openAuthorizer, openProtected, startAuthority, startProtected } from './person.ts';

interface Canary {
  origin: string;
  hits: { url: string; headers: Record<string, unknown>; body: string }[];
}

/** Records whatever comes near it. */
async function startCanary(): Promise<Canary> {
  const hits: Canary['hits'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      hits.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  afterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits };
}

describe('G01: an authorization address that is a command', () => {
  it.each(['javascript:alert(1)', 'file:/c:/windows/system32/calc.exe', 'ms-settings:privacy', '--upload-pack=x', 'java\nscript:alert(1)', 'http://login.example/authorize', 'https://$(calc).example/a'])(
    '%j never reaches a browser (G01, rule H96, row 49)',
    async (address) => {
      const opened = await openProtected({ authorization: { overrides: { authorization_endpoint: address } } });
      expect(['unsafe-address', 'discovery']).toContain(await kindOf(listTools(opened)));
      expect(opened.opened).toEqual([]);
      expect(opened.asked).toEqual([]);
    },
  );

  it('reaches it without anything that a command line would take for its own (G01)', async () => {
    const opened = await openProtected(
      { authorization: { overrides: { authorization_endpoint: 'https://login.example/$(calc)/`id`;x|y?a=$(calc)&b="&calc&"' } } },
      { openUrl: async () => undefined, redirect: { lifetimeMs: 50 } },
    );
    await failureOf(listTools(opened));
    expect(opened.opened[0]).not.toMatch(/[$`"';|() ^<>\\]/);
  });
});

describe('G02: metadata that points into this machine’s network', () => {
  it.each([
    ['authorization_servers', { authorization_servers: ['http://169.254.169.254'] }],
    ['authorization_servers, without TLS', { authorization_servers: ['http://login.example'] }],
    ['authorization_servers, of another scheme', { authorization_servers: ['file:///etc/passwd'] }],
  ])('by %s is not followed (G02, rule H97)', async (_name, overrides) => {
    const opened = await openProtected({ protection: { overrides } });
    expect(await kindOf(listTools(opened))).toBe('unsafe-address');
  });

  it.each(['token_endpoint', 'registration_endpoint'])('by %s is not followed (G02, G14, rule H97, row 49)', async (field) => {
    for (const address of ['http://169.254.169.254/x', 'http://login.example/x', 'https://168.63.129.16/x']) {
      const opened = await openProtected({ authorization: { overrides: { [field]: address } } });
      expect(await kindOf(listTools(opened))).toBe('unsafe-address');
      expect(opened.opened).toEqual([]);
    }
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'https://[::ffff:a9fe:a9fe]/', 'file:///etc/passwd'])('by a challenge that names %s is not followed (G02)', async (address) => {
    const opened = await openProtected({ protection: { challenge: `Bearer resource_metadata="${address}"` } });
    expect(await kindOf(listTools(opened))).toBe('unsafe-address');
  });

  it('is not even asked about when the server is on the internet and the address on this machine (T:D16, G02)', async () => {
    const canary = await startCanary();
    // The server's answers come from a replaced fetch; the addresses of the sign-in never go through it.
    const authorizer = createAuthorizer({
      serverUrl: 'https://mcp.example/mcp',
      store: createMemoryTokenStore(),
      clientMetadata: { name: 'x' },
      onAuthorize: async () => 'continue',
      openUrl: async () => undefined,
      fetch: async () => new Response('', { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${canary.origin}/meta"` } }),
    });
    afterTest(() => authorizer.close());
    expect(await kindOf(authorizer.fetch('https://mcp.example/mcp', { method: 'POST', body: '{}' }))).toBe('unsafe-address');
    expect(canary.hits).toEqual([]);
  });

  it('nothing of its answers is told to anybody (G02)', async () => {
    const opened = await openProtected({ authorization: { tokenAnswer: { status: 400, body: { error: 'invalid_grant', error_description: 'marker-secret' } } } });
    expect(everythingIn(await failureOf(listTools(opened)))).not.toContain('marker-secret');
    const page = await openProtected({ authorization: { tokenAnswer: { status: 200, body: '<html>marker-secret</html>' } } });
    expect(everythingIn(await failureOf(listTools(page)))).not.toContain('marker-secret');
  });
});

describe('G03, G04: an answer of another authorization server', () => {
  it.each(['wrong', 'slash'] as const)('with an issuer that is %s is thrown away before its code is used (G03, G04, rule H89)', async (iss) => {
    const opened = await openProtected({ authorization: { iss } });
    expect(await kindOf(listTools(opened))).toBe('issuer-mismatch');
    expect(opened.fixture.server.requestsTo('/token')).toEqual([]);
  });

  it('without the issuer that was promised is thrown away (G03, rule H89)', async () => {
    const opened = await openProtected({ authorization: { iss: 'none', overrides: { authorization_response_iss_parameter_supported: true } } });
    expect(await kindOf(listTools(opened))).toBe('issuer-mismatch');
    expect(opened.fixture.server.requestsTo('/token')).toEqual([]);
  });

  it('with an unexpected issuer is thrown away although none was promised (G03, rule H89)', async () => {
    const opened = await openProtected({ authorization: { iss: 'wrong', overrides: { authorization_response_iss_parameter_supported: undefined } } });
    expect(await kindOf(listTools(opened))).toBe('issuer-mismatch');
  });

  it('without an issuer is taken where none was promised (rule H89)', async () => {
    const opened = await openProtected({ authorization: { iss: 'none' } });
    expect((await listTools(opened)).status).toBe(200);
  });

  it('an error of it is neither shown nor acted on (G03, rule H89)', async () => {
    const opened = await openProtected({ authorization: { consent: 'deny', iss: 'wrong' } });
    const failure = await failureOf(listTools(opened));
    expect(failure).toMatchObject({ kind: 'issuer-mismatch', code: undefined });
    expect(everythingIn(failure)).not.toMatch(/script|access_denied|evil\.example/);
  });

  it.each([
    ['another', 'https://honest.example'],
    ['the same with a slash', undefined],
  ])('metadata that claims to be %s is not used (G03)', async (_name, issuer) => {
    const authority = await startAuthority();
    authority.behaviour.overrides = { issuer: issuer ?? `${authority.issuer}/` };
    const opened = await openProtected();
    opened.fixture.authority = authority;
    expect(await kindOf(listTools(opened))).toBe('issuer-mismatch');
    expect(opened.opened).toEqual([]);
  });

  it('the code goes to the token endpoint that the sign-in began with, also when the metadata changes meanwhile (G04)', async () => {
    const evil = await startAuthority();
    const opened = await openProtected({}, {
      openUrl: async (url) => {
        opened.fixture.authority = evil;
        opened.fixture.server.behaviour.overrides = { token_endpoint: `${evil.origin}/token` };
        void visit(url);
      },
    });
    await failureOf(listTools(opened));
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(1);
    expect(evil.requestsTo('/token')).toEqual([]);
  });
});

describe('G05: no PKCE', () => {
  it.each([undefined, [], ['plain'], ['s256']])('%j as code_challenge_methods_supported is refused before a browser opens (G05, rule H88, bug B12, row 49)', async (methods) => {
    const opened = await openProtected({ authorization: { overrides: { code_challenge_methods_supported: methods } } });
    expect(await kindOf(listTools(opened))).toBe('pkce-unsupported');
    expect(opened.asked).toEqual([]);
  });

  it('the same in OpenID Connect’s metadata (G05, rule H88, bug B12)', async () => {
    const opened = await openProtected({ authorization: { metadata: 'openid', overrides: { code_challenge_methods_supported: undefined } } });
    expect(await kindOf(listTools(opened))).toBe('pkce-unsupported');
    opened.fixture.server.behaviour.overrides = {};
    expect(await opened.authorizer.signIn()).toMatchObject({ state: 'signed-in' });
  });
});

describe('G06: credentials at another server', () => {
  it.each(['https://evil.example/mcp', 'http://127.0.0.1/mcp', 'ORIGIN/mcp/deeper', 'ORIGIN/mc', 'ORIGIN.evil.example/mcp', 'ORIGIN/mcp#x'])('metadata of %s is not of this server (G06)', async (resource) => {
    const fixture = await startProtected();
    fixture.protection.overrides = { resource: resource.replace('ORIGIN', new URL(fixture.url).origin) };
    const opened = openAuthorizer(fixture);
    expect(['resource-mismatch', 'discovery']).toContain(await kindOf(listTools(opened)));
    expect(opened.opened).toEqual([]);
    expect(fixture.server.requests).toEqual([]);
  });

  it('metadata of the whole origin covers it, and is named word for word (rule H90)', async () => {
    const fixture = await startProtected();
    const { origin } = new URL(fixture.url);
    fixture.protection.overrides = { resource: origin };
    const opened = openAuthorizer(fixture);
    expect((await listTools(opened)).status).toBe(200);
    expect(fixture.server.requestsTo('/token')[0]?.params['resource']).toBe(origin);
  });

  it('one store serves two servers of one authorization server without mixing their tokens (G06, G11)', async () => {
    const store = createMemoryTokenStore();
    const authority = await startAuthority();
    const [first, second] = [await startProtected(), await startProtected()];
    first.authority = authority;
    second.authority = authority;
    const a = openAuthorizer(first, { store });
    const b = openAuthorizer(second, { store });
    await listTools(a);
    await listTools(b);
    expect((await listTools(a)).status).toBe(200);
    const tokensOf = (fixture: typeof first): Set<unknown> => new Set(fixture.authorized().map(({ headers }) => headers['authorization']));
    expect([...tokensOf(first)].filter((token) => tokensOf(second).has(token))).toEqual([]);
  });
});

describe('G07, G11: the token goes to its own server and nowhere else', () => {
  it.each([301, 302, 307, 308])('a redirect (%d) of the server takes it nowhere (G07, rule H92)', async (status) => {
    const canary = await startCanary();
    const opened = await openProtected();
    await listTools(opened);
    opened.fixture.protection.redirect = { status, to: `${canary.origin}/steal` };
    const response = await listTools(opened);
    expect(response.status).toBe(status);
    expect(canary.hits).toEqual([]);
  });

  it.each([307, 308])('a redirect (%d) of the token endpoint takes the code nowhere (G07)', async (status) => {
    const canary = await startCanary();
    const opened = await openProtected({ authorization: { tokenAnswer: { status, body: '', headers: { location: `${canary.origin}/steal` } } } });
    await failureOf(listTools(opened));
    expect(canary.hits).toEqual([]);
  });

  it('other origins, other paths and other ports of the same host get none (G07, G11, rule H92)', async () => {
    const canary = await startCanary();
    const opened = await openProtected();
    await listTools(opened);
    const { origin, port } = new URL(opened.fixture.url);
    for (const url of [`${canary.origin}/mcp`, `${origin}/mcp2`, `${origin}/`, `${origin}/other/mcp`, `http://localhost:${port}/mcp`]) {
      await opened.authorizer.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => undefined);
    }
    expect(canary.hits.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
    expect(opened.fixture.authorized().map(({ url }) => url)).toEqual(['/mcp']);
  });

  it('is in the header of every request, and never in an address (rule H92, G12)', async () => {
    const opened = await openProtected();
    for (let call = 0; call < 3; call += 1) await listTools(opened);
    const tokens = [...opened.fixture.server.tokens.keys()];
    for (const { url } of opened.fixture.requests) for (const token of tokens) expect(url).not.toContain(token);
    expect(opened.fixture.authorized()).toHaveLength(3);
  });
});

describe('G08: attacks on the way back', () => {
  it.each<[string, string | null]>([
    ['a state of somebody else', 'another-state'],
    ['no state', null],
  ])('%s ends no sign-in (G08, rule H87)', async (_name, state) => {
    const opened = await openProtected({ authorization: { state } }, { redirect: { lifetimeMs: 100 } });
    expect(await kindOf(listTools(opened))).toBe('expired');
    expect(opened.fixture.server.requestsTo('/token')).toEqual([]);
  });

  it('two tabs: the second gets nothing (G08)', async () => {
    const opened = await openProtected({}, {
      openUrl: async (url) => {
        void visit(url);
        void visit(url).catch(() => undefined);
      },
    });
    expect((await listTools(opened)).status).toBe(200);
    expect(opened.fixture.server.requestsTo('/token')).toHaveLength(1);
  });

  it('a code that is not of this sign-in is refused by PKCE, and asks for no new window (G08)', async () => {
    const other = await openProtected();
    let stolen = '';
    const victim = openAuthorizer(other.fixture, {
      openUrl: async (url) => {
        const target = new URL(url);
        // The attacker's own code, put into the victim's way back with the victim's state.
        const mine = await fetch(stolen, { redirect: 'manual' });
        const code = new URL(mine.headers.get('location') ?? '').searchParams.get('code') ?? '';
        void visit(`${target.searchParams.get('redirect_uri')}?${new URLSearchParams({ code, state: target.searchParams.get('state') ?? '', iss: other.fixture.server.issuer }).toString()}`);
      },
    });
    await listTools(other);
    stolen = other.opened[0] ?? '';
    expect(await kindOf(victim.authorizer.signIn())).toBe('token-refused');
  });
});

describe('G09: a look-alike server', () => {
  it('the question names the server, the host that asks for the password, and that it is the first time (G09)', async () => {
    const opened = await openProtected({}, { onAuthorize: async () => 'declined' });
    await failureOf(listTools(opened));
    const { fixture } = opened;
    expect(opened.asked[0]).toMatchObject({ serverUrl: fixture.url, authorizationHost: new URL(fixture.server.origin).host, issuer: fixture.server.issuer, isFirstUse: true });
  });
});

describe('G12: tokens at rest, in errors and in logs', () => {
  it('no token, code, secret or verifier is in any error or on any console (G12)', async () => {
    const written: string[] = [];
    const spies = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) => vi.spyOn(console, name).mockImplementation((...args: unknown[]) => void written.push(args.map(String).join(' '))));
    try {
      const opened = await openProtected({ authorization: { clients: { mine: 'sesame-secret' } } }, { preregistered: { clientId: 'mine', clientSecret: 'sesame-secret' } });
      await listTools(opened);
      const { server } = opened.fixture;
      server.expireAccessTokens();
      server.behaviour.down = 500;
      const failures = [await failureOf(listTools(opened))];
      server.behaviour.down = undefined;
      server.behaviour.tokenAnswer = { status: 400, body: { error: 'invalid_request', error_description: [...server.tokens.keys()].join(' ') } };
      failures.push(await failureOf(listTools(opened)));
      const secrets = ['sesame-secret', ...server.tokens.keys(), ...server.requestsTo('/token').flatMap(({ params }) => [params['code'], params['code_verifier'], params['refresh_token']])].filter((secret) => secret !== undefined);
      expect(secrets.length).toBeGreaterThan(4);
      const said = [...failures.map(everythingIn), ...written, JSON.stringify(opened.statuses), JSON.stringify(opened.asked)].join('\n');
      for (const secret of secrets) expect(said).not.toContain(secret);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});

describe('what the trace sees of a sign-in', () => {
  it('every exchange with the authorization server, and none of its secrets (G12, S15)', async () => {
    const events: TapEvent[] = [];
    const opened = await openProtected({ authorization: { clients: { mine: 'sesame-secret' } } }, { tap: (event) => events.push(event), preregistered: { clientId: 'mine', clientSecret: 'sesame-secret' } });
    await listTools(opened);
    const seen = events.flatMap((event) => (event.kind === 'http' ? [`${event.method} ${new URL(event.url).pathname} ${event.status}`] : []));
    expect(seen).toEqual(['GET /.well-known/oauth-protected-resource/mcp 200', 'GET /.well-known/oauth-authorization-server 200', 'POST /token 200']);
    const { server } = opened.fixture;
    const basic = server.requestsTo('/token')[0]?.headers['authorization'];
    for (const secret of ['sesame-secret', String(basic).slice(6), ...server.tokens.keys()]) expect(JSON.stringify(events)).not.toContain(secret);
  });
});

describe('G14: insecure endpoints', () => {
  it('a token that could not be sent in a header, or is of another kind, is refused (G14)', async () => {
    for (const body of [{ access_token: 'a\r\nx-evil: 1', token_type: 'Bearer' }, { access_token: 'a', token_type: 'mac' }, { access_token: '', token_type: 'Bearer' }, { access_token: 'a', token_type: 'DPoP' }, { token_type: 'Bearer' }, []]) {
      const opened = await openProtected({ authorization: { tokenAnswer: { status: 200, body } } });
      expect(await kindOf(listTools(opened))).toBe('token-refused');
    }
  });
});
