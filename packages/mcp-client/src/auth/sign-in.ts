/** One sign-in of a person, from the question whether it may begin to tokens. */
import { randomBytes } from 'node:crypto';
import { AuthError, orCancelled } from './auth-error.ts';
import { requirePkce } from './discovery.ts';
import type { AuthorizationServer, Discovery } from './discovery.ts';
import type { DpopIdentity } from './dpop.ts';
import { checkOAuthUrl } from './oauth-url.ts';
import type { NetworkRule } from './oauth-url.ts';
import { openRedirectReceiver } from './redirect-receiver.ts';
import type { ReceiverPage } from './redirect-receiver.ts';
import { identify, planRegistration, storedClient } from './registration.ts';
import type { ClientIdentity, RegistrationOptions } from './registration.ts';
import { hostOf, issuerMismatch, loadSdk, readErrorCode, tokenFailure } from './sdk.ts';
import { grantOf } from './token-answer.ts';
import type { Grant } from './token-store.ts';

/** What a person should know before a browser opens. */
export interface AuthorizationRequest {
  /** `sign-in`: asked for by a person. `challenge`: a request met a refusal. `step-up`: one operation needs more scopes. */
  cause: 'sign-in' | 'challenge' | 'step-up';
  serverUrl: string;
  issuer: string;
  /** Where the browser would go: the host that asks for a password. */
  authorizationHost: string;
  /** Everything that will be asked for; undefined leaves it to the authorization server. */
  scopes: string[] | undefined;
  /** What of it has not been granted before. */
  newScopes: string[];
  /** No sign-in at this authorization server was ever finished for this MCP server. */
  isFirstUse: boolean;
  registration: ClientIdentity['by'];
  /** Gives the sign-in up, whoever waits for it; the port is free at once. */
  cancel(): void;
  /** The address the browser ended at, brought by hand where it could not come back. False when it is no answer to this. */
  takeAddress(address: string): boolean;
}

/**
 * Whether the browser may open now. `later`: not without a person's action, who can be offered one. `declined`: the person
 * said no. Nothing was registered or opened when this is asked.
 */
export type OnAuthorize = (request: AuthorizationRequest, signal: AbortSignal) => Promise<'continue' | 'later' | 'declined'>;

/** Opens the system's browser, never through a shell; the address is checked and serialised. */
export type OpenUrl = (url: string, request: AuthorizationRequest) => Promise<void>;

export interface RedirectSettings {
  /** `localhost` only where an authorization server knows no other name. */
  host: '127.0.0.1' | 'localhost';
  /** Fixed only where a registration names it; random otherwise. */
  port?: number;
  path: string;
  lifetimeMs: number;
  page: ReceiverPage;
}

export interface SignInDeps {
  serverUrl: URL;
  rule: NetworkRule;
  registration: RegistrationOptions;
  redirect: RedirectSettings;
  onAuthorize: OnAuthorize;
  openUrl: OpenUrl;
  /** Somebody came back, and the code is about to be exchanged. */
  onReturn?: (() => void) | undefined;
}

export interface SignInRequest {
  cause: AuthorizationRequest['cause'];
  discovery: Discovery;
  scopes: string[] | undefined;
  newScopes: string[];
  isFirstUse: boolean;
  dpop: DpopIdentity | undefined;
  controller: AbortController;
}

/** @throws {AuthError} */
export async function signInOnce(deps: SignInDeps, request: SignInRequest): Promise<Grant> {
  const { discovery, scopes, newScopes, isFirstUse, cause, controller } = request;
  const { server, indicator } = discovery;
  const { signal } = controller;
  requirePkce(server);
  let takeAddress: AuthorizationRequest['takeAddress'] = () => false;
  const asked: AuthorizationRequest = {
    cause,
    serverUrl: deps.serverUrl.href,
    issuer: server.issuer,
    authorizationHost: hostOf(server.metadata?.authorization_endpoint ?? server.url),
    scopes,
    newScopes,
    isFirstUse,
    registration: planRegistration(server, deps.registration),
    cancel: () => controller.abort(),
    takeAddress: (address) => takeAddress(address),
  };
  const answer = await orCancelled(deps.onAuthorize(asked, signal), signal);
  if (answer === 'later') throw new AuthError('sign-in-needed', `${deps.serverUrl.host} wants you to sign in at ${asked.authorizationHost}.`, { issuer: server.issuer, ...(scopes === undefined ? {} : { scopes }) });
  if (answer === 'declined') throw new AuthError('declined', `Signing in at ${asked.authorizationHost} was declined.`, { issuer: server.issuer });

  const former = asked.registration === 'dynamic' ? await storedClient(server.issuer, deps.registration.store) : undefined;
  const state = randomBytes(32).toString('base64url');
  const port = deps.redirect.port ?? portIn(former?.redirectUri);
  const receiver = await openRedirectReceiver({ ...deps.redirect, state, ...(port === undefined ? {} : { port }) });
  takeAddress = receiver.take;
  let isAnswered = false;
  try {
    const identity = await orCancelled(identify(server, receiver.redirectUri, scopes, deps.registration), signal);
    const { url, codeVerifier } = await begin(server, identity, receiver.redirectUri, { scopes, state, indicator, rule: deps.rule });
    await orCancelled(open(deps, url, asked), signal);
    const params = await receiver.wait(signal);
    isAnswered = true;
    deps.onReturn?.();
    const code = await readAnswer(params, server);
    return await orCancelled(redeem(code, { ...request, identity, redirectUri: receiver.redirectUri, codeVerifier, iss: params.get('iss') ?? undefined, network: deps.registration.network }), signal);
  } catch (error) {
    // An authorization server that forgot this app shows an error page and sends nobody back: the next time begins anew.
    const isForgotten = !isAnswered || (error instanceof AuthError && (error.code === 'invalid_client' || error.code === 'unauthorized_client'));
    if (former !== undefined && isForgotten) await deps.registration.store.delete({ kind: 'client', issuer: server.issuer }).catch(() => undefined);
    throw error;
  } finally {
    await receiver.close();
  }
}

