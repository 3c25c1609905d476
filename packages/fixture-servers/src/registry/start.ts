/**
 * A registry on this machine, built from the published description of the registry API v0.1: lists with a cursor, versions
 * and one version, `latest`, 404 for what is not there. What it holds, and how it misbehaves, is the test's to say.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RegistryEntry {
  server: { name: string; version: string } & Record<string, unknown>;
  status?: string;
  isLatest?: boolean;
  updatedAt?: string;
}

export interface RegistryFixture extends AsyncDisposable {
  /** Base address, without `/v0.1`. */
  readonly url: string;
  /** Every request, as `path?query`, with its headers. */
  readonly requests: { path: string; headers: IncomingMessage['headers'] }[];
  entries: RegistryEntry[];
  /** Files by path, for bundles. */
  readonly files: Map<string, Buffer>;
  /** Answers before anything else when it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

export async function startRegistry(entries: RegistryEntry[] = []): Promise<RegistryFixture> {
  const requests: RegistryFixture['requests'] = [];
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    if (fixture.intercept?.(request, response)) return;
    const url = new URL(request.url ?? '/', 'http://registry');
    const file = files.get(url.pathname);
    if (file) {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(file);
      return;
    }
    const answer = answerTo(url, fixture.entries);
    response.writeHead(answer === null ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? { error: 'Server not found' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const fixture: RegistryFixture = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, entries, files, intercept: null, close, [Symbol.asyncDispose]: close };
  return fixture;
}

function answerTo(url: URL, entries: RegistryEntry[]): object | null {
  const [, api, servers, name, versions, version] = url.pathname.split('/').map(decodeURIComponent);
  if (api !== 'v0.1' || servers !== 'servers') return null;
  if (name === undefined) return list(url.searchParams, entries);
  const found = entries.filter((entry) => entry.server.name === name);
  if (versions !== 'versions' || found.length === 0) return null;
  if (version === undefined) return { servers: found.map(responseOf), metadata: { count: found.length } };
  const one = found.find((entry) => (version === 'latest' ? entry.isLatest !== false : entry.server.version === version));
  return one ? responseOf(one) : null;
}

function list(query: URLSearchParams, entries: RegistryEntry[]): object {
  const search = query.get('search')?.toLowerCase() ?? '';
  const found = entries.filter((entry) => entry.server.name.toLowerCase().includes(search) && (query.get('version') !== 'latest' || entry.isLatest !== false));
  const from = Number(/^after-(\d+)$/.exec(query.get('cursor') ?? '')?.[1] ?? 0);
  const limit = Math.min(100, Number(query.get('limit') ?? 30));
  const page = found.slice(from, from + limit);
  const next = from + limit < found.length ? { nextCursor: `after-${from + limit}` } : {};
  return { servers: page.map(responseOf), metadata: { ...next, count: page.length } };
}

function responseOf({ server, status = 'active', isLatest = true, updatedAt = '2026-10-01T10:00:00Z' }: RegistryEntry): object {
  return { server: { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json', description: 'No more is said.', ...server }, _meta: { 'io.modelcontextprotocol.registry/official': { status, isLatest, publishedAt: '2026-09-01T10:00:00Z', updatedAt } } };
}
