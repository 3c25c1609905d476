/**
 * From a manifest and the person's answers to the launch that is shown, reviewed and run (A06, A16). Everything is substituted
 * here, once: no later step puts another command in the place of the one that was shown. Secrets alone stay names.
 */
import { delimiter, join, posix } from 'node:path';
import type { BundleValue } from '@portolan/contract/bundles';
import type { LaunchConfig } from '../ports.ts';
import { programName } from '../config/package-spec.ts';
import { environmentNames, secretNames } from '../servers/launch/expand.ts';
import type { Manifest } from './manifest.ts';
import { refuseBundle } from './refusal.ts';
import type { SystemFolders } from './system-folders.ts';
import { isEmpty, isSensitive } from './user-config.ts';
import type { Answers } from './user-config.ts';

type Program = Extract<LaunchConfig, { kind: 'stdio' }>;

/** Programs that a bundle may name without bringing them: what runs its own files. */
const runtimes: Record<Manifest['server']['type'], ReadonlySet<string>> = {
  node: new Set(['node', 'bun', 'deno']),
  python: new Set(['python', 'python3', 'py', 'uv']),
  uv: new Set(['uv']),
  binary: new Set(),
};

interface Written {
  command: string;
  args: string[];
  env: Record<string, string>;
}

export interface LaunchContext {
  manifest: Manifest;
  /** Whether the bundle holds a file of this path. */
  hasFile: (path: string) => boolean;
  /** Where the bundle lies or will lie. */
  folder: string;
  folders: SystemFolders;
  os: NodeJS.Platform;
}

/** Refuses the bundle when it would run anything but itself by a known runtime, or leaves its folder. */
export function checkLaunch(context: LaunchContext): void {
  const { manifest, hasFile, os } = context;
  const entry = insideOf(manifest.server.entry_point);
  if (entry === null || !(hasFile(entry) || hasFile(`${entry}.exe`))) refuseBundle('entry-point', manifest.server.entry_point);
  const { command, args, env } = written(manifest, os);
  for (const text of [command, ...args, ...Object.values(env)]) checkVariables(text, manifest);
  for (const { default: initial } of Object.values(manifest.user_config ?? {})) for (const text of [initial ?? ''].flat()) if (typeof text === 'string') checkVariables(text, manifest);
  checkCommand(command, context);
  for (const text of [...args, ...Object.values(env)]) if (/\$\{__dirname\}/.test(text)) checkInside(text);
  const script = args.find((arg) => !arg.startsWith('-'));
  // The first plain argument of a runtime is what it runs.
  if (command !== 'uv' && script !== undefined && /^(?:\/|[A-Za-z]:|\\|~)/.test(script) && manifest.server.type !== 'binary') refuseBundle('command', script);
  if (script !== undefined && manifest.server.type !== 'binary' && /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(script)) refuseBundle('command', script);
}

/** The launch, exactly as it would be written. Answers that are missing leave out the arguments and variables made of them alone. */
export function launchOf(context: LaunchContext, answers: Answers): Program {
  const { manifest, folder, os } = context;
  const { command, args, env } = written(manifest, os);
  const fill = (text: string) => substitute(text, context, answers);
  const launch: Program = {
    kind: 'stdio',
    command: commandOf(command, context),
    args: args.flatMap((arg) => {
      const only = onlyKey(arg);
      if (only === null) return [fill(arg)];
      const value = answerOf(only, manifest, answers);
      return value === null ? [] : Array.isArray(value) ? value : [String(value)];
    }),
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, text]) => {
        const only = onlyKey(text);
        return only !== null && answerOf(only, manifest, answers) === null ? [] : [[name, fill(text)]];
      }),
    ),
    // Examples of the specification name files by paths relative to the bundle.
    cwd: folder,
  };
  checkReferences(launch, manifest);
  return launch;
}

/** What the manifest says for this system. A bundle for uv may leave it to the host. */
function written(manifest: Manifest, os: NodeJS.Platform): Written {
  const { type, entry_point: entryPoint, mcp_config: config } = manifest.server;
  if (!config) {
    if (type === 'uv') return { command: 'uv', args: ['run', '--directory', '${__dirname}', entryPoint], env: {} };
    return refuseBundle('manifest', 'server.mcp_config');
  }
  const own = config.platform_overrides?.[os];
  return { command: own?.command ?? config.command, args: own?.args ?? config.args ?? [], env: own?.env ?? config.env ?? {} };
}

