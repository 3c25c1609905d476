/**
 * An MCP server that wants tokens, with its authorization server, both on loopback: for sign-ins that go well, and for
 * every way in which one of the two can be wrong, slow or hostile. What they do may be changed while they run.
 */
import { AuthorizationServer } from './auth/authorization-server.ts';
import { defaultProtection } from './auth/behaviour.ts';
import type { AuthorizationBehaviour, ProtectionBehaviour } from './auth/behaviour.ts';
import { ProofChecker } from './auth/dpop-proof.ts';
import { isDict } from './engine/json.ts';
import type { HttpExchange } from './engine/types.ts';
import type { FixtureOptions } from './options.ts';
import { definitionOf } from './presets.ts';
import type { PresetName } from './presets.ts';
import { serveHttp } from './transport/http-server.ts';
import type { RecordedRequest } from './transport/record.ts';

export { AuthorizationServer } from './auth/authorization-server.ts';
export type { AuthRequest } from './auth/authorization-server.ts';
export type { AuthorizationBehaviour, ProtectionBehaviour } from './auth/behaviour.ts';

export interface AuthFixtureOptions {
  /** The server behind the tokens; `basic` unless told. */
  preset?: PresetName;
  presetOptions?: FixtureOptions;
  authorization?: Partial<AuthorizationBehaviour>;
  protection?: Partial<ProtectionBehaviour>;
}

export interface AuthFixture {
  /** The MCP endpoint. */
  readonly url: string;
  readonly server: AuthorizationServer;
  /** The authorization server that the metadata names; another one may be put in its place. */
  authority: AuthorizationServer;
  readonly protection: ProtectionBehaviour;
  /** Everything the MCP server was sent, its metadata included. */
  readonly requests: RecordedRequest[];
  /** Requests to the MCP endpoint that came with a token. */
  authorized(): RecordedRequest[];
  close(): Promise<void>;
}

const nonce = 'resource-server-nonce';

export async function startAuthFixture(options: AuthFixtureOptions = {}): Promise<AuthFixture> {
  const server = await AuthorizationServer.start(options.authorization);
  const protection: ProtectionBehaviour = { ...defaultProtection, ...options.protection };
  const definition = definitionOf(options.preset ?? 'basic', options.presetOptions ?? {});
  const proofs = new ProofChecker();
  const state = { authority: server, url: '' };
  const http = await serveHttp(
    { ...definition, script: { ...definition.script, http: async (exchange) => (await guard(exchange)) || ((await definition.script?.http?.(exchange)) ?? false) } },
    options.presetOptions ?? {},
  );
  state.url = http.url;
  if (protection.isOwnAuthority) server.moveTo(new URL(http.url).origin);

  /** True when the exchange was dealt with here. */
  async function guard(exchange: HttpExchange): Promise<boolean> {
    const { url, response, headers } = exchange;
    const path = url.split('?', 1)[0] ?? '';
    if (protection.isOwnAuthority && path !== metadataPath() && path !== new URL(state.url).pathname) {
      await state.authority.handle(exchange);
      return true;
    }
    if (path.startsWith('/.well-known/') || path === metadataPath()) {
      if (path !== metadataPath()) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...document(), ...protection.overrides }));
      return true;
    }
    const { authorization } = headers;
    if (typeof authorization === 'string' && protection.redirect !== undefined) {
      response.writeHead(protection.redirect.status, { location: protection.redirect.to }).end();
      return true;
    }
    if (isDict(exchange.json) && protection.openMethods.includes(String(exchange.json['method']))) return false;
    return refusal(exchange, typeof authorization === 'string' ? authorization : '');
  }

  function refusal({ method, url, headers, json, response }: HttpExchange, authorization: string): boolean {
    const refuse = (status: number, error: string, scopes?: string[]): true => {
      response.writeHead(status, { 'www-authenticate': protection.challenge ?? challenge(error, scopes), 'content-type': 'application/json', 'dpop-nonce': nonce }).end(JSON.stringify({ error: error || 'unauthorized' }));
      return true;
    };
    const [scheme = '', token = ''] = authorization.split(' ');
    const issued = state.authority.introspect(token);
    if (issued === undefined || protection.refuses === 'tokens' || issued.resource !== resource()) return refuse(401, token === '' ? '' : 'invalid_token', protection.challengeScopes);
    if (issued.thumbprint !== undefined) {
      const checked = proofs.check(String(headers['dpop'] ?? ''), { method, url: `${new URL(state.url).origin}${url}`, accessToken: token, ...(state.authority.behaviour.dpop === 'nonce' ? { nonce } : {}) });
      if ('problem' in checked || checked.thumbprint !== issued.thumbprint || scheme !== 'DPoP') return refuse(401, 'problem' in checked && checked.isNonceMissing ? 'use_dpop_nonce' : 'invalid_dpop_proof');
    } else if (scheme !== 'Bearer') return refuse(401, 'invalid_token');
    const needed = [...protection.requiredScopes, ...toolScopes(json)];
    const missing = needed.filter((scope) => !issued.scopes.includes(scope));
    if (missing.length > 0 || protection.refuses === 'scopes') return refuse(403, 'insufficient_scope', missing.length > 0 ? missing : ['admin']);
    return false;
  }

  function toolScopes(json: unknown): string[] {
    const params = isDict(json) && json['method'] === 'tools/call' && isDict(json['params']) ? json['params'] : {};
    return protection.toolScopes[String(params['name'])] ?? [];
  }

  function resource(): string {
    return typeof protection.overrides['resource'] === 'string' ? protection.overrides['resource'] : state.url;
  }

  function document(): Record<string, unknown> {
    return { resource: state.url, authorization_servers: [state.authority.issuer], ...(state.authority.behaviour.dpop === 'none' ? {} : { dpop_signing_alg_values_supported: ['ES256'] }) };
  }

  function metadataPath(): string | undefined {
    const paths = { path: `/.well-known/oauth-protected-resource${new URL(state.url).pathname}`, root: '/.well-known/oauth-protected-resource', announced: '/somewhere/metadata.json', none: undefined };
    return paths[protection.metadata];
  }

  function challenge(error: string, scopes: string[] | undefined): string {
    const at = metadataPath();
    const parts = [
      error === '' ? '' : `error="${error}"`,
      scopes === undefined ? '' : `scope="${scopes.join(' ')}"`,
      protection.namesMetadata && at !== undefined ? `resource_metadata="${new URL(state.url).origin}${at}"` : '',
    ].filter((part) => part !== '');
    return `${state.authority.behaviour.dpop === 'none' ? 'Bearer' : 'DPoP'} ${parts.length === 0 ? 'realm="mcp"' : parts.join(', ')}`;
  }

  return {
    url: http.url,
    server,
    get authority() {
      return state.authority;
    },
    set authority(other) {
      state.authority = other;
    },
    protection,
    requests: http.requests,
    authorized: () => http.requests.filter(({ headers, url }) => headers['authorization'] !== undefined && !url.startsWith('/.well-known/')),
    async close() {
      await Promise.all([http.close(), server.close()]);
    },
  };
}

/** What a browser does with the address of a sign-in, without showing anything: follows where it is sent. */
export async function visit(address: string, maxHops = 5): Promise<{ status: number; address: string; text: string; headers: Headers }> {
  let current = address;
  for (let hop = 0; ; hop += 1) {
    const response = await fetch(current, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null || hop >= maxHops) return { status: response.status, address: current, text: await response.text(), headers: response.headers };
    await response.body?.cancel();
    current = new URL(location, current).href;
  }
}