function portIn(redirectUri: string | undefined): number | undefined {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return undefined;
  const port = Number(new URL(redirectUri).port);
  return port > 0 ? port : undefined;
}

interface BeginOptions {
  scopes: string[] | undefined;
  state: string;
  indicator: string;
  rule: NetworkRule;
}

async function begin(server: AuthorizationServer, identity: ClientIdentity, redirectUri: string, { scopes, state, indicator, rule }: BeginOptions): Promise<{ url: string; codeVerifier: string }> {
  const sdk = await loadSdk();
  const { metadata } = server;
  // A wrong address is our news, with our words, before anything is built on it.
  const checked = metadata === undefined ? undefined : { ...metadata, authorization_endpoint: checkOAuthUrl(metadata.authorization_endpoint, 'The authorization endpoint', rule).href };
  try {
    const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(server.url, {
      ...(checked === undefined ? {} : { metadata: checked }),
      clientInformation: identity.info,
      redirectUrl: redirectUri,
      state,
      resource: indicator,
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
    });
    return { url: checkOAuthUrl(authorizationUrl, 'The authorization endpoint', rule).href, codeVerifier };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AuthError('discovery', `${hostOf(server.issuer)} does not offer the kind of sign-in that servers of this protocol use.`, { issuer: server.issuer });
  }
}

async function open(deps: SignInDeps, url: string, asked: AuthorizationRequest): Promise<void> {
  try {
    await deps.openUrl(url, asked);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AuthError('unavailable', 'The browser could not be opened.', { cause: error });
  }
}

/** The code, from an answer that is of the recorded issuer: before that is known, not a word of it counts. */
async function readAnswer(params: URLSearchParams, { issuer, metadata }: AuthorizationServer): Promise<string> {
  const sdk = await loadSdk();
  try {
    sdk.validateAuthorizationResponseIssuer({
      iss: params.get('iss') ?? undefined,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
    });
  } catch {
    throw issuerMismatch(issuer);
  }
  const error = params.get('error');
  if (error !== null) {
    const code = readErrorCode(error);
    if (code === 'access_denied') throw new AuthError('declined', `Access was declined at ${hostOf(issuer)}.`, { issuer, code });
    const isDown = code === 'server_error' || code === 'temporarily_unavailable';
    throw new AuthError(isDown ? 'unavailable' : 'token-refused', `${hostOf(issuer)} ended the sign-in${code === undefined ? '' : `: ${code}`}.`, { issuer, ...(code === undefined ? {} : { code }) });
  }
  const code = params.get('code');
  if (code === null || code === '') throw new AuthError('token-refused', `${hostOf(issuer)} sent the browser back without a code.`, { issuer });
  return code;
}

interface Redemption extends SignInRequest {
  identity: ClientIdentity;
  redirectUri: string;
  codeVerifier: string;
  iss: string | undefined;
  network: RegistrationOptions['network'];
}

/** The code goes to the token endpoint of the metadata that the sign-in began with, and nowhere else. */
async function redeem(authorizationCode: string, { discovery, identity, scopes, dpop, redirectUri, codeVerifier, iss, network }: Redemption): Promise<Grant> {
  const sdk = await loadSdk();
  const { server, indicator } = discovery;
  try {
    const tokens = await sdk.exchangeAuthorization(server.url, {
      ...(server.metadata === undefined ? {} : { metadata: server.metadata }),
      clientInformation: identity.info,
      authorizationCode,
      ...(iss === undefined ? {} : { iss }),
      codeVerifier,
      redirectUri,
      resource: indicator,
      ...(identity.authenticate === undefined ? {} : { addClientAuthentication: identity.authenticate }),
      ...(dpop === undefined ? {} : { dpop: dpop.session }),
      fetchFn: network.fetch,
    });
    return grantOf(tokens, { server, indicator, clientId: identity.info.client_id, requestedScopes: scopes, dpop });
  } catch (error) {
    throw tokenFailure(error, sdk, server.issuer);
  }
}
