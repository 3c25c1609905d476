import { commonOptions } from './engine/server.ts';
import type { Preset } from './engine/types.ts';
import type { FixtureOptions } from './options.ts';
import { definitionOf, presets } from './presets.ts';
import type { PresetName } from './presets.ts';
import { httpOptions, serveHttp } from './transport/http-server.ts';
import type { HttpFixture } from './transport/http-server.ts';
import { serveStdio, stdioOptions } from './transport/stdio-server.ts';

/** A server built on an official package. Loaded only when wanted: the packages take longer to load than a preset takes to answer. */
interface Reference {
  readonly about: string;
  stdio(options: FixtureOptions): Promise<void>;
  http(options: FixtureOptions): Promise<HttpFixture>;
}

/** Servers built on the official packages, as an independent second opinion. */
export const references = {
  'sdk-v1': {
    about: 'the v1 package (legacy only): echo, get-sum, slow, get-image, ask-all, a resource, a template, a prompt',
    stdio: async () => (await import('./sdk/v1.ts')).serveSdkV1Stdio(),
    http: async (options) => (await import('./sdk/v1.ts')).serveSdkV1Http(options),
  },
  'sdk-v2': {
    about: 'the v2 package (both eras; --era=modern for that one alone): the same primitives',
    stdio: async (options) => (await import('./sdk/v2.ts')).serveSdkV2Stdio(options),
    http: async (options) => (await import('./sdk/v2.ts')).serveSdkV2Http(options),
  },
} as const satisfies Record<string, Reference>;

/** Every fixture that can be started: a scripted preset or a reference server. */
export type FixtureName = PresetName | keyof typeof references;

/** Throws for an option that the fixture does not have: a typo would make a test that cannot fail. */
function checkOptions(name: string, options: FixtureOptions): void {
  const preset: Preset | undefined = Object.entries(presets).find(([each]) => each === name)?.[1];
  if (preset?.anyOption === true) return;
  const known = { ...commonOptions, ...stdioOptions, ...httpOptions, ...preset?.options };
  const unknown = Object.keys(options).filter((option) => !Object.hasOwn(known, option));
  if (unknown.length > 0) throw new Error(`${name} has no option ${unknown.map((option) => `--${option}`).join(', ')}. There are: ${Object.keys(known).join(', ')}`);
}

function referenceOf(name: string): Reference | undefined {
  return Object.entries(references).find(([each]) => each === name)?.[1];
}

/** Serves a fixture on this process's stdin and stdout. Throws when there is none of that name. */
export async function serveFixtureStdio(name: string, options: FixtureOptions): Promise<void> {
  checkOptions(name, options);
  const reference = referenceOf(name);
  if (reference === undefined) await serveStdio(definitionOf(name, options), options);
  else await reference.stdio(options);
}

/** Serves a fixture over HTTP on loopback. `onDie` runs when a script ends the server with an exit code. */
export async function serveFixtureHttp(name: string, options: FixtureOptions, onDie?: (code: number) => void): Promise<HttpFixture> {
  checkOptions(name, options);
  const reference = referenceOf(name);
  return reference === undefined ? serveHttp(definitionOf(name, options), options, onDie) : reference.http(options);
}

/** Name → what it is, for every fixture. */
export function describeFixtures(): string {
  return [...Object.entries(presets), ...Object.entries(references)].map(([name, { about }]) => `${name}: ${about}`).join('\n');
}
