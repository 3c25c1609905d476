/** Sign-ins of a person: one at a time for everybody who waits, and no more of them than a person asked for. */
import { AuthError } from './auth-error.ts';
import { isSameIssuer } from './discovery.ts';
import type { Discovery } from './discovery.ts';
import type { GrantKeeper } from './grant-keeper.ts';
import { missingFrom, selectScopes } from './scopes.ts';
import { signInOnce } from './sign-in.ts';
import type { AuthorizationRequest, SignInDeps } from './sign-in.ts';
import type { TokenSource } from './token-source.ts';
import type { Grant } from './token-store.ts';

/** Between two actions of a person, or two successes: a server that is never content opens no fourth window. */
const maxPrompts = 3;

export interface Prompt {
  cause: AuthorizationRequest['cause'];
  discovery: Discovery;
  /** What a step-up is for. */
  scopes?: string[];
}

export class Prompts {
  readonly #deps: SignInDeps;
  readonly #keeper: GrantKeeper;
  readonly #source: TokenSource;
  readonly #onChange: () => void;
  #flow: { done: Promise<Grant>; controller: AbortController } | undefined;
  #opened = 0;
  /** Set when a sign-in that nobody asked for came to nothing; only a person's action begins another. */
  #needsPerson = false;

  constructor(deps: SignInDeps, keeper: GrantKeeper, source: TokenSource, onChange: () => void) {
    this.#deps = deps;
    this.#keeper = keeper;
    this.#source = source;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#flow !== undefined;
  }

  /** A person acted, or the server took what a sign-in brought: windows may open again. */
  allow(): void {
    this.#opened = 0;
    this.#needsPerson = false;
  }

  /** A person signed out, or closed the app's side: nothing opens before they act again. */
  forbid(): void {
    this.#needsPerson = true;
  }

  /** Gives up a sign-in under way. */
  async cancel(): Promise<void> {
    const flow = this.#flow;
    flow?.controller.abort();
    await flow?.done.catch(() => undefined);
  }

  /** @throws {AuthError} `sign-in-needed` or `insufficient-scope` when no window may open by itself; what the sign-in ends with */
  begin(prompt: Prompt): Promise<Grant> {
    if (this.#flow !== undefined) return this.#flow.done;
    if (this.#needsPerson || this.#opened >= maxPrompts) return Promise.reject(this.#refusal(prompt));
    const controller = new AbortController();
    const done = this.#run(prompt, controller).finally(() => {
      this.#flow = undefined;
      this.#onChange();
    });
    // A request that waited may have gone; the sign-in goes on all the same.
    done.catch(() => undefined);
    this.#flow = { done, controller };
    this.#onChange();
    return done;
  }

  #refusal({ cause, discovery, scopes }: Prompt): AuthError {
    const { host } = this.#deps.serverUrl;
    const detail = { issuer: discovery.server.issuer, ...(scopes === undefined ? {} : { scopes }) };
    return cause === 'step-up' ? new AuthError('insufficient-scope', `${host} wants more scopes, which a person has to grant.`, detail) : new AuthError('sign-in-needed', `${host} wants you to sign in.`, detail);
  }

  async #run({ cause, discovery, scopes: stepUp }: Prompt, controller: AbortController): Promise<Grant> {
    const { issuer, metadata } = discovery.server;
    const held = await this.#keeper.current();
    const isSameServer = held !== undefined && isSameIssuer(held.issuer, issuer);
    const formerIssuer = await this.#keeper.issuer();
    const scopes = selectScopes({
      challenged: stepUp ?? this.#source.challenge?.scopes,
      supported: discovery.scopesSupported,
      requested: isSameServer ? held.requestedScopes : this.#source.lostScopes(issuer),
      offered: metadata?.scopes_supported,
    });
    let isOpened = false;
    const openUrl = async (url: string, request: AuthorizationRequest): Promise<void> => {
      isOpened = true;
      this.#opened += 1;
      await this.#deps.openUrl(url, request);
    };
    try {
      const grant = await signInOnce(
        { ...this.#deps, registration: await this.#source.registration(), openUrl },
        {
          cause,
          discovery,
          scopes,
          newScopes: missingFrom(isSameServer ? held.scopes : undefined, scopes ?? []),
          isFirstUse: formerIssuer === undefined || !isSameIssuer(formerIssuer, issuer),
          dpop: await this.#source.newDpop(discovery),
          controller,
        },
      );
      await this.#keeper.replace(grant);
      return grant;
    } catch (error) {
      // A window that came to nothing is not opened again by itself, nor is somebody asked twice who said no.
      if (isOpened || (error instanceof AuthError && error.kind === 'declined')) this.#needsPerson = true;
      throw error;
    }
  }
}
