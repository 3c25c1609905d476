import { fileURLToPath } from 'node:url';
import { toArguments } from './options.ts';
import type { FixtureOptions } from './options.ts';
import { definitionOf } from './presets.ts';
import type { PresetName } from './presets.ts';
import { serveHttp } from './transport/http-server.ts';
import type { HttpFixture } from './transport/http-server.ts';

export type { FixtureOptions } from './options.ts';
export type { PresetName } from './presets.ts';
export type { HttpFixture } from './transport/http-server.ts';
export type { RecordedRequest } from './transport/record.ts';

/** Starts a preset as an HTTP server inside this process. Close it when the test is over. */
export function startHttpFixture(preset: PresetName, options: FixtureOptions = {}): Promise<HttpFixture> {
  return serveHttp(definitionOf(preset, options), options);
}

/** What to spawn for a preset over stdio: `command` is this Node, `args` are absolute and need no shell. */
export function stdioFixture(preset: PresetName, options: FixtureOptions = {}): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL('stdio.ts', import.meta.url)), preset, ...toArguments(options)] };
}
