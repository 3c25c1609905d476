/** Where tokens come from without a person: renewal, machine grants, and who the authorization server is. */
import { AuthError } from './auth-error.ts';
import type { Challenge } from './challenge.ts';
import { discover, readServer } from './discovery.ts';
import type { AuthorizationServer, Discovery } from './discovery.ts';
import { createDpopIdentity, openDpopIdentity, wantsDpop } from './dpop.ts';
import type { DpopIdentity, DpopMode } from './dpop.ts';
import type { GrantKeeper } from './grant-keeper.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { obtain } from './machine-grant.ts';
import type { MachineGrant } from './machine-grant.ts';
import type { NetworkRule } from './oauth-url.ts';
import { refresh } from './refresh.ts';
import type { RegistrationOptions } from './registration.ts';
import { revoke } from './revocation.ts';
import { selectScopes } from './scopes.ts';
import { hostOf, loadSdk } from './sdk.ts';
import type { Grant } from './token-store.ts';

export interface TokenSourceDeps {
  serverUrl: URL;
  rule: NetworkRule;
  network: GuardedNetwork;
  registration: RegistrationOptions;
  machine: MachineGrant | undefined;
  dpop: DpopMode;
}

/** A discovery is used again for this long, unless a token was refused. */
const discoveryMs = 60_000;
/** A machine that was refused tokens asks again after this time. */
const machinePauseMs = 30_000;

export class TokenSource {
  readonly #deps: TokenSourceDeps;
  readonly #keeper: GrantKeeper;
  /** The last word of the server about what it wants. */
  challenge: Challenge | undefined;
  #discovery: { found: Discovery; at: number; from: string | undefined } | undefined;
  #discovering: Promise<Discovery> | undefined;
  #dpop: DpopIdentity | undefined;
  #obtaining: Promise<Grant> | undefined;
  #machineFailure: { error: AuthError; at: number } | undefined;
  /** What had been asked for when tokens were lost, by issuer: the next sign-in asks for it again. */
  readonly #lostScopes = new Map<string, string[]>();

  constructor(deps: TokenSourceDeps, keeper: GrantKeeper) {
    this.#deps = deps;
    this.#keeper = keeper;
  }

  get isMachine(): boolean {
    return this.#deps.machine !== undefined;
  }

  isRenewable(grant: Grant): boolean {
    return this.isMachine || grant.refreshToken !== undefined;
  }

  lostScopes(issuer: string): string[] | undefined {
    return this.#lostScopes.get(issuer);
  }

  /** Lets a machine try again at once. */
  forgive(): void {
    this.#machineFailure = undefined;
  }

  /** @param isFresh true when something that was believed before has just been refused */
  async discover(isFresh: boolean): Promise<Discovery> {
    const from = this.challenge?.resourceMetadata;
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
    const found = await discover({ serverUrl, challenge: this.challenge, knownIssuers: known, network, rule });
    this.#discovery = { found, at: Date.now(), from };
    return found;
  }

  /** New tokens for old ones, once for everybody who holds those. */
  async renew(grant: Grant): Promise<Grant> {
    if (this.isMachine) return this.obtain(await this.discover(false), grant.requestedScopes);
    return this.#keeper.renew(grant.accessToken, async (latest) => {
      const known = this.#discovery?.found.server;
      return this.#refreshOrForget(latest, known?.issuer === latest.issuer ? known : await this.#serverOf(latest));
    });
  }

  async #serverOf(grant: Grant): Promise<AuthorizationServer> {
    const server = await readServer(grant.authorizationServerUrl, this.#deps, await loadSdk());
    if (server !== undefined && server.issuer !== grant.issuer) throw new AuthError('issuer-mismatch', `${hostOf(grant.issuer)} now calls itself something else; its tokens were not renewed.`, { issuer: grant.issuer });
    return server ?? { issuer: grant.issuer, url: grant.authorizationServerUrl, metadata: undefined };
  }

  async #refreshOrForget(grant: Grant, server: AuthorizationServer): Promise<Grant> {
    try {
      return await refresh(grant, server, await this.dpopOf(grant), await this.registration());
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

  /** Tokens of a machine grant, once for everybody who waits. @throws {AuthError} */
  obtain(discovery: Discovery, scopes: string[] | undefined): Promise<Grant> {
    const failure = this.#machineFailure;
    if (failure !== undefined && Date.now() - failure.at < machinePauseMs) return Promise.reject(failure.error);
    this.#obtaining ??= this.#obtainNow(discovery, scopes).finally(() => {
      this.#obtaining = undefined;
    });
    return this.#obtaining;
  }

  async #obtainNow(discovery: Discovery, scopes: string[] | undefined): Promise<Grant> {
    const { machine, network } = this.#deps;
    if (machine === undefined) throw new AuthError('sign-in-needed', 'A person has to sign in.');
    try {
      const wanted = scopes ?? selectScopes({ challenged: this.challenge?.scopes, supported: discovery.scopesSupported, requested: undefined, offered: undefined });
      const grant = await obtain(machine, { discovery, scopes: wanted, network, dpop: await this.newDpop(discovery) });
      await this.#keeper.replace(grant);
      return grant;
    } catch (error) {
      if (error instanceof AuthError && error.kind !== 'unavailable') this.#machineFailure = { error, at: Date.now() };
      throw error;
    }
  }

  /** Credentials without a named issuer belong to the first one they were used at. */
  async registration(): Promise<RegistrationOptions> {
    const { registration } = this.#deps;
    const issuer = registration.preregistered?.issuer ?? (await this.#keeper.issuer());
    if (registration.preregistered === undefined || issuer === undefined) return registration;
    return { ...registration, preregistered: { ...registration.preregistered, issuer } };
  }

  /** Tells the authorization server that these are of no use any more. @throws when it cannot be told */
  async revoke(grant: Grant): Promise<void> {
    if (this.isMachine) return;
    const server = await readServer(grant.authorizationServerUrl, this.#deps, await loadSdk());
    if (server !== undefined) await revoke(grant, server, { ...this.#deps, registration: await this.registration() });
  }

  async dpopOf(grant: Grant): Promise<DpopIdentity | undefined> {
    if (grant.dpopKey === undefined) return undefined;
    if (this.#dpop?.key.thumbprint !== grant.dpopKey.thumbprint) this.#dpop = await openDpopIdentity(grant.dpopKey);
    return this.#dpop;
  }

  /** A new key where tokens are to be bound to one. */
  async newDpop(discovery: Discovery): Promise<DpopIdentity | undefined> {
    if (!wantsDpop(this.#deps.dpop, discovery.takesDpop, discovery.server.metadata)) return undefined;
    this.#dpop = await createDpopIdentity();
    return this.#dpop;
  }

  /** Remembers a nonce. @returns true when the request was refused only for want of it */
  observeNonce(response: Response, grant: Grant | undefined, url: URL): boolean {
    if (grant?.tokenType !== 'DPoP' || this.#dpop === undefined) return false;
    const nonce = response.headers.get('dpop-nonce');
    if (nonce !== null && /^[\x21\x23-\x5b\x5d-\x7e]{1,1000}$/.test(nonce)) this.#dpop.session.rememberNonce(url, nonce);
    return response.status === 401 && nonce !== null && /\buse_dpop_nonce\b/.test(response.headers.get('www-authenticate') ?? '');
  }
}
