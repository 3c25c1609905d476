import { fileURLToPath } from 'node:url';
import { toArguments } from './options.ts';
import type { FixtureOptions } from './options.ts';
import { serveFixtureHttp } from './servers.ts';
import type { FixtureName } from './servers.ts';
import type { HttpFixture } from './transport/http-server.ts';

export type { FixtureOptions } from './options.ts';
export type { FixtureName } from './servers.ts';
export type { HttpFixture } from './transport/http-server.ts';
export type { RecordedRequest } from './transport/record.ts';

/** Starts a fixture as an HTTP server inside this process. Close it when the test is over. */
export function startHttpFixture(name: FixtureName, options: FixtureOptions = {}): Promise<HttpFixture> {
  return serveFixtureHttp(name, options);
}

/** What to spawn for a fixture over stdio: `command` is this Node, `args` are absolute and need no shell. */
export function stdioFixture(name: FixtureName, options: FixtureOptions = {}): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL('stdio.ts', import.meta.url)), name, ...toArguments(options)] };
}
