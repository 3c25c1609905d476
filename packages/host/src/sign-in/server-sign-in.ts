/** The sign-in of one server: its tokens, what a person is asked, and how far a sign-in under way has come. */
import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@portolan/contract/contract';
import type { Problem } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { ReturnPage, SignInFlow, SignInView } from '@portolan/contract/sign-in';
import { AuthError } from '@portolan/mcp-client/auth/auth-error';
import type { AuthStatus } from '@portolan/mcp-client/auth/auth-status';
import { createAuthorizer } from '@portolan/mcp-client/auth/authorizer';
import type { Authorizer } from '@portolan/mcp-client/auth/authorizer';
import { canonicalServerUri } from '@portolan/mcp-client/auth/oauth-url';
import { defaultReceiverPage } from '@portolan/mcp-client/auth/redirect-receiver';
import type { ClientMetadata, Preregistered } from '@portolan/mcp-client/auth/registration';
import type { AuthorizationRequest } from '@portolan/mcp-client/auth/sign-in';
import type { TokenStore } from '@portolan/mcp-client/auth/token-store';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import type { Tap } from '@portolan/mcp-client/transport/transport';
import { checkLink } from '../app/links.ts';
import type { SecretStore } from '../ports.ts';
import { toAuthProblem } from './auth-problem.ts';
import { readClient, saveClient, toClientView } from './client-settings.ts';
import type { ClientEntry } from './client-settings.ts';
import { createTokenStore, signInSecretName } from './token-store.ts';

export interface ServerSignInOptions {
  serverId: ServerId;
  serverName: () => string;
  secrets: SecretStore;
  client: ClientMetadata;
  tap: Tap;
  /** Opens a checked address in the system's browser, false when it cannot; absent where the window does it. */
  openLink?: ((href: string) => Promise<boolean>) | undefined;
  route?: ProxyRoute | undefined;
  /** How long the browser may take, and a question may stay open, in milliseconds. */
  lifetimeMs: number;
  onChange: () => void;
  /** Told right before the page is opened, here or in the window. */
  onOpen: (href: string) => void;
  /** A person has just signed in. */
  onSignedIn: () => void;
}

type Opened = OutputOf<'signIn/continue'>;

interface Flow extends SignInFlow {
  request: AuthorizationRequest | null;
  decide: (answer: 'continue' | 'later' | 'declined') => void;
  /** Settled when the browser has the address, or the flow is over. */
  opened: PromiseWithResolvers<Opened>;
}

const signedOut: AuthStatus = { state: 'signed-out', isRenewable: false, isStored: true };

export class ServerSignIn {
  readonly #options: ServerSignInOptions;
  readonly #store: TokenStore;
  /** Handed to the engine, which reads it when somebody comes back: the language may change between. */
  readonly #page = { ...defaultReceiverPage };
  #authorizer: { url: string; made: Authorizer } | null = null;
  #making: Promise<unknown> = Promise.resolve();
  #client: Preregistered | null = null;
  #status = signedOut;
  /** As it was told first: its time says when it happened. */
  #problem: { of: AuthError; told: Problem } | null = null;
  #flow: Flow | null = null;
  #isWanted = false;
  /** Ends a sign-in that a person began here. */
  #started: AbortController | null = null;

  constructor(options: ServerSignInOptions) {
    this.#options = options;
    this.#store = createTokenStore(options.secrets, options.serverId);
  }

