/**
 * A `server.json`, as servers describe themselves for the registry: packages to be run and addresses to be reached.
 * https://github.com/modelcontextprotocol/registry, docs/reference/server-json
 */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ServerInput } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';
import type { Found, FoundIn, Refused } from './found-servers.ts';

/** Null when the value is no such description; also takes the registry's own wrapping, `{"server": {…}}`. */
export function findInServerJson(value: Json): FoundIn | null {
  if (!isObject(value)) return null;
  const server = isObject(value['server']) ? value['server'] : value;
  const packages = objects(server['packages']);
  const remotes = objects(server['remotes']);
  const title = server['name'];
  const isDescription = typeof title === 'string' && (packages.some((each) => each['identifier'] !== undefined) || remotes.some((each) => each['url'] !== undefined));
  if (!isDescription) return null;
  const name = title.split('/').at(-1) ?? null;
  const found: Found[] = [];
  const refused: Refused[] = [];
  for (const each of packages) {
    const read = readPackage(each, name);
    if (typeof read === 'string') refused.push({ name: text(each['identifier']) ?? '', reason: read, line: 1 });
    else found.push(read);
  }
  for (const each of remotes) found.push(readRemote(each, name));
  return { format: 'server.json', found, refused };
}

function readPackage(source: JsonObject, name: string | null): Found | string {
  const identifier = text(source['identifier']);
  const transport = isObject(source['transport']) ? text(source['transport']['type']) : null;
  if (identifier === null) return 'no-command-or-url';
  // It would have to be started and then reached at an address: two things, of which only one can be configured.
  if (transport !== null && transport !== 'stdio') return 'not-allowed transport';
  const questions = new Questions();
  const env = Object.fromEntries(objects(source['environmentVariables']).flatMap((each) => questions.named(each)));
  const runtime = questions.args(source['runtimeArguments']);
  const own = questions.args(source['packageArguments']);
  const version = text(source['version']);
  const command = commandOf(text(source['registryType']) ?? '', text(source['runtimeHint']), identifier, version, runtime, Object.keys(env));
  if (command === null) return 'not-allowed registryType';
  const launch: LaunchConfig = { kind: 'stdio', command: command.command, args: [...command.args, ...own], env };
  return { name, launch, notes: questions.leftOut, inputs: questions.inputs() };
}

function commandOf(type: string, hint: string | null, identifier: string, version: string | null, runtime: string[], variables: string[]): { command: string; args: string[] } | null {
  const at = (separator: string) => (version === null || version === 'latest' || identifier.includes(separator, 1) ? identifier : `${identifier}${separator}${version}`);
  if (type === 'npm') return { command: hint ?? 'npx', args: [...(runtime.length > 0 ? runtime : ['-y']), at('@')] };
  if (type === 'pypi') return { command: hint ?? 'uvx', args: [...runtime, at('==')] };
  if (type === 'nuget') return { command: hint ?? 'dnx', args: [at('@'), ...(runtime.length > 0 ? runtime : ['--yes']), '--'] };
  // Inside of a container there is nothing of the environment that is not handed in by name.
  if (type === 'oci') return { command: hint ?? 'docker', args: ['run', '-i', '--rm', ...runtime, ...variables.flatMap((each) => ['-e', each]), /:[^/]+$|@sha256:/.test(identifier) ? identifier : at(':')] };
  return null;
}

function readRemote(source: JsonObject, name: string | null): Found {
  const questions = new Questions();
  const url = questions.filled(text(source['url']) ?? '', source['variables']);
  const headers = Object.fromEntries(objects(source['headers']).flatMap((each) => questions.named(each)));
  const type = text(source['type']);
  return { name, launch: { kind: 'http', url, headers, transport: type === 'sse' ? 'sse' : type === 'streamable-http' ? 'streamable-http' : 'auto' }, notes: questions.leftOut, inputs: questions.inputs() };
}

/** What only the person can say becomes a question; what is optional and has no value is left out, and noted. */
class Questions {
  readonly #inputs = new Map<string, ServerInput>();
  readonly leftOut: string[] = [];

  inputs(): ServerInput[] {
    return [...this.#inputs.values()];
  }

  /** A variable or header: its name and its text, or nothing. */
  named(source: JsonObject): [string, string][] {
    const name = text(source['name']);
    const value = name === null ? null : this.#value(source, name);
    if (name === null) return [];
    if (value === null) this.leftOut.push(name);
    return value === null ? [] : [[name, value]];
  }

  args(value: Json | undefined): string[] {
    return objects(value).flatMap((source) => {
      const name = text(source['name']);
      const label = name?.replace(/^-+/, '') ?? text(source['valueHint']) ?? 'argument';
      const isFlag = source['type'] === 'named' && source['value'] === undefined && source['default'] === undefined && source['isRequired'] !== true && source['valueHint'] === undefined;
      if (isFlag) {
        this.leftOut.push(name ?? label);
        return [];
      }
      const filled = this.#value(source, label);
      if (filled === null) this.leftOut.push(name ?? label);
      if (filled === null) return [];
      return name !== null && source['type'] === 'named' ? [name, filled] : [filled];
    });
  }

  /** `{name}` in a text is what the person is asked for. */
  filled(template: string, variables: Json | undefined): string {
    const known = isObject(variables) ? variables : {};
    return template.replaceAll(/\{([A-Za-z_][\w.-]{0,100})\}/g, (whole, name: string) => {
      const declared = known[name];
      return isObject(declared) ? (this.#value({ isRequired: true, ...declared }, name) ?? whole) : whole;
    });
  }

  #value(source: JsonObject, label: string): string | null {
    const value = text(source['value']);
    if (value !== null) return this.filled(value, source['variables']);
    const given = text(source['default']);
    if (source['isRequired'] !== true) return given;
    const id = label.replaceAll(/[^\w.-]+/g, '_').replace(/^(?![A-Za-z_])/, '_').slice(0, 120);
    const options = Array.isArray(source['choices']) ? source['choices'].filter((each): each is string => typeof each === 'string').slice(0, 200) : [];
    const isSecret = source['isSecret'] === true;
    this.#inputs.set(id, {
      id,
      description: (text(source['description']) ?? label).slice(0, 2000),
      isSecret,
      ...(given === null || isSecret ? {} : { default: given }),
      ...(options.length > 0 ? { options } : {}),
    });
    return `\${input:${id}}`;
  }
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject).slice(0, 200) : [];
}

function text(value: Json | undefined): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 32_768 && !value.includes('\0') ? value : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
