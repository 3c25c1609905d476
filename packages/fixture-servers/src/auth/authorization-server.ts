import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isDict } from '../engine/json.ts';
import type { Dict, HttpExchange } from '../engine/types.ts';
import { listenHttp } from '../transport/listen.ts';
import { defaultAuthorization } from './behaviour.ts';
import type { AuthorizationBehaviour } from './behaviour.ts';
import { ProofChecker } from './dpop-proof.ts';

/** One request that the authorization server got, in the order of arrival. */
export interface AuthRequest {
  method: string;
  path: string;
  /** Of the query, or of the form in the body. */
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface IssuedToken {
  clientId: string;
  scopes: string[];
  resource: string;
  family: string;
  expiresAt: number;
  thumbprint?: string;
}

interface Code extends Omit<IssuedToken, 'family' | 'expiresAt'> {
  challenge: string;
  redirectUri: string;
}

interface Registered {
  secret: string;
  redirectUris: string[];
}

const nonce = 'authorization-server-nonce';

/** An OAuth 2.1 authorization server with a person who always sits at the browser. It is strict where a real one may be. */
export class AuthorizationServer {
  readonly behaviour: AuthorizationBehaviour;
  readonly requests: AuthRequest[] = [];
  /** Requests that no correct client makes: each is a fault of the client under test. */
  readonly problems: string[] = [];
  /** Dynamic registrations by client id. */
  readonly registered = new Map<string, Registered>();
  #held: Promise<void> = Promise.resolve();
  /** Access tokens that were given out, also those that are over. */
  readonly tokens = new Map<string, IssuedToken>();
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Map<string, IssuedToken & { isUsed: boolean }>();
  readonly #proofs = new ProofChecker();
  #origin = '';
  #close: () => Promise<void> = async () => undefined;

  private constructor(behaviour: Partial<AuthorizationBehaviour>) {
    this.behaviour = { ...defaultAuthorization, ...behaviour };
  }

  static async start(behaviour: Partial<AuthorizationBehaviour> = {}): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(behaviour);
    const http = createServer((request, response) => {
      void readText(request).then((body) => server.handle({ method: request.method ?? 'GET', url: request.url ?? '/', headers: request.headers, body, response }));
    });
    const { url, close } = await listenHttp(http, 0);
    server.#origin = url;
    server.#close = close;
    return server;
  }

  get origin(): string {
    return this.#origin;
  }

  get issuer(): string {
    return `${this.#origin}${this.behaviour.tenant}`;
  }

  /** Requests to one endpoint: `/token`, `/authorize`, `/register`, `/revoke`. */
  requestsTo(path: string): AuthRequest[] {
    return this.requests.filter((request) => request.path === `${this.behaviour.tenant}${path}`);
  }

  /** What a resource server may know of a token; undefined when it is not, or no longer, good. */
  introspect(token: string): IssuedToken | undefined {
    const issued = this.tokens.get(token);
    return issued === undefined || issued.expiresAt < Date.now() ? undefined : issued;
  }

  /** From now on nobody gets a token before `open` is called, or the scope ends. What is asked meanwhile is recorded at once. */
  holdTokens(): { open(): void } & Disposable {
    const gate = Promise.withResolvers<void>();
    this.#held = gate.promise;
    return { open: () => gate.resolve(), [Symbol.dispose]: () => gate.resolve() };
  }

  /** Makes every access token worthless, as after an hour. */
  expireAccessTokens(): void {
    for (const token of this.tokens.values()) token.expiresAt = 0;
  }

  /** Forgets every refresh token. */
  revokeRefreshTokens(): void {
    this.#refreshTokens.clear();
  }

  /** From now on it stands at another origin, whose server hands on what is not its own. */
  moveTo(origin: string): void {
    this.#origin = origin;
  }

  /** One exchange, from whatever server it came. */
  async handle(exchange: Omit<HttpExchange, 'json'>): Promise<void> {
    try {
      await this.#serve(exchange);
    } catch (error) {
      this.problems.push(String(error));
      exchange.response.writeHead(500).end();
    }
  }

