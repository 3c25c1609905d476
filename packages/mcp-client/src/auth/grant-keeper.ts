/** The tokens of one MCP server: in memory, in the store, and renewed by one request whoever asks for it. */
import { AuthError } from './auth-error.ts';
import { decodeGrant, encodeGrant } from './token-store.ts';
import type { Grant, TokenStore } from './token-store.ts';

/** Shared by everything in this process that uses the same store for the same server, so that no two refresh at once. */
export class GrantKeeper {
  readonly #store: TokenStore;
  readonly #resource: string;
  #grant: Grant | undefined;
  #issuer: string | undefined;
  #isLoaded = false;
  #isStored = true;
  #renewing: Promise<Grant> | undefined;

  /** @param resource the canonical URI of the MCP server */
  constructor(store: TokenStore, resource: string) {
    this.#store = store;
    this.#resource = resource;
  }

  /** False when the last tokens could not be written: they last as long as this process. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** The authorization server used last, also after signing out. */
  async issuer(): Promise<string | undefined> {
    await this.current();
    return this.#issuer;
  }

  /** @throws {AuthError} `storage` */
  async current(): Promise<Grant | undefined> {
    if (!this.#isLoaded) await this.reload();
    return this.#grant;
  }

  /** What the store says now: another program may have renewed the tokens. @throws {AuthError} `storage` */
  async reload(): Promise<Grant | undefined> {
    // What could not be written is newer than what is there.
    if (!this.#isStored) return this.#grant;
    const before = this.#grant;
    try {
      const issuer = await this.#store.get({ kind: 'issuer', resource: this.#resource });
      const grant = issuer === undefined ? undefined : decodeGrant(await this.#store.get({ kind: 'tokens', issuer, resource: this.#resource }));
      if (this.#grant === before) {
        this.#issuer = issuer;
        this.#grant = grant?.issuer === issuer ? grant : undefined;
        this.#isLoaded = true;
      }
    } catch (error) {
      throw new AuthError('storage', 'The place where sign-ins are kept could not be read.', { cause: error });
    }
    return this.#grant;
  }

  /** In effect at once; a store that fails costs only that it has to be done again after a restart. */
  async replace(grant: Grant): Promise<void> {
    const formerIssuer = this.#issuer;
    this.#grant = grant;
    this.#issuer = grant.issuer;
    this.#isLoaded = true;
    try {
      await this.#store.set({ kind: 'tokens', issuer: grant.issuer, resource: this.#resource }, encodeGrant(grant));
      if (formerIssuer !== grant.issuer) await this.#store.set({ kind: 'issuer', resource: this.#resource }, grant.issuer);
      this.#isStored = true;
      if (formerIssuer !== undefined && formerIssuer !== grant.issuer) await this.#store.delete({ kind: 'tokens', issuer: formerIssuer, resource: this.#resource });
    } catch {
      this.#isStored = false;
    }
  }

  /** Forgets the tokens, not which authorization server they were from. */
  async drop(): Promise<void> {
    const issuer = this.#issuer;
    this.#grant = undefined;
    this.#isStored = true;
    if (issuer === undefined) return;
    try {
      await this.#store.delete({ kind: 'tokens', issuer, resource: this.#resource });
    } catch (error) {
      throw new AuthError('storage', 'The sign-in could not be removed from where it is kept.', { cause: error });
    }
  }

  /**
   * Renews once for everybody who holds `accessToken`. A refresh token that rotates may be used a single time: a second use
   * looks like a thief's, and takes the whole family of tokens away.
   */
  renew(accessToken: string, run: (grant: Grant) => Promise<Grant>): Promise<Grant> {
    this.#renewing ??= this.#renew(accessToken, run).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(accessToken: string, run: (grant: Grant) => Promise<Grant>): Promise<Grant> {
    const grant = await this.reload();
    if (grant === undefined) throw new AuthError('sign-in-needed', 'There are no tokens to renew.');
    if (grant.accessToken !== accessToken) return grant;
    const renewed = await run(grant);
    await this.replace(renewed);
    return renewed;
  }
}

const keepers = new WeakMap<TokenStore, Map<string, GrantKeeper>>();

export function grantKeeperOf(store: TokenStore, resource: string): GrantKeeper {
  const ofStore = keepers.get(store) ?? new Map<string, GrantKeeper>();
  keepers.set(store, ofStore);
  const keeper = ofStore.get(resource) ?? new GrantKeeper(store, resource);
  ofStore.set(resource, keeper);
  return keeper;
}
