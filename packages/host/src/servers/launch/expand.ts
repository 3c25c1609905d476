/** `${VAR}`, `${env:VAR}`, `${secret:NAME}`, `${VAR:-default}` and a leading `~` in what the configuration says (try-out 5). */
import type { LaunchConfig } from '../../ports.ts';
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';

/** A variable that a launch needs and nobody set. `variable` is as written between the braces, without `env:`. */
export class UnsetVariableError extends Error {
  override readonly name = 'UnsetVariableError';
  readonly variable: string;
  constructor(label: string) {
    super(`\${${label}} is not set`);
    this.variable = label;
  }
}

export interface ExpandOptions {
  /** Values that win over the host's environment: answers to `${input:…}`, tests. */
  values?: Readonly<Record<string, string>>;
  /** Asked for a name the host does not know: the login shell's variables. */
  fallback?: (name: string) => Promise<string | undefined>;
  /** The person's answer to `${input:id}`. */
  input?: (id: string) => Promise<string | undefined>;
  /** What the secret store keeps for this very server under the name of a `${secret:NAME}`. */
  secret?: (name: string) => Promise<string | undefined>;
  /** An empty value counts as unset: an empty credential in a header is worse than none. */
  refuseEmpty?: boolean;
}

const reference = /\$\{(?:(env|input|secret):)?([A-Za-z_][\w.-]*)(?::-([^}]*))?\}/g;

/** Names in `text` that are neither set now nor have a default, in order of appearance. Does not ask the login shell. */
export function unsetVariables(text: string, platform: Platform): string[] {
  const unset: string[] = [];
  for (const [, scope, name, fallback] of text.matchAll(reference)) {
    if (name === undefined || scope === 'input' || scope === 'secret' || fallback !== undefined) continue;
    if (builtIn(name, platform) === undefined && variable(platform, name) === undefined && !unset.includes(name)) unset.push(name);
  }
  return unset;
}

/**
 * Replaces references by their values. Values are not expanded again, so a secret that holds `${` stays what it is.
 * @throws {UnsetVariableError} for the first name without a value.
 */
export async function expandVariables(text: string, platform: Platform, options: ExpandOptions = {}): Promise<string> {
  let expanded = '';
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const [whole, scope, name = '', otherwise] = match;
    expanded += text.slice(end, match.index);
    end = match.index + whole.length;
    const label = scope === 'input' || scope === 'secret' ? `${scope}:${name}` : name;
    let value = options.values?.[label];
    if (value === undefined && scope === 'input') value = await options.input?.(name);
    if (value === undefined && scope === 'secret') value = await options.secret?.(name);
    if (value === undefined && scope !== 'input' && scope !== 'secret') value = builtIn(name, platform) ?? variable(platform, name) ?? (await options.fallback?.(name));
    if (value === undefined || (value === '' && (otherwise !== undefined || options.refuseEmpty))) value = otherwise;
    if (value === undefined || (value === '' && options.refuseEmpty)) throw new UnsetVariableError(label);
    expanded += value;
  }
  return expanded + text.slice(end);
}

/** `~` and `~/…` mean the home folder; `~name` is somebody else's and stays. */
export function expandHome(text: string, platform: Platform): string {
  if (text === '~') return platform.home;
  if (text.startsWith('~/') || (platform.os === 'win32' && text.startsWith('~\\'))) return platform.home + text.slice(1);
  return text;
}

/** VS Code's names for things every system has. */
function builtIn(name: string, platform: Platform): string | undefined {
  if (name === 'userHome') return platform.home;
  if (name === 'pathSeparator') return platform.os === 'win32' ? '\\' : '/';
  return undefined;
}

const secretReference = /\$\{secret:([A-Za-z_][\w.-]*)(?::-[^}]*)?\}/g;

/** Names of the secrets that a launch refers to, once each. */
export function secretNames(launch: LaunchConfig): string[] {
  return [...new Set(textsOf(launch).flatMap((text) => [...text.matchAll(secretReference)].map((match) => match[1] ?? '')))];
}

/** Variables of the person's environment that a launch would take values from, once each. */
export function environmentNames(launch: LaunchConfig): string[] {
  const names: string[] = [];
  for (const text of textsOf(launch)) {
    for (const [, scope, name = ''] of text.matchAll(reference)) if (scope !== 'input' && scope !== 'secret' && !names.includes(name)) names.push(name);
  }
  return names;
}

function textsOf(launch: LaunchConfig): string[] {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args, ...Object.values(launch.env), launch.cwd ?? ''] : [launch.url, ...Object.values(launch.headers)];
}
