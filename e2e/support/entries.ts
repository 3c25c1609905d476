/** Entries for the configuration, as people paste them. */
import { startHttpFixture, stdioFixture } from '@portolan/fixture-servers/start';
import type { FixtureName, FixtureOptions, HttpFixture } from '@portolan/fixture-servers/start';

export type Entry = { command: string; args: string[]; env?: Record<string, string> } | { url: string; type?: string; headers?: Record<string, string> };

/** The JSON that other clients keep their servers in. */
export function mcpServers(servers: Record<string, object>): string {
  return JSON.stringify({ mcpServers: servers });
}

/** A fixture to be started by the app. */
export function local(name: FixtureName, options: FixtureOptions = {}): { command: string; args: string[] } {
  return stdioFixture(name, options);
}

/** A fixture that serves HTTP in this process until its scope ends. */
export async function served(name: FixtureName, options: FixtureOptions = {}): Promise<HttpFixture & AsyncDisposable> {
  const fixture = await startHttpFixture(name, options);
  return Object.assign(fixture, { [Symbol.asyncDispose]: () => fixture.close() });
}

/** How a server is reached in one of the three ways that every journey is made. */
export type Way = 'stdio' | 'Streamable HTTP 2025-11-25' | 'Streamable HTTP 2026-07-28';
export const ways: readonly Way[] = ['stdio', 'Streamable HTTP 2025-11-25', 'Streamable HTTP 2026-07-28'];

export interface Reachable extends AsyncDisposable {
  entry: Entry;
  /** What the server's page shows as its protocol. */
  protocol: string;
  /** The HTTP server, to look at what it was asked. */
  http: HttpFixture | null;
}

/** A fixture over stdio or Streamable HTTP, in one era. */
export async function reached(name: FixtureName, way: 'stdio' | 'Streamable HTTP', options: FixtureOptions & { era: string }): Promise<Pick<Reachable, 'entry'> & AsyncDisposable> {
  if (way === 'stdio') return { entry: local(name, options), [Symbol.asyncDispose]: () => Promise.resolve() };
  const http = await startHttpFixture(name, options);
  return { entry: { type: 'http', url: http.url }, [Symbol.asyncDispose]: () => http.close() };
}

/** The well-behaved fixture, over one of the three ways. */
export async function basicServer(way: Way): Promise<Reachable> {
  if (way === 'stdio') return { entry: local('basic', { era: '2025-11-25' }), protocol: '2025-11-25 (session-based)', http: null, [Symbol.asyncDispose]: () => Promise.resolve() };
  const era = way === 'Streamable HTTP 2025-11-25' ? '2025-11-25' : '2026-07-28';
  const http = await startHttpFixture('basic', { era });
  return {
    entry: { type: 'http', url: http.url },
    protocol: era === '2025-11-25' ? '2025-11-25 (session-based)' : '2026-07-28 (stateless)',
    http,
    [Symbol.asyncDispose]: () => http.close(),
  };
}
