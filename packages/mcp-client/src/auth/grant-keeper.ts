/** The tokens of one MCP server: in memory, in the store, and renewed by one request whoever asks for it. */
import { AuthError } from './auth-error.ts';
import { resilientStore } from './resilient-store.ts';
import type { ResilientStore } from './resilient-store.ts';
import { decodeGrant, encodeGrant } from './token-store.ts';
import type { Grant, TokenStore } from './token-store.ts';

/** Shared by everything in this process that uses the same store for the same server, so that no two refresh at once. */
export class GrantKeeper {
  readonly #store: ResilientStore;
  readonly #resource: string;
  #grant: Grant | undefined;
  #issuer: string | undefined;
  #isLoaded = false;
  #renewing: Promise<Grant> | undefined;
  /** Counts the times that tokens were forgotten: what was under way then must not bring them back. */
  #drops = 0;

  /** @param resource the canonical URI of the MCP server */
  constructor(store: TokenStore, resource: string) {
    this.#store = resilientStore(store);
    this.#resource = resource;
  }

  /** False when something could not be written: it lasts as long as this process. */
  get isStored(): boolean {
    return this.#store.isWritten;
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
    const before = this.#grant;
    const issuer = await this.#store.get({ kind: 'issuer', resource: this.#resource });
    const grant = issuer === undefined ? undefined : decodeGrant(await this.#store.get({ kind: 'tokens', issuer, resource: this.#resource }));
    if (this.#grant === before) {
      this.#issuer = issuer;
      this.#grant = grant?.issuer === issuer ? grant : undefined;
      this.#isLoaded = true;
    }
    return this.#grant;
  }

  /** In effect at once. */
  async replace(grant: Grant): Promise<void> {
    const formerIssuer = this.#issuer;
    this.#grant = grant;
    this.#issuer = grant.issuer;
    this.#isLoaded = true;
    await this.#store.set({ kind: 'tokens', issuer: grant.issuer, resource: this.#resource }, encodeGrant(grant));
    if (formerIssuer === grant.issuer) return;
    await this.#store.set({ kind: 'issuer', resource: this.#resource }, grant.issuer);
    if (formerIssuer !== undefined) await this.#store.delete({ kind: 'tokens', issuer: formerIssuer, resource: this.#resource }).catch(() => undefined);
  }

  /** Forgets the tokens, not which authorization server they were from. @throws {AuthError} `storage` */
  async drop(): Promise<void> {
    const issuer = this.#issuer;
    this.#drops += 1;
    this.#grant = undefined;
    if (issuer !== undefined) await this.#store.delete({ kind: 'tokens', issuer, resource: this.#resource });
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
    const drops = this.#drops;
    const renewed = await run(grant);
    if (this.#drops !== drops) throw new AuthError('sign-in-needed', 'Signed out meanwhile.');
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