  close(): Promise<void> {
    return this.#close();
  }

  metadataDocument(): Dict {
    const { tenant, overrides, registration, clientDocuments, metadata, dpop, iss } = this.behaviour;
    const base = `${this.#origin}${tenant}`;
    const document: Dict = {
      issuer: this.issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      revocation_endpoint: `${base}/revoke`,
      ...(registration === 'none' ? {} : { registration_endpoint: `${base}/register` }),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      ...(Object.keys(clientDocuments).length === 0 ? {} : { client_id_metadata_document_supported: true }),
      ...(iss === 'none' ? {} : { authorization_response_iss_parameter_supported: true }),
      ...(dpop === 'none' ? {} : { dpop_signing_alg_values_supported: ['ES256'] }),
      ...(metadata === 'openid' ? { jwks_uri: `${base}/jwks`, subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] } : {}),
      ...overrides,
    };
    for (const [name, value] of Object.entries(document)) if (value === undefined) delete document[name];
    return document;
  }

  async #serve({ method, url: target, headers, body, response }: Omit<HttpExchange, 'json'>): Promise<void> {
    const url = new URL(target, this.#origin);
    const params = Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : url.searchParams);
    const recorded: AuthRequest = { method, path: url.pathname, params, headers: { ...headers }, body };
    this.requests.push(recorded);
    const { down, tenant } = this.behaviour;
    if (down !== undefined) return void response.writeHead(down).end('down');
    if (this.#metadataPaths().includes(url.pathname)) return sendJson(response, 200, this.metadataDocument());
    if (url.pathname === `${tenant}/authorize` && method === 'GET') return this.#authorize(recorded, response);
    if (url.pathname === `${tenant}/token` && method === 'POST') return this.#token(recorded, response);
    if (url.pathname === `${tenant}/register` && method === 'POST') return this.#register(recorded, response);
    if (url.pathname === `${tenant}/revoke` && method === 'POST') {
      this.#revokeFamily(this.#refreshTokens.get(params['token'] ?? '')?.family ?? this.tokens.get(params['token'] ?? '')?.family);
      return void response.writeHead(200).end();
    }
    return void response.writeHead(404).end('not found');
  }

  #metadataPaths(): string[] {
    const { metadata, tenant } = this.behaviour;
    if (metadata === 'oauth') return [`/.well-known/oauth-authorization-server${tenant}`];
    return metadata === 'openid' ? [`${tenant}/.well-known/openid-configuration`] : [];
  }

  #authorize({ params }: AuthRequest, response: ServerResponse): void {
    const { consent, iss, state, redirectExtras } = this.behaviour;
    const { client_id: clientId = '', redirect_uri: redirectUri = '', code_challenge: challenge = '', resource = '' } = params;
    const refuse = (why: string): void => {
      this.problems.push(`authorize: ${why}`);
      response.writeHead(400, { 'content-type': 'text/html' }).end(`<p>${why}</p>`);
    };
    if (!this.#isRedirectOf(clientId, redirectUri)) return refuse('unknown client or redirect');
    if (params['response_type'] !== 'code' || params['code_challenge_method'] !== 'S256' || challenge === '') return refuse('no PKCE');
    if (resource === '') return refuse('no resource');
    if (consent === 'nothing' || consent === 'error-page') return void response.writeHead(consent === 'nothing' ? 200 : 400, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
    const back = new URL(redirectUri);
    if (consent === 'deny') {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', '<script>alert(1)</script>no');
    } else {
      const code = randomUUID();
      const scopes = this.behaviour.grantedScopes ?? words(params['scope']);
      this.#codes.set(code, { clientId, scopes, resource, challenge, redirectUri });
      back.searchParams.set('code', code);
    }
    const returned = state === undefined ? params['state'] : state;
    if (returned !== undefined && returned !== null) back.searchParams.set('state', returned);
    if (iss === 'right') back.searchParams.set('iss', this.issuer);
    if (iss === 'wrong') back.searchParams.set('iss', 'https://evil.example');
    if (iss === 'slash') back.searchParams.set('iss', `${this.issuer}/`);
    for (const [name, value] of Object.entries(redirectExtras)) back.searchParams.append(name, String(value));
    response.writeHead(302, { location: back.href }).end();
  }

  /** Exact for registered clients; a document's loopback address is good with any port (RFC 8252). */
  #isRedirectOf(clientId: string, redirectUri: string): boolean {
    if (!URL.canParse(redirectUri)) return false;
    const document = this.behaviour.clientDocuments[clientId];
    const withoutPort = new URL(redirectUri);
    withoutPort.port = '';
    if (document !== undefined) return document.redirect_uris.includes(withoutPort.href);
    if (this.behaviour.clients[clientId] !== undefined) return withoutPort.hostname === '127.0.0.1' || withoutPort.hostname === 'localhost';
    return this.registered.get(clientId)?.redirectUris.includes(redirectUri) === true;
  }

  async #token(request: AuthRequest, response: ServerResponse): Promise<void> {
    const { tokenAnswer, tokenDelay, dpop } = this.behaviour;
    if (tokenDelay > 0) await wait(tokenDelay);
    await this.#held;
    if (tokenAnswer !== undefined) {
      response.writeHead(tokenAnswer.status, { 'content-type': 'application/json', ...tokenAnswer.headers });
      return void response.end(typeof tokenAnswer.body === 'string' ? tokenAnswer.body : JSON.stringify(tokenAnswer.body));
    }
    const clientId = this.#authenticate(request);
    if (clientId === undefined) return sendJson(response, 401, { error: 'invalid_client', error_description: 'marker-error-text' });
    let thumbprint: string | undefined;
    if (dpop !== 'none') {
      const checked = this.#proofs.check(String(request.headers['dpop'] ?? ''), { method: 'POST', url: `${this.issuer}/token`, ...(dpop === 'nonce' ? { nonce } : {}) });
      if ('problem' in checked) {
        if (!checked.isNonceMissing) this.problems.push(`token: ${checked.problem}`);
        return sendJson(response, 400, { error: checked.isNonceMissing ? 'use_dpop_nonce' : 'invalid_dpop_proof' }, { 'dpop-nonce': nonce });
      }
      thumbprint = checked.thumbprint;
    }
    const granted = this.#grantFor(request.params, clientId);
    if (typeof granted === 'string') return sendJson(response, 400, { error: granted, error_description: 'marker-error-text' });
    return sendJson(response, 200, this.#issue({ ...granted, ...(thumbprint === undefined ? {} : { thumbprint }) }));
  }

  #authenticate({ params, headers }: AuthRequest): string | undefined {
    const { authorization } = headers;
    const [basicId = '', basicSecret = ''] = typeof authorization === 'string' && authorization.startsWith('Basic ') ? Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':') : [];
    const assertion = params['client_assertion'];
    const clientId = basicId || params['client_id'] || (assertion === undefined ? '' : subjectOf(assertion));
    const secret = basicSecret || params['client_secret'] || '';
    if (this.behaviour.clientDocuments[clientId] !== undefined) return clientId;
    const known = this.behaviour.clients[clientId] ?? this.registered.get(clientId)?.secret;
    // A key is registered as the secret `key`; its signature is for the conformance suite to check.
    if (known === 'key') return assertion === undefined ? undefined : clientId;
    return known === secret ? clientId : undefined;
  }

  #grantFor(params: Record<string, string>, clientId: string): Omit<IssuedToken, 'expiresAt'> | string {
    const { resource = '' } = params;
    if (resource === '') this.problems.push('token: no resource');
    switch (params['grant_type']) {
      case 'authorization_code':
        return this.#redeem(params, clientId);
      case 'refresh_token':
        return this.#rotate(params['refresh_token'] ?? '', clientId, resource);
      case 'client_credentials':
        return { clientId, scopes: words(params['scope']), resource, family: randomUUID() };
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
        return this.behaviour.assertions.includes(params['assertion'] ?? '') ? { clientId, scopes: words(params['scope']), resource, family: randomUUID() } : 'invalid_grant';
      default:
        return 'unsupported_grant_type';
    }
  }

  #redeem(params: Record<string, string>, clientId: string): Omit<IssuedToken, 'expiresAt'> | string {
    const code = this.#codes.get(params['code'] ?? '');
    this.#codes.delete(params['code'] ?? '');
    const challenge = createHash('sha256').update(params['code_verifier'] ?? '').digest('base64url');
    if (code === undefined || code.clientId !== clientId || code.redirectUri !== params['redirect_uri'] || code.challenge !== challenge || code.resource !== params['resource']) {
      this.problems.push('token: a code that does not fit');
      return 'invalid_grant';
    }
    return { clientId, scopes: code.scopes, resource: code.resource, family: randomUUID() };
  }

  #rotate(refreshToken: string, clientId: string, resource: string): Omit<IssuedToken, 'expiresAt'> | string {
    const known = this.#refreshTokens.get(refreshToken);
    if (known === undefined || known.clientId !== clientId || known.resource !== resource) return 'invalid_grant';
    if (known.isUsed) {
      // A rotated token that comes again is a stolen one.
      this.problems.push('token: a refresh token used twice');
      this.#revokeFamily(known.family);
      return 'invalid_grant';
    }
    if (this.behaviour.refreshTokens === 'rotate') known.isUsed = true;
    return known;
  }

  #revokeFamily(family: string | undefined): void {
    for (const [token, { family: each }] of this.#refreshTokens) if (each === family) this.#refreshTokens.delete(token);
    for (const token of this.tokens.values()) if (token.family === family) token.expiresAt = 0;
  }

  #issue({ clientId, scopes, resource, family, thumbprint }: Omit<IssuedToken, 'expiresAt'>): Dict {
    const { expiresIn, claimedExpiresIn, refreshTokens, idToken } = this.behaviour;
    const accessToken = `access-${randomUUID()}`;
    const bound = thumbprint === undefined ? {} : { thumbprint };
    this.tokens.set(accessToken, { clientId, scopes, resource, family, expiresAt: Date.now() + (expiresIn ?? 3600) * 1000, ...bound });
    const answer: Dict = { access_token: accessToken, token_type: thumbprint === undefined ? 'Bearer' : 'DPoP' };
    if (expiresIn !== undefined) answer['expires_in'] = expiresIn;
    if (claimedExpiresIn !== undefined) answer['expires_in'] = claimedExpiresIn;
    if (scopes.length > 0) answer['scope'] = scopes.join(' ');
    if (idToken !== undefined) answer['id_token'] = `${encode({ alg: 'none' })}.${encode(idToken)}.`;
    if (refreshTokens !== 'none') {
      const refreshToken = `refresh-${randomUUID()}`;
      this.#refreshTokens.set(refreshToken, { clientId, scopes, resource, family, expiresAt: Number.POSITIVE_INFINITY, isUsed: false, ...bound });
      answer['refresh_token'] = refreshToken;
    }
    return answer;
  }

  #register({ body }: AuthRequest, response: ServerResponse): void {
    const { registration } = this.behaviour;
    const wanted: unknown = JSON.parse(body);
    if (registration !== 'open' || !isDict(wanted)) return sendJson(response, 400, { error: 'invalid_redirect_uri', error_description: 'marker-error-text' });
    const redirectUris = Array.isArray(wanted['redirect_uris']) ? wanted['redirect_uris'].map(String) : [];
    const clientId = `client-${randomUUID()}`;
    const isPublic = wanted['token_endpoint_auth_method'] === 'none';
    const secret = isPublic ? '' : `secret-${randomUUID()}`;
    this.registered.set(clientId, { secret, redirectUris });
    return sendJson(response, 201, { ...wanted, client_id: clientId, ...(isPublic ? {} : { client_secret: secret, client_secret_expires_at: 0 }) });
  }
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter((word) => word !== '');
}

function encode(value: Dict): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function subjectOf(assertion: string): string {
  const claims: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8') || '{}');
  return isDict(claims) && typeof claims['sub'] === 'string' ? claims['sub'] : '';
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(JSON.stringify(body));
}