  /** Whether something was ever signed in to at this address, without asking anybody. */
  hasTokens(url: string): boolean {
    return this.#options.secrets.has(signInSecretName(this.#options.serverId, { kind: 'issuer', resource: canonicalServerUri(url) }));
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** The server has refused a request for want of a token. */
  noteWanted(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#options.onChange();
  }

  /** Reads what is kept for this address; contacts nobody. */
  async load(url: string): Promise<void> {
    if (this.hasTokens(url)) this.#isWanted = true;
    const { made } = await this.#at(url);
    this.#status = await made.status().catch(() => this.#status);
    this.#options.onChange();
  }

  async fetchAt(url: string): Promise<typeof fetch> {
    return (await this.#at(url)).made.fetch;
  }

  /**
   * A person's action: one sign-in, in one browser window. An earlier one that is under way is given up. Resolves when it is
   * under way; its end is seen in `view`.
   * @throws {AuthError} `unsafe-address`
   */
  async start(url: string, page: ReturnPage): Promise<void> {
    await this.cancel();
    Object.assign(this.#page, page);
    const { made } = await this.#at(url);
    const controller = new AbortController();
    this.#started = controller;
    this.#isWanted = true;
    this.#enter({ ...newFlow(), stage: 'looking' });
    void made
      .signIn(controller.signal)
      .then((status) => {
        this.#status = status;
        this.#options.onSignedIn();
      })
      // The engine keeps the reason with its status; of a cancelled one nothing is to be told.
      .catch((error: unknown) => this.#noteFailure(error))
      .finally(() => {
        if (this.#started !== controller) return;
        this.#started = null;
        this.#leave();
      });
  }

  /** The person agrees to what was asked under this id. */
  async continue(askId: string, page: ReturnPage): Promise<Opened> {
    const flow = this.#flow;
    if (flow === null || flow.stage !== 'asking' || flow.ask?.id !== askId) return { outcome: 'over' };
    Object.assign(this.#page, page);
    flow.stage = 'preparing';
    this.#options.onChange();
    flow.decide('continue');
    return flow.opened.promise;
  }

  /** Gives up what is under way. Whoever said no to more scopes is not asked again by the same operation. */
  async cancel(): Promise<void> {
    const flow = this.#flow;
    if (flow?.stage === 'asking' && flow.ask?.cause === 'step-up') flow.decide('declined');
    else flow?.request?.cancel();
    this.#started?.abort();
    this.#started = null;
    this.#leave();
    await Promise.resolve();
  }

  takeAddress(address: string): boolean {
    return this.#flow?.request?.takeAddress(address) === true;
  }

  /** @throws {AuthError} `storage` */
  async signOut(url: string): Promise<void> {
    await this.cancel();
    const { made } = await this.#at(url);
    await made.signOut();
    this.#status = await made.status();
    this.#options.onChange();
  }

  async setClient(entry: ClientEntry | null): Promise<void> {
    await saveClient(this.#options.secrets, this.#options.serverId, entry);
    await this.#drop();
    this.#client = await readClient(this.#options.secrets, this.#options.serverId);
    this.#options.onChange();
  }

  view(): SignInView {
    const { state, account, issuer, scopes, expiresAt, isRenewable, isStored, problem } = this.#status;
    return {
      serverId: this.#options.serverId,
      isWanted: this.#isWanted,
      state: state === 'signing-in' ? (scopes === undefined ? 'signed-out' : 'signed-in') : state,
      account: account ?? null,
      authorizationHost: issuer !== undefined && URL.canParse(issuer) ? new URL(issuer).host : null,
      scopes: scopes ?? null,
      expiresAt: expiresAt ?? null,
      isRenewable,
      isStored,
      problem: problem === undefined ? null : this.#tell(problem),
      flow: this.#flow === null ? null : { stage: this.#flow.stage, ask: this.#flow.ask, url: this.#flow.url, expiresAt: this.#flow.expiresAt },
      client: toClientView(this.#client),
    };
  }

  async close(): Promise<void> {
    await this.cancel();
    await this.#drop();
  }

  /** One after the other: two at once would leave one open for ever. */
  #at(url: string): Promise<{ url: string; made: Authorizer }> {
    const next = this.#making.then(() => this.#make(url));
    this.#making = next.catch(() => undefined);
    return next;
  }

  async #make(url: string): Promise<{ url: string; made: Authorizer }> {
    if (this.#authorizer?.url === url) return this.#authorizer;
    await this.#drop();
    const { secrets, serverId, client, tap, route, lifetimeMs } = this.#options;
    this.#client = await readClient(secrets, serverId);
    const made = createAuthorizer({
      serverUrl: url,
      store: this.#store,
      clientMetadata: client,
      tap,
      ...(route === undefined ? {} : { route }),
      redirect: { lifetimeMs, page: this.#page },
      onAuthorize: (request) => this.#ask(request),
      openUrl: (href, request) => this.#open(href, request),
      onReturn: () => this.#advance('finishing'),
      onChange: (status) => this.#take(status),
      ...(this.#client === null ? {} : { preregistered: this.#client }),
    });
    this.#authorizer = { url, made };
    return this.#authorizer;
  }

  async #drop(): Promise<void> {
    const former = this.#authorizer;
    this.#authorizer = null;
    this.#status = signedOut;
    await former?.made.close();
  }

  /** Only a person's own action, or an operation of theirs that needs more, leads to a question; a refusal at a start does not. */
  async #ask(request: AuthorizationRequest): Promise<'continue' | 'later' | 'declined'> {
    if (request.cause === 'challenge') return 'later';
    const { promise, resolve } = Promise.withResolvers<'continue' | 'later' | 'declined'>();
    const { cause, serverUrl, authorizationHost, isFirstUse, scopes, newScopes, registration } = request;
    const ask = { id: randomUUID(), cause, serverHost: new URL(serverUrl).host, authorizationHost, isFirstUse, scopes: scopes ?? null, newScopes, registration };
    this.#enter({ ...newFlow(), stage: 'asking', ask, request, decide: resolve });
    const timer = setTimeout(() => resolve('later'), this.#options.lifetimeMs);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Once for each sign-in: whatever else opens, opens by a person's hand. */
  async #open(url: string, request: AuthorizationRequest): Promise<void> {
    const flow = this.#flow;
    if (flow?.request !== request) throw new AuthError('cancelled', 'Signing in was cancelled.');
    const href = checkLink(url);
    flow.url = href;
    flow.expiresAt = Date.now() + this.#options.lifetimeMs;
    this.#advance('waiting');
    const { openLink, onOpen } = this.#options;
    onOpen(href);
    if (openLink === undefined) flow.opened.resolve({ outcome: 'open-in-tab', href });
    // Without a browser the address can still be copied to one.
    else flow.opened.resolve({ outcome: (await openLink(href).catch(() => false)) ? 'opened' : 'not-opened' });
  }

  #take(status: AuthStatus): void {
    this.#status = status;
    if (status.state !== 'signing-in' && this.#flow !== null && this.#flow.stage !== 'looking' && this.#started === null) this.#leave();
    this.#options.onChange();
  }

  #tell(error: AuthError): Problem {
    if (this.#problem?.of !== error) this.#problem = { of: error, told: toAuthProblem(error, this.#options.serverName()) };
    return this.#problem.told;
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof AuthError) || error.kind === 'cancelled') return;
    this.#status = { ...this.#status, problem: error };
  }

  #enter(flow: Flow): void {
    this.#flow?.opened.resolve({ outcome: 'over' });
    this.#flow = flow;
    this.#options.onChange();
  }

  #advance(stage: SignInFlow['stage']): void {
    if (this.#flow === null) return;
    this.#flow.stage = stage;
    this.#options.onChange();
  }

  #leave(): void {
    this.#flow?.opened.resolve({ outcome: 'over' });
    this.#flow = null;
    this.#options.onChange();
  }
}

function newFlow(): Flow {
  return { stage: 'looking', ask: null, url: null, expiresAt: null, request: null, decide: () => undefined, opened: Promise.withResolvers<Opened>() };
}
