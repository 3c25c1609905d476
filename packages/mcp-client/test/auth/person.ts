/** Sign-ins against the fixture authorization server, with a person who goes where the browser is sent. */
import { AuthorizationServer, startAuthFixture, visit } from '@portolan/fixture-servers/auth-server';
import type { AuthFixture, AuthFixtureOptions, AuthorizationBehaviour } from '@portolan/fixture-servers/auth-server';
import { AuthError } from '../../src/auth/auth-error.ts';
import type { AuthErrorKind } from '../../src/auth/auth-error.ts';
import { createAuthorizer } from '../../src/auth/authorizer.ts';
import type { Authorizer, AuthorizerOptions } from '../../src/auth/authorizer.ts';
import type { AuthStatus } from '../../src/auth/auth-status.ts';
import type { AuthorizationRequest } from '../../src/auth/sign-in.ts';
import { createMemoryTokenStore } from '../../src/auth/token-store.ts';
import type { TokenStore } from '../../src/auth/token-store.ts';
import { afterTest } from '../fixtures.ts';

export interface Opened {
  fixture: AuthFixture;
  authorizer: Authorizer;
  store: TokenStore;
  /** Every question whether a browser may open. */
  asked: AuthorizationRequest[];
  /** Every address a browser was sent to. */
  opened: string[];
  /** What the browser showed in the end. */
  pages: { status: number; address: string; text: string; headers: Headers }[];
  statuses: AuthStatus[];
}

export type Overrides = Partial<Omit<AuthorizerOptions, 'serverUrl'>>;

export async function startProtected(options: AuthFixtureOptions = {}): Promise<AuthFixture> {
  const fixture = await startAuthFixture(options);
  afterTest(() => fixture.close());
  return fixture;
}

export async function startAuthority(behaviour: Partial<AuthorizationBehaviour> = {}): Promise<AuthorizationServer> {
  const server = await AuthorizationServer.start(behaviour);
  afterTest(() => server.close());
  return server;
}

/** An authorizer for a fixture. The person says yes to everything and uses a browser, unless told otherwise. */
export function openAuthorizer(fixture: AuthFixture, overrides: Overrides = {}): Opened {
  const store = overrides.store ?? createMemoryTokenStore();
  const log: Pick<Opened, 'asked' | 'opened' | 'pages' | 'statuses'> = { asked: [], opened: [], pages: [], statuses: [] };
  const { onAuthorize, openUrl } = overrides;
  const authorizer = createAuthorizer({
    serverUrl: fixture.url,
    clientMetadata: { name: 'Test client' },
    onChange: (status) => log.statuses.push(status),
    ...overrides,
    store,
    async onAuthorize(request, signal) {
      log.asked.push(request);
      return onAuthorize === undefined ? 'continue' : onAuthorize(request, signal);
    },
    async openUrl(url, request) {
      log.opened.push(url);
      if (openUrl !== undefined) await openUrl(url, request);
      // A browser opens beside the app; nobody waits for it.
      else void visit(url).then((page) => log.pages.push(page), () => undefined);
    },
  });
  afterTest(() => authorizer.close());
  return { fixture, store, authorizer, ...log };
}

export async function openProtected(options: AuthFixtureOptions = {}, overrides: Overrides = {}): Promise<Opened> {
  return openAuthorizer(await startProtected(options), overrides);
}

/** One modern request, as the transport sends it. */
export function listTools({ authorizer, fixture }: Pick<Opened, 'authorizer' | 'fixture'>, signal?: AbortSignal): Promise<Response> {
  return send({ authorizer, fixture }, 'tools/list', {}, signal);
}

export function callTool({ authorizer, fixture }: Pick<Opened, 'authorizer' | 'fixture'>, name: string): Promise<Response> {
  return send({ authorizer, fixture }, 'tools/call', { name, arguments: { message: 'hi' } });
}

function send({ authorizer, fixture }: Pick<Opened, 'authorizer' | 'fixture'>, method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Response> {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} };
  return authorizer.fetch(fixture.url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The error that `work` ends with; fails the test when it ends well. */
export async function failureOf(work: Promise<unknown>): Promise<AuthError> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof AuthError) return outcome.error;
  throw new Error(`Expected an AuthError, got ${JSON.stringify(outcome)} ${'error' in outcome ? String(outcome.error) : ''}`);
}

export async function kindOf(work: Promise<unknown>): Promise<AuthErrorKind> {
  return (await failureOf(work)).kind;
}

/** Everything in an error that could reach a log. */
export function everythingIn(error: unknown): string {
  const parts: string[] = [];
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    parts.push(String(current), JSON.stringify(Object.fromEntries(Object.entries(current))), current.stack ?? '');
    current = current.cause;
  }
  return parts.join('\n');
}
