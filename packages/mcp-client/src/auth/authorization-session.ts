/** What one authorizer knows and decides: which tokens to use, and what to do when they are not enough. */
import { AuthError, orCancelled } from './auth-error.ts';
import type { AuthStatus } from './auth-status.ts';
import type { Challenge } from './challenge.ts';
import { discover, isSameIssuer, readServer } from './discovery.ts';
import type { Discovery } from './discovery.ts';
import { createDpopIdentity, openDpopIdentity, wantsDpop } from './dpop.ts';
import type { DpopIdentity, DpopMode } from './dpop.ts';
import { grantKeeperOf } from './grant-keeper.ts';
import type { GrantKeeper } from './grant-keeper.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { obtain } from './machine-grant.ts';
import type { MachineGrant } from './machine-grant.ts';
import { canonicalServerUri } from './oauth-url.ts';
import { refresh } from './refresh.ts';
import type { RegistrationOptions } from './registration.ts';
import { revoke } from './revocation.ts';
import { missingFrom, selectScopes, unionOf } from './scopes.ts';
import { hostOf, loadSdk } from './sdk.ts';
import { signInOnce } from './sign-in.ts';
import type { AuthorizationRequest, SignInDeps } from './sign-in.ts';
import { isDue } from './token-answer.ts';
import type { Grant, TokenStore } from './token-store.ts';

export interface SessionDeps extends SignInDeps {
  store: TokenStore;
  network: GuardedNetwork;
  machine: MachineGrant | undefined;
  dpop: DpopMode;
  onChange: ((status: AuthStatus) => void) | undefined;
}

/** Of one operation. https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow */
const maxStepUps = 2;
/** Between two actions of a person, or two successes: a server that is never content opens no fourth window. */
const maxPrompts = 3;
/** A discovery is used again for this long, unless a token was refused. */
const discoveryMs = 60_000;
/** A machine that was refused tokens asks again after this time. */
const machinePauseMs = 30_000;
const renewalPauseMs = 10_000;

