/** A launch as it is being typed, and the launch it makes. Pure: nothing here knows the screen. */
import type { LaunchView, NamedValue, ServerView } from '@portolan/contract/servers';

export interface PairRow {
  key: number;
  name: string;
  /** What is typed; null while the stored value, which no window sees, is to stay. */
  value: string | null;
  /** The name a stored value belongs to; null for a row that was typed here. */
  storedAs: string | null;
  /** It belongs into the secret store. */
  isSecret: boolean;
  /** Somebody said whether it does; until then its name decides. */
  isMarked?: boolean;
}

export interface LaunchDraft {
  kind: LaunchView['kind'];
  name: string;
  command: string;
  /** One argument a line, or a JSON list when lines cannot say what is meant. */
  args: string;
  argsAs: 'lines' | 'json';
  env: readonly PairRow[];
  cwd: string;
  url: string;
  headers: readonly PairRow[];
  transport: Extract<LaunchView, { kind: 'http' }>['transport'];
}

let lastKey = 0;
export function newRow(pair: NamedValue = { name: '', value: '' }): PairRow {
  // What stands in the secret store is kept like any other value that no window sees.
  const isStored = pair.value === null || /^\$\{secret:[^}]+\}$/.test(pair.value);
  return { key: ++lastKey, name: pair.name, value: isStored ? null : pair.value, storedAs: isStored ? pair.name : null, isSecret: isStored && pair.value !== null };
}

export const emptyDraft: LaunchDraft = { kind: 'stdio', name: '', command: '', args: '', argsAs: 'lines', env: [], cwd: '', url: '', headers: [], transport: 'auto' };

export function draftOf(server: ServerView): LaunchDraft {
  const { launch, name } = server;
  if (launch.kind === 'http') return { ...emptyDraft, kind: 'http', name, url: launch.url, headers: launch.headers.map(newRow), transport: launch.transport };
  const { command, args, env, cwd } = launch;
  // An empty argument, or one of several lines, would become something else on lines of its own.
  const argsAs = args.some((arg) => arg === '' || /[\r\n]/.test(arg)) ? 'json' : 'lines';
  return { ...emptyDraft, name, command, args: argsAs === 'json' ? JSON.stringify(args, null, 2) : args.join('\n'), argsAs, env: env.map(newRow), cwd: cwd ?? '' };
}

/** What is wrong with a draft, by field; the words are in the catalogues. */
export interface DraftFaults {
  name?: 'missing';
  command?: 'missing';
  args?: 'not-a-list';
  url?: 'missing' | 'not-http';
}

export function faultsOf(draft: LaunchDraft): DraftFaults {
  const faults: DraftFaults = {};
  if (draft.name.trim() === '') faults.name = 'missing';
  if (draft.kind === 'http') {
    const url = draft.url.trim();
    // A variable may stand for the whole address.
    if (url === '') faults.url = 'missing';
    else if (!/^https?:\/\/[^/]/i.test(url) && !url.includes('${')) faults.url = 'not-http';
    return faults;
  }
  if (draft.command.trim() === '') faults.command = 'missing';
  if (readArgs(draft) === null) faults.args = 'not-a-list';
  return faults;
}

/** The launch of a draft without faults. */
export function launchOf(draft: LaunchDraft): LaunchView {
  if (draft.kind === 'http') return { kind: 'http', url: draft.url.trim(), headers: toPairs(draft.headers), transport: draft.transport };
  const cwd = draft.cwd.trim();
  return { kind: 'stdio', command: draft.command.trim(), args: readArgs(draft) ?? [], env: toPairs(draft.env), ...(cwd === '' ? {} : { cwd }) };
}

function readArgs(draft: LaunchDraft): string[] | null {
  // A line that is empty is a slip, not an argument; who means one writes JSON.
  if (draft.argsAs === 'lines') return draft.args.split(/\r?\n/).filter((line) => line !== '');
  try {
    const value: unknown = JSON.parse(draft.args.trim() === '' ? '[]' : draft.args);
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
  } catch {
    return null;
  }
}

/** Whether a row's stored value is still its own: a value kept for one name is nobody else's. */
export function keepsStored(row: PairRow): boolean {
  return row.value === null && row.storedAs === row.name.trim();
}

function toPairs(rows: readonly PairRow[]): NamedValue[] {
  return rows.filter((row) => row.name.trim() !== '').map((row) => ({ name: row.name.trim(), value: keepsStored(row) ? null : (row.value ?? ''), ...(row.isSecret ? { isSecret: true } : {}) }));
}

/** A whole command line in the field for the program, taken apart; null when it is no such thing. */
export function splitCommand(text: string): { command: string; args: string[] } | null {
  const words: string[] = [];
  const word = /"([^"]*)"|'([^']*)'|(\S+)/g;
  for (const [, double, single, plain] of text.trim().matchAll(word)) words.push(double ?? single ?? plain ?? '');
  const [command, ...args] = words;
  // A path with spaces in it (C:\Program Files\…, /Applications/My App/…) is one program.
  if (command === undefined || args.length === 0 || /^([A-Za-z]:)?[\\/]/.test(text.trim())) return null;
  return { command, args };
}
