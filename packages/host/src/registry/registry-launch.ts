/** From a choice and the person's answers to the launch that is shown and written. No shell: each value is one argument. */
import { HostError } from '@portolan/contract/errors';
import type { RegistryChoice, RegistryFault } from '@portolan/contract/registry';
import type { LaunchConfig } from '../ports.ts';
import { environmentNames } from '../servers/launch/expand.ts';
import { choicesOf, keyOf, placeholders } from './choices.ts';
import type { Argument, Input, KeyValueInput, Package, ServerDetail, Transport } from './server-json.ts';

export interface RegistryAnswers {
  answers: Readonly<Record<string, string>>;
  /** Keys of secrets that have a value. */
  secrets: ReadonlySet<string>;
}

/** The choice with what it is made of. Throws `registry-failed` when there is none or it cannot be installed. */
export function findChoice(server: ServerDetail, id: string): { choice: RegistryChoice; source: { package: Package } | { remote: Transport } } {
  const choice = choicesOf(server).find((each) => each.id === id);
  const [kind, at] = [id.replace(/-\d+$/, ''), Number(/\d+$/.exec(id)?.[0] ?? -1)];
  const packaged = kind === 'package' ? server.packages?.[at] : undefined;
  const remote = kind === 'remote' ? server.remotes?.[at] : undefined;
  if (!choice || choice.unsupported !== null || !(packaged || remote)) throw new HostError('registry-failed', { reason: 'not-installable', subject: choice?.unsupported ?? id });
  return { choice, source: packaged ? { package: packaged } : { remote: remote ?? { type: '' } } };
}

export function faultsOf({ inputs }: RegistryChoice, { answers, secrets }: RegistryAnswers): RegistryFault[] {
  return inputs.flatMap(({ key, isRequired, isSecret, format, choices, isRepeated }): RegistryFault[] => {
    const value = answers[key] ?? '';
    if (isSecret) return isRequired && !secrets.has(key) ? [{ key, reason: 'required' }] : [];
    if (value.trim() === '') return isRequired ? [{ key, reason: 'required' }] : [];
    const values = isRepeated ? lines(value) : [value];
    if (choices.length > 0 && values.some((each) => !choices.includes(each))) return [{ key, reason: 'not-a-choice' }];
    if (format === 'number' && values.some((each) => !Number.isFinite(Number(each)))) return [{ key, reason: 'not-a-number' }];
    if (format === 'boolean' && values.some((each) => each !== 'true' && each !== 'false')) return [{ key, reason: 'wrong-type' }];
    if (format === 'filepath' && values.some((each) => !/^(?:\/|~|[A-Za-z]:[\\/]|\\\\)/.test(each))) return [{ key, reason: 'not-absolute' }];
    return [];
  });
}

export function launchOf(server: ServerDetail, id: string, given: RegistryAnswers): LaunchConfig {
  const { source } = findChoice(server, id);
  const launch = 'package' in source ? packageLaunch(source.package, given) : remoteLaunch(source.remote, given);
  // An answer and the text around it must not join into something a start would expand.
  const [variable] = environmentNames(launch);
  if (variable !== undefined) throw new HostError('invalid-input', { subject: `\${${variable}}`, reason: 'variable' });
  return launch;
}

function packageLaunch(source: Package, given: RegistryAnswers): LaunchConfig {
  const env = Object.fromEntries((source.environmentVariables ?? []).flatMap((each) => pair(each, 'env', given)));
  const own = (source.packageArguments ?? []).flatMap((each, at) => argument(each, `arg-${at}`, given));
  const runtime = (source.runtimeArguments ?? []).flatMap((each, at) => argument(each, `run-${at}`, given));
  return { kind: 'stdio', ...commandOf(source, runtime, own, Object.keys(env)), env };
}

