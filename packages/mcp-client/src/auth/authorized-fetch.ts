/** fetch that carries the token, and does what a refusal asks for: once for each thing that can be done about it. */
import { readChallenge } from './challenge.ts';
import type { AuthorizationSession } from './authorization-session.ts';
import { readRequest } from './server-fetch.ts';
import type { ServerFetch, ServerRequest } from './server-fetch.ts';
import type { Grant } from './token-store.ts';

/** A refusal each for: a nonce, a renewal, a sign-in, two step-ups; whatever comes after that is final. */
const maxAttempts = 7;

export function createAuthorizedFetch(serverUrl: URL, session: AuthorizationSession, server: ServerFetch): typeof fetch {
  const scope = new TokenScope(serverUrl);
  return async (input, init) => {
    const { url, request, headers } = await readRequest(input, init);
    const { method, signal } = request;
    // Whoever set a credential of their own means that one.
    if (headers.has('authorization') || !scope.includes(url, method, headers)) return server.send(url.href, request);
    const operation = operationOf(headers, request);
    let grant = await session.current(signal);
    let hasNonce = false;
    for (let attempt = 1; ; attempt += 1) {
      const dressed = await session.dress(headers, grant, method, url);
      const response = await server.send(url.href, { ...request, headers: [...dressed.entries()] });
      const isNonceAsked = session.observe(response, grant, url);
      // Ending a session is no reason to ask anybody for anything.
      if (attempt === maxAttempts || method === 'DELETE') return response;
      if (isNonceAsked && !hasNonce) {
        hasNonce = true;
        await discard(response);
        continue;
      }
      const next = await answer(response, grant, { session, operation, signal });
      if (next === 'final') {
        scope.noteStream(url, headers, response);
        return response;
      }
      grant = next;
    }
  };
}

interface AnswerContext {
  session: AuthorizationSession;
  operation: string;
  signal: AbortSignal | undefined;
}

/** @throws {AuthError} when nothing more can be done without a person, or at all */
async function answer(response: Response, grant: Grant | undefined, { session, operation, signal }: AnswerContext): Promise<Grant | 'final'> {
  const header = response.headers.get('www-authenticate');
  const challenge = readChallenge(header);
  if (response.status === 401) {
    await discard(response);
    return session.onUnauthorized(grant, header, challenge, signal);
  }
  if (response.status === 403 && challenge?.error === 'insufficient_scope' && grant !== undefined) {
    await discard(response);
    return session.onInsufficientScope(grant, challenge, operation, signal);
  }
  if (response.ok) session.onAccepted(grant, operation);
  return 'final';
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** What the person is doing, so that repeated refusals of the same thing can be told from others. */
function operationOf(headers: Headers, { method, body }: ServerRequest): string {
  const name = headers.get('mcp-method');
  if (name !== null) return `${name} ${headers.get('mcp-name') ?? ''}`;
  if (body === undefined) return method;
  // Only asked about small messages: the method and the name come first in ours.
  const found = /"method":"([^"]{1,100})"(?:,"params":\{"(?:name|uri)":"([^"]{1,500})")?/.exec(body.slice(0, 2_000));
  return found === null ? method : `${found[1] ?? ''} ${found[2] ?? ''}`;
}

/**
 * Where the token may go: the server's own endpoint and below it. The transport of 2024-11-05 has a second address, named
 * by the stream that the endpoint opened; then messages may go anywhere within the origin.
 */
class TokenScope {
  readonly #server: URL;
  #hasMessageEndpoint = false;

  constructor(server: URL) {
    this.#server = server;
  }

  includes(url: URL, method: string, headers: Headers): boolean {
    if (url.origin !== this.#server.origin || url.username !== '' || url.password !== '') return false;
    const base = this.#server.pathname.replace(/\/$/, '');
    const isEndpoint = url.pathname === this.#server.pathname || (base !== '' && url.pathname.startsWith(`${base}/`));
    return isEndpoint || this.#isMessage(method, headers);
  }

  #isMessage(method: string, headers: Headers): boolean {
    return this.#hasMessageEndpoint && method === 'POST' && (headers.get('content-type') ?? '').startsWith('application/json');
  }

  /** That transport opens its stream before any agreement, so without a header that later revisions demand. */
  noteStream(url: URL, headers: Headers, response: Response): void {
    const isStream = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    const isBare = !headers.has('content-type') && !headers.has('mcp-protocol-version') && !headers.has('mcp-session-id');
    if (isStream && isBare && url.pathname === this.#server.pathname) this.#hasMessageEndpoint = true;
  }
}
