/** What one authorizer decides: which tokens to use, and what to do when they are not enough. */
import { AuthError, orCancelled } from './auth-error.ts';
import type { AuthStatus } from './auth-status.ts';
import type { Challenge } from './challenge.ts';
import { isSameIssuer } from './discovery.ts';
import { grantKeeperOf } from './grant-keeper.ts';
import type { GrantKeeper } from './grant-keeper.ts';
import { canonicalServerUri } from './oauth-url.ts';
import { Prompts } from './prompts.ts';
import { missingFrom, unionOf } from './scopes.ts';
import { hostOf } from './sdk.ts';
import type { SignInDeps } from './sign-in.ts';
import { isDue } from './token-answer.ts';
import { TokenSource } from './token-source.ts';
import type { TokenSourceDeps } from './token-source.ts';
import type { Grant, TokenStore } from './token-store.ts';

export interface SessionDeps extends SignInDeps, TokenSourceDeps {
  store: TokenStore;
  onChange: ((status: AuthStatus) => void) | undefined;
}

/** Of one operation. https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow */
const maxStepUps = 2;
const maxOperations = 1_000;
const renewalPauseMs = 10_000;

export class AuthorizationSession {
  readonly #deps: SessionDeps;
  readonly #keeper: GrantKeeper;
  readonly #source: TokenSource;
  readonly #prompts: Prompts;
  /** The newest token, until the server has taken it once. */
  #untried: { accessToken: string; by: 'renewal' | 'sign-in' | 'machine' } | undefined;
  /** Grants that were handed out once. */
  readonly #tried = new WeakSet<Grant>();
  readonly #stepUps = new Map<string, number>();
  /** Until then a renewal ahead of time, which failed, is not tried again: every request would wait for it. */
  #renewalPausedUntil = 0;
  #problem: AuthError | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#keeper = grantKeeperOf(deps.store, canonicalServerUri(deps.serverUrl));
    this.#source = new TokenSource(deps, this.#keeper);
    this.#prompts = new Prompts(deps, this.#keeper, this.#source, () => this.#tell());
  }

  /** The tokens to send, renewed when it is time. Undefined when there are none: the server may want none. */
  async current(signal: AbortSignal | undefined): Promise<Grant | undefined> {
    const grant = await this.#keeper.current();
    if (grant === undefined || !isDue(grant) || !this.#source.isRenewable(grant) || Date.now() < this.#renewalPausedUntil) return grant;
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
    const identity = grant.tokenType === 'DPoP' ? await this.#source.dpopOf(grant) : undefined;
    if (identity !== undefined) dressed.set('dpop', await identity.session.buildProof({ htm: method, htu: url, accessToken: grant.accessToken }));
    return dressed;
  }

  /** @returns true when the request was refused only for want of a nonce, which is there now */
  observe(response: Response, grant: Grant | undefined, url: URL): boolean {
    return this.#source.observeNonce(response, grant, url);
  }

  onAccepted(grant: Grant | undefined, operation: string): void {
    this.#stepUps.delete(operation);
    if (grant === undefined || this.#untried?.accessToken !== grant.accessToken) return;
    this.#untried = undefined;
    this.#prompts.allow();
    this.#settle(undefined);
  }

  /** The tokens to try next. @throws {AuthError} when there are none to be had without a person, or at all */
  async onUnauthorized(sent: Grant | undefined, header: string | null, challenge: Challenge | undefined, signal: AbortSignal | undefined): Promise<Grant> {
    const { host } = this.#deps.serverUrl;
    // A server may ask in a scheme that OAuth has nothing to do with.
    if (challenge === undefined && header !== null && !/bearer|dpop/i.test(header)) {
      throw this.#settle(new AuthError('sign-in-needed', `${host} wants a credential of the kind "${header.slice(0, 40).replace(/[^\x20-\x7e]/g, '?')}", which is entered in its settings.`));
    }
    this.#source.challenge = challenge ?? this.#source.challenge ?? { scheme: 'bearer' };
    const other = await this.#otherThan(sent);
    if (other !== undefined) return other;
    const untried = sent !== undefined && this.#untried?.accessToken === sent.accessToken ? this.#untried.by : undefined;
    if (sent !== undefined && (untried === 'sign-in' || untried === 'machine')) {
      throw this.#settle(new AuthError('not-accepted', `${host} refuses the token that ${hostOf(sent.issuer)} has just given out for it.`, { issuer: sent.issuer }));
    }
    return this.#guard(orCancelled(this.#find(sent, untried === undefined), signal));
  }

  /** What another request, or another program, was quicker to get. */
  async #otherThan(sent: Grant | undefined): Promise<Grant | undefined> {
    const held = await this.#keeper.current();
    return held !== undefined && held.accessToken !== sent?.accessToken ? held : undefined;
  }

  /** @param mayRenew false when the token that was refused is itself fresh from a renewal */
  async #find(sent: Grant | undefined, mayRenew: boolean): Promise<Grant> {
    const discovery = await this.#source.discover(sent !== undefined);
    const other = await this.#otherThan(sent);
    if (other !== undefined) return other;
    if (this.#source.isMachine) return this.#made('machine', this.#source.obtain(discovery, undefined));
    if (sent !== undefined && mayRenew && this.#source.isRenewable(sent) && isSameIssuer(sent.issuer, discovery.server.issuer)) {
      try {
        return await this.#renew(sent);
      } catch (error) {
        const isOver = error instanceof AuthError && (error.kind === 'token-refused' || error.kind === 'sign-in-needed' || error.kind === 'client-id-needed');
        if (!isOver) throw error;
      }
    }
    return this.#made('sign-in', this.#prompts.begin({ cause: 'challenge', discovery }));
  }

  #renew(grant: Grant): Promise<Grant> {
    return this.#made(this.#source.isMachine ? 'machine' : 'renewal', this.#source.renew(grant));
  }

  async #made(by: 'renewal' | 'sign-in' | 'machine', work: Promise<Grant>): Promise<Grant> {
    const grant = await work;
    // Whoever waits with others comes second: by then it may have been tried.
    if (this.#untried?.accessToken !== grant.accessToken && !this.#tried.has(grant)) this.#untried = { accessToken: grant.accessToken, by };
    this.#tried.add(grant);
    return grant;
  }

  /** Tokens with what is missing. @throws {AuthError} `insufficient-scope` when asking again would change nothing */
  async onInsufficientScope(sent: Grant, challenge: Challenge, operation: string, signal: AbortSignal | undefined): Promise<Grant> {
    this.#source.challenge = challenge;
    return (await this.#otherThan(sent)) ?? this.#guard(orCancelled(this.#stepUp(sent, challenge, operation), signal));
  }

  async #stepUp(sent: Grant, challenge: Challenge, operation: string): Promise<Grant> {
    const discovery = await this.#source.discover(false);
    const other = await this.#otherThan(sent);
    if (other !== undefined) return other;
    const wanted = challenge.scopes ?? discovery.scopesSupported ?? [];
    const missing = missingFrom(sent.scopes, wanted);
    const tried = this.#stepUps.get(operation) ?? 0;
    const { host } = this.#deps.serverUrl;
    if (missing.length === 0) throw new AuthError('insufficient-scope', `${host} says that scopes are missing, but everything it names has been granted.`, { issuer: sent.issuer, scopes: wanted });
    if (tried >= maxStepUps) throw new AuthError('insufficient-scope', `${host} still wants more scopes (${missing.join(' ')}) after ${tried} attempts to get them.`, { issuer: sent.issuer, scopes: missing });
    if (this.#stepUps.size >= maxOperations) this.#stepUps.clear();
    this.#stepUps.set(operation, tried + 1);
    if (this.#source.isMachine) return this.#made('machine', this.#source.obtain(discovery, unionOf(sent.requestedScopes, wanted)));
    return this.#made('sign-in', this.#prompts.begin({ cause: 'step-up', discovery, scopes: wanted }));
  }

  async signIn(signal: AbortSignal | undefined): Promise<AuthStatus> {
    // The window of an earlier attempt may be lost; a person who asks again wants a new one.
    await this.#prompts.cancel();
    this.#prompts.allow();
    this.#source.forgive();
    this.#stepUps.clear();
    await this.#guard(orCancelled(this.#signIn(signal), signal));
    return this.status();
  }

  async #signIn(signal: AbortSignal | undefined): Promise<Grant> {
    const discovery = await this.#source.discover(true);
    // Whoever gave up meanwhile must neither be asked nor end what was begun since.
    if (signal?.aborted === true) throw new AuthError('cancelled', 'Signing in was cancelled.');
    if (this.#source.isMachine) return this.#made('machine', this.#source.obtain(discovery, undefined));
    const done = this.#made('sign-in', this.#prompts.begin({ cause: 'sign-in', discovery }));
    const abort = (): void => void this.#prompts.cancel();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const grant = await done;
      this.#settle(undefined);
      return grant;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async signOut(): Promise<void> {
    await this.#prompts.cancel();
    this.#prompts.forbid();
    const grant = await this.#keeper.current();
    this.#untried = undefined;
    // Forgetting comes first: it must not wait for, or fail with, anybody else.
    await this.#keeper.drop();
    this.#settle(undefined);
    this.#tell();
    if (grant !== undefined) await this.#source.revoke(grant).catch(() => undefined);
  }

  async status(): Promise<AuthStatus> {
    return this.#statusOf(await this.#keeper.current());
  }

  #statusOf(grant: Grant | undefined): AuthStatus {
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    const { isStored } = this.#keeper;
    const isSigningIn = this.#prompts.isOpen;
    if (grant === undefined) return { state: isSigningIn ? 'signing-in' : 'signed-out', isRenewable: false, isStored, ...problem };
    return {
      state: isSigningIn ? 'signing-in' : this.#problem?.kind === 'not-accepted' ? 'refused' : 'signed-in',
      issuer: grant.issuer,
      ...(grant.account === undefined ? {} : { account: grant.account }),
      ...(grant.scopes === undefined ? {} : { scopes: grant.scopes }),
      ...(grant.expiresIn === undefined ? {} : { expiresAt: grant.receivedAt + grant.expiresIn * 1_000 }),
      isRenewable: this.#source.isRenewable(grant),
      isStored,
      ...problem,
    };
  }

  close(): void {
    this.#prompts.forbid();
    void this.#prompts.cancel();
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
