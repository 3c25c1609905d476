import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { startAuthFixture } from '../auth-server.ts';

/** The official client keeps everything in a provider; this one only remembers. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9/callback';
  readonly clientMetadata = { client_name: 'official', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' };
  visited: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = '';
  clientInformation = (): StoredOAuthClientInformation | undefined => this.#client;
  tokens = (): StoredOAuthTokens | undefined => this.#tokens;
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;
  codeVerifier = (): string => this.#verifier;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.visited = url;
  }
}

it('the official client can sign in here: what the fixture asks of a client is not its own invention', async () => {
  const fixture = await startAuthFixture({ protection: { challengeScopes: ['read'] } });
  try {
    const provider = new Memory();
    const first = new StreamableHTTPClientTransport(new URL(fixture.url), { authProvider: provider });
    await expect(new Client({ name: 'official', version: '1' }).connect(first)).rejects.toMatchObject({ name: 'UnauthorizedError' });
    const answer = await fetch(provider.visited ?? '', { redirect: 'manual' });
    await first.finishAuth(new URL(answer.headers.get('location') ?? '').searchParams);
    const client = new Client({ name: 'official', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(fixture.url), { authProvider: provider }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    expect(fixture.server.problems).toEqual([]);
  } finally {
    await fixture.close();
  }
});