export class AuthorizationSession {
  readonly #deps: SessionDeps;
  readonly #keeper: GrantKeeper;
  #challenge: Challenge | undefined;
  #discovery: { found: Discovery; at: number; from: string | undefined } | undefined;
  #discovering: Promise<Discovery> | undefined;
  #dpop: DpopIdentity | undefined;
  #flow: { done: Promise<Grant>; controller: AbortController } | undefined;
  #obtaining: Promise<Grant> | undefined;
  /** The newest token, until the server has taken it once. */
  #untried: { accessToken: string; by: 'renewal' | 'sign-in' | 'machine' } | undefined;
  #prompts = 0;
  /** Set when a sign-in that nobody asked for came to nothing; only a person's action begins another. */
  #needsPerson = false;
  readonly #stepUps = new Map<string, number>();
  /** What had been asked for when tokens were lost, by issuer: the next sign-in asks for it again. */
  readonly #lostScopes = new Map<string, string[]>();
  /** Until then a renewal ahead of time, which failed, is not tried again: every request would wait for it. */
  #renewalPausedUntil = 0;
  #problem: AuthError | undefined;
  #machineFailure: { error: AuthError; at: number } | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#keeper = grantKeeperOf(deps.store, canonicalServerUri(deps.serverUrl));
  }

  /** The tokens to send, renewed when it is time. Undefined when there are none: the server may want none. */
  async current(signal: AbortSignal | null | undefined): Promise<Grant | undefined> {
    const grant = await this.#keeper.current();
    if (grant === undefined || !isDue(grant) || !this.#isRenewable(grant) || Date.now() < this.#renewalPausedUntil) return grant;
    try {
      return await orCancelled(this.#renew(grant), signal);
    } catch (error) {
      if (error instanceof AuthError && error.kind === 'cancelled') throw error;
      this.#renewalPausedUntil = Date.now() + renewalPauseMs;
      // It may still be good, and if it is not the server will say so.
      return this.#keeper.current();
    }
  }

  /** The headers of a request with the token, and a proof for it where the token is bound to a key. */
  async dress(headers: Headers, grant: Grant | undefined, method: string, url: URL): Promise<Headers> {
    const dressed = new Headers(headers);
    if (grant === undefined) return dressed;
    dressed.set('authorization', `${grant.tokenType} ${grant.accessToken}`);
    const identity = grant.tokenType === 'DPoP' ? await this.#dpopOf(grant) : undefined;
    if (identity !== undefined) dressed.set('dpop', await identity.session.buildProof({ htm: method, htu: url, accessToken: grant.accessToken }));
    return dressed;
  }

  /** Remembers a nonce. @returns true when the request was refused only for want of it */
  observe(response: Response, grant: Grant | undefined, url: URL): boolean {
    if (grant?.tokenType !== 'DPoP' || this.#dpop === undefined) return false;
    const nonce = response.headers.get('dpop-nonce');
    if (nonce !== null && /^[\x21\x23-\x5b\x5d-\x7e]{1,1000}$/.test(nonce)) this.#dpop.session.rememberNonce(url, nonce);
    return response.status === 401 && nonce !== null && /\buse_dpop_nonce\b/.test(response.headers.get('www-authenticate') ?? '');
  }

  onAccepted(grant: Grant | undefined, operation: string): void {
    this.#stepUps.delete(operation);
    if (grant === undefined || this.#untried?.accessToken !== grant.accessToken) return;
    this.#untried = undefined;
    this.#prompts = 0;
    this.#needsPerson = false;
    this.#settle(undefined);
  }

  /** The tokens to try next. @throws {AuthError} when there are none to be had without a person, or at all */
  async onUnauthorized(sent: Grant | undefined, header: string | null, challenge: Challenge | undefined, signal: AbortSignal | null | undefined): Promise<Grant> {
    // A server may ask in a scheme that OAuth has nothing to do with.
    if (challenge === undefined && header !== null && !/bearer|dpop/i.test(header)) {
      throw this.#settle(new AuthError('sign-in-needed', `${this.#deps.serverUrl.host} wants a credential of the kind "${header.slice(0, 40).replace(/[^\x20-\x7e]/g, '?')}", which is entered in its settings.`));
    }
    this.#challenge = challenge ?? this.#challenge ?? { scheme: 'bearer' };
    const held = await this.#keeper.current();
    // Another request was quicker.
    if (held !== undefined && held.accessToken !== sent?.accessToken) return held;
    const untried = sent !== undefined && this.#untried?.accessToken === sent.accessToken ? this.#untried.by : undefined;
    if (untried === 'sign-in' || untried === 'machine') {
      throw this.#settle(new AuthError('not-accepted', `${this.#deps.serverUrl.host} refuses the token that ${hostOf(sent?.issuer ?? '')} has just given out for it.`, sent === undefined ? {} : { issuer: sent.issuer }));
    }
    return this.#guard(orCancelled(this.#find(sent, untried === undefined), signal));
  }

  /** @param mayRenew false when the token that was refused is itself fresh from a renewal */
  async #find(sent: Grant | undefined, mayRenew: boolean): Promise<Grant> {
    const discovery = await this.#discover(sent !== undefined);
    // Meanwhile another request may have been quicker.
    const held = await this.#keeper.current();
    if (held !== undefined && held.accessToken !== sent?.accessToken) return held;
    if (this.#deps.machine !== undefined) return this.#obtain(this.#deps.machine, discovery, undefined);
    if (sent !== undefined && mayRenew && this.#isRenewable(sent) && isSameIssuer(sent.issuer, discovery.server.issuer)) {
      try {
        return await this.#renew(sent);
      } catch (error) {
        const isOver = error instanceof AuthError && (error.kind === 'token-refused' || error.kind === 'sign-in-needed' || error.kind === 'client-id-needed');
        if (!isOver) throw error;
      }
    }
    return this.#prompt('challenge', discovery, undefined);
  }

  /** Tokens with what is missing. @throws {AuthError} `insufficient-scope` when asking again would change nothing */
  async onInsufficientScope(sent: Grant, challenge: Challenge, operation: string, signal: AbortSignal | null | undefined): Promise<Grant> {
    this.#challenge = challenge;
    const held = await this.#keeper.current();
    if (held !== undefined && held.accessToken !== sent.accessToken) return held;
    return this.#guard(orCancelled(this.#stepUp(sent, challenge, operation), signal));
  }

  async #stepUp(sent: Grant, challenge: Challenge, operation: string): Promise<Grant> {
    const discovery = await this.#discover(false);
    const held = await this.#keeper.current();
    if (held !== undefined && held.accessToken !== sent.accessToken) return held;
    const wanted = challenge.scopes ?? discovery.scopesSupported ?? [];
    const missing = missingFrom(sent.scopes, wanted);
    const tried = this.#stepUps.get(operation) ?? 0;
    const { host } = this.#deps.serverUrl;
    if (missing.length === 0) throw new AuthError('insufficient-scope', `${host} says that scopes are missing, but everything it names has been granted.`, { issuer: sent.issuer, scopes: wanted });
    if (tried >= maxStepUps) throw new AuthError('insufficient-scope', `${host} still wants more scopes (${missing.join(' ')}) after ${tried} attempts to get them.`, { issuer: sent.issuer, scopes: missing });
    this.#stepUps.set(operation, tried + 1);
    if (this.#stepUps.size > 1_000) this.#stepUps.clear();
    if (this.#deps.machine !== undefined) return this.#obtain(this.#deps.machine, discovery, unionOf(sent.requestedScopes, wanted));
    return this.#prompt('step-up', discovery, wanted);
  }

  async signIn(signal: AbortSignal | undefined): Promise<AuthStatus> {
    this.#prompts = 0;
    this.#needsPerson = false;
    this.#machineFailure = undefined;
    this.#stepUps.clear();
    // The window of an earlier attempt may be lost; a person who asks again wants a new one.
    this.#flow?.controller.abort();
    await this.#flow?.done.catch(() => undefined);
    await this.#guard(orCancelled(this.#signIn(signal), signal));
    return this.status();
  }

  async #signIn(signal: AbortSignal | undefined): Promise<Grant> {
    const discovery = await this.#discover(true);
    if (this.#deps.machine !== undefined) return this.#obtain(this.#deps.machine, discovery, undefined);
    const flow = this.#prompt('sign-in', discovery, undefined);
    const abort = (): void => this.#flow?.controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    return flow.finally(() => signal?.removeEventListener('abort', abort));
  }

  async signOut(): Promise<void> {
    this.#flow?.controller.abort();
    const grant = await this.#keeper.current();
    this.#untried = undefined;
    this.#dpop = undefined;
    // Forgetting comes first: it must not wait for, or fail with, anybody else.
    await this.#keeper.drop();
    this.#settle(undefined);
    if (grant === undefined || this.#deps.machine !== undefined) return;
    await this.#revoke(grant).catch(() => undefined);
  }

  async #revoke(grant: Grant): Promise<void> {
    const server = await readServer(grant.authorizationServerUrl, this.#deps, await loadSdk());
    if (server !== undefined) await revoke(grant, server, this.#deps);
  }

  async status(): Promise<AuthStatus> {
    return this.#statusOf(await this.#keeper.current());
  }

  #statusOf(grant: Grant | undefined): AuthStatus {
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    const isStored = this.#keeper.isStored;
    const isSigningIn = this.#flow !== undefined;
    if (grant === undefined) return { state: isSigningIn ? 'signing-in' : 'signed-out', isRenewable: false, isStored, ...problem };
    return {
      state: isSigningIn ? 'signing-in' : this.#problem?.kind === 'not-accepted' ? 'refused' : 'signed-in',
      issuer: grant.issuer,
      ...(grant.account === undefined ? {} : { account: grant.account }),
      ...(grant.scopes === undefined ? {} : { scopes: grant.scopes }),
      ...(grant.expiresIn === undefined ? {} : { expiresAt: grant.receivedAt + grant.expiresIn * 1_000 }),
      isRenewable: this.#isRenewable(grant),
      isStored,
      ...problem,
    };
  }

  close(): void {
    this.#flow?.controller.abort();
  }

  #isRenewable(grant: Grant): boolean {
    return this.#deps.machine !== undefined || grant.refreshToken !== undefined;
  }

  /** @param isFresh true when something that was believed before has just been refused */
  async #discover(isFresh: boolean): Promise<Discovery> {
    const from = this.#challenge?.resourceMetadata;
    if (!isFresh && this.#discovery !== undefined && this.#discovery.from === from && Date.now() - this.#discovery.at < discoveryMs) return this.#discovery.found;
    this.#discovering ??= this.#discoverNow(from).finally(() => {
      this.#discovering = undefined;
    });
    return this.#discovering;
  }

  async #discoverNow(from: string | undefined): Promise<Discovery> {
    const { serverUrl, network, rule, machine, registration } = this.#deps;
    const used = await this.#keeper.issuer();
    const known = [machine?.issuer ?? registration.preregistered?.issuer, used].filter((issuer) => issuer !== undefined);
    const found = await discover({ serverUrl, challenge: this.#challenge, knownIssuers: known, network, rule });
    this.#discovery = { found, at: Date.now(), from };
    return found;
  }

  #renew(grant: Grant): Promise<Grant> {
    const { machine } = this.#deps;
    if (machine !== undefined) return this.#discover(false).then((discovery) => this.#obtain(machine, discovery, grant.requestedScopes));
    return this.#keeper.renew(grant.accessToken, async (latest) => {
      const known = this.#discovery?.found.server;
      const server = known?.issuer === latest.issuer ? known : await this.#serverOf(latest);
      const renewed = await this.#refreshOrForget(latest, server);
      this.#untried = { accessToken: renewed.accessToken, by: 'renewal' };
      return renewed;
    });
  }

  async #serverOf(grant: Grant): Promise<Discovery['server']> {
    const server = await readServer(grant.authorizationServerUrl, this.#deps, await loadSdk());
    if (server !== undefined && server.issuer !== grant.issuer) throw new AuthError('issuer-mismatch', `${hostOf(grant.issuer)} now calls itself something else; its tokens were not renewed.`, { issuer: grant.issuer });
    return server ?? { issuer: grant.issuer, url: grant.authorizationServerUrl, metadata: undefined };
  }

  async #refreshOrForget(grant: Grant, server: Discovery['server']): Promise<Grant> {
    try {
      return await refresh(grant, server, await this.#dpopOf(grant), await this.#registration());
    } catch (error) {
      if (!(error instanceof AuthError) || error.kind !== 'token-refused') throw error;
      // Another program with the same store may have used the refresh token first, and have what it got for it.
      const latest = await this.#keeper.reload();
      if (latest !== undefined && latest.accessToken !== grant.accessToken) return latest;
      if (grant.requestedScopes !== undefined) this.#lostScopes.set(grant.issuer, grant.requestedScopes);
      await this.#keeper.drop().catch(() => undefined);
      throw error;
    }
  }

  /** Credentials without a named issuer belong to the first one they were used at. */
  async #registration(): Promise<RegistrationOptions> {
    const { registration } = this.#deps;
    const issuer = registration.preregistered?.issuer ?? (await this.#keeper.issuer());
    if (registration.preregistered === undefined || issuer === undefined) return registration;
    return { ...registration, preregistered: { ...registration.preregistered, issuer } };
  }

  async #dpopOf(grant: Grant): Promise<DpopIdentity | undefined> {
    if (grant.dpopKey === undefined) return undefined;
    if (this.#dpop?.key.thumbprint !== grant.dpopKey.thumbprint) this.#dpop = await openDpopIdentity(grant.dpopKey);
    return this.#dpop;
  }

  async #newDpop(discovery: Discovery): Promise<DpopIdentity | undefined> {
    if (!wantsDpop(this.#deps.dpop, discovery.takesDpop, discovery.server.metadata)) return undefined;
    this.#dpop = await createDpopIdentity();
    return this.#dpop;
  }

  #obtain(machine: MachineGrant, discovery: Discovery, scopes: string[] | undefined): Promise<Grant> {
    const failure = this.#machineFailure;
    if (failure !== undefined && Date.now() - failure.at < machinePauseMs) return Promise.reject(failure.error);
    this.#obtaining ??= this.#obtainNow(machine, discovery, scopes).finally(() => {
      this.#obtaining = undefined;
    });
    return this.#obtaining;
  }

  async #obtainNow(machine: MachineGrant, discovery: Discovery, scopes: string[] | undefined): Promise<Grant> {
    try {
      const wanted = scopes ?? selectScopes({ challenged: this.#challenge?.scopes, supported: discovery.scopesSupported, requested: undefined, offered: undefined });
      const grant = await obtain(machine, { discovery, scopes: wanted, network: this.#deps.network, dpop: await this.#newDpop(discovery) });
      this.#untried = { accessToken: grant.accessToken, by: 'machine' };
      await this.#keeper.replace(grant);
      this.#machineFailure = undefined;
      return grant;
    } catch (error) {
      if (error instanceof AuthError && error.kind !== 'unavailable') this.#machineFailure = { error, at: Date.now() };
      throw error;
    }
  }

  /** One window for everybody who waits. */
  #prompt(cause: AuthorizationRequest['cause'], discovery: Discovery, stepUp: string[] | undefined): Promise<Grant> {
    if (this.#flow !== undefined) return this.#flow.done;
    const { host } = this.#deps.serverUrl;
    if (this.#needsPerson || this.#prompts >= maxPrompts) {
      const isScope = cause === 'step-up';
      return Promise.reject(new AuthError(isScope ? 'insufficient-scope' : 'sign-in-needed', `${host} wants ${isScope ? 'more scopes' : 'you to sign in'}.`, { issuer: discovery.server.issuer }));
    }
    const controller = new AbortController();
    const done = this.#runFlow(cause, discovery, stepUp, controller).finally(() => {
      if (this.#flow?.controller === controller) this.#flow = undefined;
      this.#tell();
    });
    // A request that waited may have gone; the sign-in goes on all the same.
    done.catch(() => undefined);
    this.#flow = { done, controller };
    this.#tell();
    return done;
  }

  async #runFlow(cause: AuthorizationRequest['cause'], discovery: Discovery, stepUp: string[] | undefined, controller: AbortController): Promise<Grant> {
    const held = await this.#keeper.current();
    const isSameServer = held !== undefined && isSameIssuer(held.issuer, discovery.server.issuer);
    const formerIssuer = await this.#keeper.issuer();
    const scopes = selectScopes({
      challenged: stepUp ?? this.#challenge?.scopes,
      supported: discovery.scopesSupported,
      requested: isSameServer ? held.requestedScopes : this.#lostScopes.get(discovery.server.issuer),
      offered: discovery.server.metadata?.scopes_supported,
    });
    const prompts = this.#prompts;
    try {
      const grant = await signInOnce(
        { ...this.#deps, registration: await this.#registration(), openUrl: (url, request) => this.#open(url, request) },
        {
          cause,
          discovery,
          scopes,
          newScopes: missingFrom(isSameServer ? held.scopes : undefined, scopes ?? []),
          isFirstUse: formerIssuer === undefined || !isSameIssuer(formerIssuer, discovery.server.issuer),
          dpop: await this.#newDpop(discovery),
          controller,
        },
      );
      this.#untried = { accessToken: grant.accessToken, by: 'sign-in' };
      await this.#keeper.replace(grant);
      this.#settle(undefined);
      return grant;
    } catch (error) {
      // A window that came to nothing is not opened again by itself, nor is somebody asked twice who said no.
      if (this.#prompts > prompts || (error instanceof AuthError && error.kind === 'declined')) this.#needsPerson = true;
      throw error;
    }
  }

  async #open(url: string, request: AuthorizationRequest): Promise<void> {
    this.#prompts += 1;
    await this.#deps.openUrl(url, request);
  }

  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      // That somebody stopped waiting is no news about the sign-in.
      if (error instanceof AuthError && error.kind !== 'cancelled') throw this.#settle(error);
      throw error;
    }
  }

  #settle<E extends AuthError | undefined>(problem: E): E {
    const isChanged = this.#problem !== problem;
    this.#problem = problem;
    if (isChanged) this.#tell();
    return problem;
  }

  #tell(): void {
    const { onChange } = this.#deps;
    if (onChange === undefined) return;
    this.#keeper.current().then(
      (grant) => onChange(this.#statusOf(grant)),
      () => undefined,
    );
  }
}
