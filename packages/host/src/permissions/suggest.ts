/** From one call to the standing permissions that would cover it and little else, narrowest first. */
import path from 'node:path';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { RuleCondition } from '@portolan/contract/rules';
import { commandWords, programName } from './command-words.ts';
import { holdsAll } from './condition.ts';
import { plainPath } from './path-inside.ts';
import type { PathLook } from './path-inside.ts';

// Programs that run what they are told by their further words: the first word says nothing about what they do.
const runners = new Set(['sh', 'bash', 'zsh', 'fish', 'dash', 'ksh', 'cmd', 'powershell', 'pwsh', 'sudo', 'doas', 'su', 'env', 'xargs', 'nohup', 'time', 'timeout', 'ssh', 'python', 'python3', 'node', 'perl', 'ruby', 'php', 'eval', 'exec', 'source', 'npx', 'uvx', 'docker', 'find', 'awk', 'watch', 'nice', 'rm']);
const mostText = 300;
const mostSuggestions = 4;

/** Each holds for exactly these arguments. None for a call without any, or with too many to say in a sentence. */
export function narrowerThanAll(args: JsonObject, look: PathLook): RuleCondition[][] {
  const entries = Object.entries(args);
  if (entries.length === 0 || entries.length > 12) return [];
  const telling = entries.flatMap(([argument, value]) => aboutOne(argument, value, look));
  const paths = telling.filter(({ kind }) => kind === 'path');
  const commands = telling.filter(({ kind }) => kind === 'command');
  const hosts = telling.filter(({ kind }) => kind === 'host');
  const exact = entries.every(([, value]) => JSON.stringify(value).length <= mostText) ? [entries.map(([argument, value]): RuleCondition => ({ kind: 'equals', argument, value }))] : [];
  const suggestions = [
    ...exact,
    ...(commands.length > 0 || hosts.length > 0 || paths.length > 0 ? [[...commands, ...hosts, ...paths]] : []),
    // A folder higher, where that is not the whole home or disk.
    ...(paths.length > 0 && commands.length === 0 && hosts.length === 0 ? wider(paths, look) : []),
  ];
  const isCovered = (conditions: readonly RuleCondition[]) => holdsAll(conditions, args, look, 'every') === 'yes';
  return suggestions.filter((conditions) => conditions.length > 0 && isCovered(conditions)).slice(0, mostSuggestions);
}

function aboutOne(argument: string, value: Json, look: PathLook): RuleCondition[] {
  if (argument === '' || argument.length > 256) return [];
  if (Array.isArray(value)) return value.length > 0 && value.length <= 100 && value.every((item) => typeof item === 'string') ? aboutTexts(argument, value, look) : [];
  if (typeof value !== 'string') return [];
  const about = aboutTexts(argument, [value], look);
  if (about.length > 0 || !/command|cmd|script|shell|exec/i.test(argument)) return about;
  const words = commandWords(value);
  const [program = '', verb = ''] = words ?? [];
  if (program === '' || runners.has(programName(program))) return [];
  return [{ kind: 'command', argument, words: /^[a-z][a-z0-9-]*$/i.test(verb) ? [program, verb] : [program] }];
}

function aboutTexts(argument: string, texts: readonly string[], look: PathLook): RuleCondition[] {
  const hosts = new Set(texts.map(hostOf));
  const [host = null] = hosts;
  if (hosts.size === 1 && host !== null) return [{ kind: 'host', argument, host, withSubdomains: false }];
  const lib = path[look.style];
  const folders = texts.map((text) => {
    const place = plainPath(text, look.style);
    return place === null ? null : lib.dirname(lib.normalize(place));
  });
  if (folders.some((folder) => folder === null)) return [];
  const shared = folders.flatMap((folder) => folder ?? []).reduce((one, other) => sharedFolder(one, other, look));
  const real = look.real(shared);
  const folder = real ?? shared;
  return isTooWide(folder, look) ? [] : [{ kind: 'path', argument, folder }];
}

function wider(paths: readonly RuleCondition[], look: PathLook): RuleCondition[][] {
  const up = paths.map((condition) => (condition.kind === 'path' ? { ...condition, folder: path[look.style].dirname(condition.folder) } : condition));
  return up.some((condition) => condition.kind === 'path' && isTooWide(condition.folder, look)) ? [] : [up];
}

/** A disk, its first folders, a home: whoever means those says so in a rule of their own. */
function isTooWide(folder: string, look: PathLook): boolean {
  return folder.split(/[\\/]/).filter((part) => part !== '').length < (look.style === 'win32' ? 4 : 3);
}

function sharedFolder(one: string, other: string, look: PathLook): string {
  const { sep, parse } = path[look.style];
  const [a, b] = [one.split(sep), other.split(sep)];
  const length = a.findIndex((part, index) => part !== b[index]);
  return (length < 0 ? one : a.slice(0, length).join(sep)) || parse(one).root;
}

function hostOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    return new URL(text).host.replace(/\.(?=$|:)/, '') || null;
  } catch {
    return null;
  }
}
