/** From `server.json` to the ways a person can have the server, each with what it asks for. */
import type { RegistryChoice, RegistryInput } from '@portolan/contract/registry';
import type { Argument, Input, KeyValueInput, Package, ServerDetail, Transport } from './server-json.ts';

type Place = RegistryInput['place'];
type Reason = RegistryChoice['unsupported'];

/** How packages of a kind are named. Anything else could be an option, an address or a path to the program that gets it. */
const identifiers: Record<string, RegExp> = {
  npm: /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i,
  pypi: /^[a-z0-9][a-z0-9._-]*$/i,
  nuget: /^[a-z0-9_][a-z0-9._-]*$/i,
  oci: /^[a-z0-9][a-z0-9._-]*(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/,
};
/** One version, not a range and not a tag. */
const exactVersion = /^v?\d[0-9A-Za-z.+_-]{0,100}$/;

export function choicesOf(server: ServerDetail): RegistryChoice[] {
  return [
    ...(server.packages ?? []).map((each, at) => packageChoice(each, `package-${at}`)),
    ...(server.remotes ?? []).map((each, at) => remoteChoice(each, `remote-${at}`)),
  ];
}

function packageChoice(source: Package, id: string): RegistryChoice {
  const isBundle = source.registryType === 'mcpb';
  const inputs = isBundle ? [] : packageInputs(source);
  return {
    id,
    kind: isBundle ? 'bundle' : 'package',
    registryType: source.registryType,
    identifier: source.identifier,
    version: source.version ?? '',
    transport: source.transport.type,
    sha256: source.fileSha256 ?? null,
    unsupported: packageFault(source),
    inputs,
  };
}

function packageFault(source: Package): Reason {
  const { registryType, identifier, version } = source;
  if (source.transport.type !== 'stdio') return 'transport';
  if (registryType === 'mcpb') return !/^https?:\/\//i.test(identifier) ? 'identifier' : /^[a-f0-9]{64}$/.test(source.fileSha256 ?? '') ? null : 'hash';
  const pattern = Object.hasOwn(identifiers, registryType) ? identifiers[registryType] : undefined;
  if (!pattern) return 'kind';
  if (!pattern.test(identifier)) return 'identifier';
  // The version of an image may stand in its identifier.
  if (version !== undefined && !exactVersion.test(version) && registryType !== 'oci') return 'version';
  if (registryType === 'oci' && version !== undefined && !/^\w[\w.-]{0,127}$/.test(version)) return 'version';
  if (source.registryBaseUrl !== undefined && !/^https:\/\/[^\s"'`\\]+$/.test(source.registryBaseUrl)) return 'address';
  return hasReference(source) ? 'variable' : null;
}

function remoteChoice(source: Transport, id: string): RegistryChoice {
  const url = source.url ?? '';
  const isKnown = source.type === 'streamable-http' || source.type === 'sse';
  // The host of an address must be the publisher's to name, or anybody's key could be led anywhere by an answer.
  const isAddress = /^https?:\/\/[^/?#{}@\\\s]+(?:[/?#]|$)/i.test(url) || /^https:\/\/(?:\{[^{}]+\}|[\w.-])+\.[\w.-]+(?:[/?#]|$)/i.test(url);
  return {
    id,
    kind: 'remote',
    registryType: 'remote',
    identifier: url,
    version: '',
    transport: source.type,
    sha256: null,
    unsupported: !isKnown ? 'transport' : !isAddress ? 'address' : hasReference(source) ? 'variable' : null,
    inputs: unique([...variableInputs(url, source.variables, 'url', 'address'), ...(source.headers ?? []).flatMap((header) => keyValueInputs(header, 'header', 'header'))]),
  };
}

function packageInputs(source: Package): RegistryInput[] {
  return unique([
    ...(source.environmentVariables ?? []).flatMap((each) => keyValueInputs(each, 'env', 'environment')),
    ...(source.packageArguments ?? []).flatMap((each, at) => argumentInputs(each, `arg-${at}`, 'argument')),
    ...(source.runtimeArguments ?? []).flatMap((each, at) => argumentInputs(each, `run-${at}`, 'runtime-argument')),
  ]);
}

/** `${…}` is expanded at a start: a publisher's text must not hold it, or it would take from the person's environment. */
function hasReference(source: Package | Transport): boolean {
  return /\$\{/.test(JSON.stringify(source));
}

function keyValueInputs(source: KeyValueInput, prefix: string, place: Place): RegistryInput[] {
  const key = keyOf(prefix, source.name);
  if (source.value !== undefined) return variableInputs(source.value, source.variables, key, place);
  return [inputOf(source, key, place, source.name)];
}

function argumentInputs(source: Argument, key: string, place: Place): RegistryInput[] {
  const name = source.type === 'named' ? source.name : (source.valueHint ?? '');
  if (source.value !== undefined) return variableInputs(source.value, source.variables, key, place);
  return [inputOf(source, key, place, name, source.isRepeated === true)];
}

function variableInputs(value: string, variables: Record<string, Input> | undefined, key: string, place: Place): RegistryInput[] {
  return placeholders(value).flatMap((name) => {
    const variable = variables && Object.hasOwn(variables, name) ? variables[name] : undefined;
    return variable && variable.value === undefined ? [inputOf(variable, keyOf(key, name), place, name)] : [];
  });
}

function inputOf(source: Input, key: string, place: Place, name: string, isRepeated = false): RegistryInput {
  const format = (['number', 'boolean', 'filepath'] as const).find((each) => each === source.format) ?? 'string';
  return {
    key,
    place,
    name,
    description: source.description ?? '',
    format,
    isRequired: source.isRequired ?? false,
    isSecret: source.isSecret ?? false,
    isRepeated,
    default: source.default ?? '',
    placeholder: source.placeholder ?? '',
    choices: source.choices ?? [],
  };
}

/** Names in curly braces, once each. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}]{1,200})\}/g)].map((match) => match[1] ?? ''))];
}

/** A key that can name a secret as well; letters other than the common ones are told apart by their codes. */
export function keyOf(prefix: string, name: string): string {
  return `${prefix}.${name.replaceAll(/[^\w-]/g, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`)}`.slice(0, 100);
}

/** The same variable twice is one question. */
function unique(inputs: RegistryInput[]): RegistryInput[] {
  return [...new Map(inputs.map((input) => [input.key, input])).values()];
}
