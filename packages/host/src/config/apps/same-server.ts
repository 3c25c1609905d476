/** Whether an entry in another program's file is the server that is given to it, or another one that merely has its name. */
import type { JsonObject } from '@portolan/contract/json';
import { parse } from 'yaml';
import { member, parseJsonc, toValue } from '../jsonc-tree.ts';
import type { Node } from '../jsonc-tree.ts';
import { programName, runnerOf } from '../package-spec.ts';
import type { KnownApp } from './app-table.ts';

const maxBytes = 20_000_000;
/** Run what their first plain argument names. */
const interpreters = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php|java|dotnet|sh|bash|zsh|tsx|ts-node)$/;

/** Entries by their names. What cannot be read has none: writing into it fails, and says so. */
export function entriesThere(text: string, app: KnownApp): Map<string, unknown> {
  if (text.trim() === '') return new Map();
  try {
    const found: unknown = app.isYaml ? (parse(text) as { extensions?: unknown } | null)?.extensions : valueAt(text, app.container);
    return new Map(isRecord(found) ? Object.entries(found) : []);
  } catch {
    return new Map();
  }
}

function valueAt(text: string, container: readonly string[]): unknown {
  const node = container.reduce<Node | undefined>((at, key) => member(at, key), parseJsonc(text, maxBytes));
  return node && toValue(node);
}

/** The same program with the same package or script, or the same address. Further arguments, variables and headers are settings of it. */
export function isSameServer(standing: unknown, entry: JsonObject): boolean {
  const [a, b] = [identityOf(standing), identityOf(entry)];
  return a !== null && a === b;
}

function identityOf(entry: unknown): string | null {
  if (!isRecord(entry)) return null;
  const address = textOf(entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl'] ?? entry['uri']);
  if (address !== null) return URL.canParse(address) ? `${new URL(address).origin}${new URL(address).pathname.replace(/\/+$/, '')}` : address;
  const given = entry['command'] ?? entry['cmd'];
  const nested = isRecord(given) ? given : {};
  const command = textOf(given) ?? textOf(nested['path']);
  if (command === null) return null;
  const list: unknown = entry['args'] ?? nested['args'];
  const args = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  const program = programName(command);
  const runner = runnerOf(command, args);
  if (runner !== null) return JSON.stringify([runner.kind, withoutVersion(runner.spec)]);
  const script = interpreters.test(program) ? args.find((arg, at) => !arg.startsWith('-') || ['-c', '-e', '-m'].includes(args[at - 1] ?? '')) : undefined;
  return JSON.stringify([program, script ?? null]);
}

/** `@scope/name@1.2.3`, `name==1.2` and `image:tag` without what follows the name. */
function withoutVersion(spec: string): string {
  return spec.replace(/(?<=.)(?:@|==)[^/@]*$/, '').replace(/:[^/:]*$/, '');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