function checkCommand(command: string, context: LaunchContext): void {
  const { manifest, hasFile } = context;
  if (isRuntime(command, manifest)) return;
  const path = insideOf(command);
  if (path === null || !(hasFile(path) || hasFile(`${path}.exe`))) refuseBundle('command', command);
}

/** A bare name that stands for a program of the machine, whatever lies in the bundle under it. */
function isRuntime(command: string, manifest: Manifest): boolean {
  return /^[\w.+-]+$/.test(command) && runtimes[manifest.server.type].has(programName(command));
}

function commandOf(command: string, { manifest, hasFile, folder, os }: LaunchContext): string {
  const path = isRuntime(command, manifest) ? null : insideOf(command);
  if (path !== null && (hasFile(path) || hasFile(`${path}.exe`))) return join(folder, ...(hasFile(path) && !(os === 'win32' && hasFile(`${path}.exe`)) ? path : `${path}.exe`).split('/'));
  // Where there is a `python`, it may be one nobody uses any more; `python3` is what every such system has.
  return command === 'python' && os !== 'win32' ? 'python3' : command;
}

/**
 * Nothing that a start would expand may have come about but the bundle's own secrets: a value and the text around it can be
 * made to join into a reference to the person's environment.
 */
function checkReferences(launch: Program, manifest: Manifest): void {
  const [variable] = environmentNames(launch);
  if (variable !== undefined) refuseBundle('variable', `\${${variable}}`);
  for (const name of secretNames(launch)) if (!manifest.user_config?.[name]) refuseBundle('variable', `\${secret:${name}}`);
}

/** The path inside the bundle that a text means; null when it leaves it or is none. */
function insideOf(text: string): string | null {
  const relative = text.replace(/^\$\{__dirname\}(?:[\\/]|\$\{(?:pathSeparator|\/)\})?/, '').replaceAll(/\$\{(?:pathSeparator|\/)\}|\\/g, '/');
  if (relative === '' || /^(?:\/|[A-Za-z]:|~)|\$\{/.test(relative)) return null;
  const path = posix.normalize(relative);
  return path === '..' || path.startsWith('../') || path === '.' ? null : path.replace(/^\.\//, '');
}

function checkInside(text: string): void {
  for (const [, rest = ''] of text.matchAll(/\$\{__dirname\}([^\s:;,="']*)/g)) {
    const path = rest.replaceAll(/\$\{(?:pathSeparator|\/)\}|\\/g, '/');
    // What comes after a variable of the person's is theirs to answer for.
    if (posix.normalize(`/b/${path.split('${')[0] ?? ''}`).split('/')[1] !== 'b' || path.split('/').includes('..')) refuseBundle('outside', text);
  }
}

function checkVariables(text: string, manifest: Manifest): void {
  for (const [whole, name = ''] of text.matchAll(/\$\{([^}]*)\}/g)) {
    const key = /^user_config\.(.+)$/.exec(name)?.[1];
    const isKnown = key === undefined ? ['__dirname', 'HOME', 'DESKTOP', 'DOCUMENTS', 'DOWNLOADS', 'pathSeparator', '/'].includes(name) : Object.hasOwn(manifest.user_config ?? {}, key);
    // Anything else would be taken from the person's environment later, unasked.
    if (!isKnown) refuseBundle('variable', whole);
  }
}

function substitute(text: string, { manifest, folder, folders }: LaunchContext, answers: Answers): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name === '__dirname') return folder;
    if (Object.hasOwn(folders, name)) return folders[name] ?? whole;
    const key = /^user_config\.(.+)$/.exec(name)?.[1];
    if (key === undefined) return whole;
    const value = answerOf(key, manifest, answers);
    return value === null ? '' : Array.isArray(value) ? value.join(delimiter) : String(value);
  });
}

function onlyKey(text: string): string | null {
  return /^\$\{user_config\.([^}]+)\}$/.exec(text)?.[1] ?? null;
}

/** Null for what was not answered and has no answer. */
function answerOf(key: string, manifest: Manifest, answers: Answers): BundleValue | null {
  const option = manifest.user_config?.[key];
  if (option && isSensitive(option)) return answers.secrets.has(key) ? `\${secret:${key}}` : null;
  const value = answers.values[key];
  return value === undefined || isEmpty(value) ? null : value;
}