/** The usual runner of each kind, at exactly the published version. */
function commandOf(source: Package, runtime: string[], own: string[], env: string[]): { command: string; args: string[] } {
  const { registryType, identifier, version, registryBaseUrl, runtimeHint } = source;
  const at = (separator: string) => (version === undefined ? identifier : `${identifier}${separator}${version}`);
  const from = (official: RegExp, option: string) => (registryBaseUrl === undefined || official.test(registryBaseUrl) ? [] : [`${option}=${registryBaseUrl}`]);
  switch (registryType) {
    case 'npm':
      if (runtimeHint === 'bunx') return { command: 'bunx', args: [...runtime, at('@'), ...own] };
      return { command: 'npx', args: [...(runtime.includes('-y') || runtime.includes('--yes') ? [] : ['-y']), ...from(/^https:\/\/registry\.npmjs\.org\/?$/, '--registry'), ...runtime, at('@'), ...own] };
    case 'pypi':
      return { command: 'uvx', args: [...from(/^https:\/\/pypi\.org(?:\/simple)?\/?$/, '--default-index'), ...runtime, at('@'), ...own] };
    case 'nuget':
      return { command: 'dnx', args: [at('@'), '--yes', ...from(/^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/, '--source'), ...runtime, ...(own.length > 0 ? ['--', ...own] : [])] };
    default: {
      const image = version === undefined || /:[^/]+$|@sha256:/.test(identifier) ? identifier : `${identifier}:${version}`;
      // By name alone: the values reach the container through the environment and stand in no list of processes.
      return { command: runtimeHint === 'podman' ? 'podman' : 'docker', args: ['run', '-i', '--rm', ...env.flatMap((name) => ['-e', name]), ...runtime, image, ...own] };
    }
  }
}

function remoteLaunch(source: Transport, given: RegistryAnswers): LaunchConfig {
  const url = fill(source.url ?? '', source.variables, 'url', given, encodeURIComponent);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new HostError('invalid-input', { subject: 'url', reason: 'not-a-url' });
  return { kind: 'http', url, headers: Object.fromEntries((source.headers ?? []).flatMap((each) => pair(each, 'header', given))), transport: source.type === 'sse' ? 'sse' : 'streamable-http' };
}

function pair(source: KeyValueInput, prefix: string, given: RegistryAnswers): [string, string][] {
  const key = keyOf(prefix, source.name);
  const value = source.value === undefined ? answerOf(source, key, given) : fill(source.value, source.variables, key, given);
  return value === null ? [] : [[source.name, value]];
}

function argument(source: Argument, key: string, given: RegistryAnswers): string[] {
  const whole = source.value === undefined ? answerOf(source, key, given) : fill(source.value, source.variables, key, given);
  if (whole === null) return [];
  const values = source.isRepeated === true && source.value === undefined && !whole.startsWith('${secret:') ? lines(whole) : [whole];
  if (source.type === 'positional') return values;
  // `--flag={value}` (server.json, NamedArgument); what has one dash takes its value as the next word.
  return values.flatMap((value) => (value === '' ? [source.name] : source.name.startsWith('--') ? [`${source.name}=${value}`] : [source.name, value]));
}

/** Null for what was not answered. */
function answerOf(source: Input, key: string, { answers, secrets }: RegistryAnswers): string | null {
  if (source.isSecret === true) return secrets.has(key) ? `\${secret:${key}}` : null;
  const value = answers[key];
  return value === undefined || value === '' ? null : value;
}

/** Placeholders that are no variables stay as they are (server.json, Input.value). */
function fill(text: string, variables: Record<string, Input> | undefined, key: string, given: RegistryAnswers, encode: (value: string) => string = (value) => value): string {
  const known = new Set(placeholders(text).filter((name) => variables !== undefined && Object.hasOwn(variables, name)));
  return text.replaceAll(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const variable = known.has(name) ? variables?.[name] : undefined;
    if (!variable) return whole;
    const value = variable.value ?? answerOf(variable, keyOf(key, name), given) ?? '';
    return value.startsWith('${secret:') ? value : encode(value);
  });
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
}
