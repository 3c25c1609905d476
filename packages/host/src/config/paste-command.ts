/** Finding servers in command lines: the program itself, or another client's `mcp add`. */
import type { LaunchConfig } from '../ports.ts';
import { JsoncError } from './jsonc-tree.ts';
import { programName } from './package-spec.ts';
import { findInJson } from './paste-json.ts';
import type { Found, FoundIn } from './found-servers.ts';
import { ShellWordsError, shellLines } from './shell-words.ts';

const assignment = /^[A-Za-z_]\w*=/;
// `https://…` alone, and what an address bar or a README adds around it.
const url = /^<?(https?:\/\/[^\s<>"']+)>?$/i;

/** Reads one or more command lines. Throws JsoncError with the place: `open-quote`, `shell-operator`, `not-a-command`. */
export function findInCommandLines(text: string): FoundIn {
  let lines: string[][];
  try {
    lines = shellLines(text.replaceAll(/^[ \t]*[$>%❯][ \t]+/gm, (prompt) => ' '.repeat(prompt.length)));
  } catch (error) {
    if (error instanceof ShellWordsError) throw new JsoncError(error.reason, text, error.offset);
    throw error;
  }
  const all = lines.map((words) => findInWords(text, words));
  const [first] = all;
  if (!first) throw new JsoncError('not-a-command', text, 0);
  return { format: first.format, found: all.flatMap(({ found }) => found), refused: all.flatMap(({ refused }) => refused) };
}

/** Null when the text is no lone URL. */
export function findInUrl(text: string): FoundIn | null {
  const address = url.exec(text.trim())?.[1];
  if (address === undefined || !URL.canParse(address)) return null;
  return { format: 'url', found: [unnoted(null, httpLaunch(address))], refused: [] };
}

function findInWords(text: string, words: string[]): FoundIn {
  const { env, rest } = leadingAssignments(words);
  const [command, ...args] = rest;
  if (command === undefined || !looksLikeProgram(command)) throw new JsoncError('not-a-command', text, 0);
  const program = programName(command);
  const add = args.indexOf('--add-mcp');
  const json = add >= 0 ? args[add + 1] : args.find((arg) => arg.startsWith('--add-mcp='))?.slice('--add-mcp='.length);
  if (json !== undefined) return { ...findInJson(json), format: 'add-mcp' };
  if (args[0] === 'mcp' && args[1] === 'add-json') {
    const [name, entry] = args.slice(2).filter((arg) => arg.startsWith('{') || !arg.startsWith('-'));
    if (name === undefined || entry === undefined) throw new JsoncError('not-a-command', text, 0);
    return { format: 'mcp-add', found: findInJson(entry).found.map((each) => ({ ...each, name })), refused: [] };
  }
  if (args[0] === 'mcp' && args[1] === 'add') return { format: 'mcp-add', found: [readMcpAdd(text, args.slice(2))], refused: [] };
  if (program === 'env' && args.some((arg) => assignment.test(arg))) {
    const inner = leadingAssignments(args);
    const [innerCommand, ...innerArgs] = inner.rest;
    if (innerCommand !== undefined && !innerCommand.startsWith('-')) return { format: 'command-line', found: [unnoted(null, { kind: 'stdio', command: innerCommand, args: innerArgs, env: { ...env, ...inner.env } })], refused: [] };
  }
  return { format: 'command-line', found: [unnoted(null, { kind: 'stdio', command, args, env })], refused: [] };
}

/** `<client> mcp add [options] <name> <command or URL> [arguments]`, as Claude Code, Codex, Gemini and others have it. */
function readMcpAdd(text: string, words: string[]): Found {
  const env: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const plain: string[] = [];
  const notes: string[] = [];
  let transport = '';
  let address: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [option, inline] = word.startsWith('--') && word.includes('=') ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word, undefined];
    const value = () => inline ?? words[++at] ?? '';
    if (word === '--') {
      plain.push(...words.slice(at + 1));
      break;
    }
    // From the command on, everything is the command's.
    if (plain.length >= 2) plain.push(word);
    else if (option === '-t' || option === '--transport' || option === '--type') transport = value();
    else if (option === '--url') address = value();
    else if (option === '-e' || option === '--env') {
      addPair(env, value(), '=');
      while (plain.length > 0 && assignment.test(words[at + 1] ?? '')) addPair(env, words[++at] ?? '', '=');
    } else if (option === '-H' || option === '--header') addPair(headers, value(), ':');
    else if (option === '-s' || option === '--scope' || option === '--cwd') notes.push(`${option} ${value()}`);
    else if (option.startsWith('-')) notes.push(word);
    else plain.push(word);
  }
  const [name, target = address, ...args] = plain;
  if (name === undefined || target === undefined) throw new JsoncError('not-a-command', text, 0);
  const isUrl = url.test(target);
  if (!isUrl) return { ...unnoted(name, { kind: 'stdio', command: target, args, env }), notes };
  const launch = httpLaunch(target, headers, transport === 'sse' ? 'sse' : 'auto');
  return { ...unnoted(name, launch), notes };
}

function addPair(record: Record<string, string>, pair: string, separator: string): void {
  const at = pair.indexOf(separator);
  if (at > 0) record[pair.slice(0, at).trim()] = pair.slice(at + 1).trim();
}

function leadingAssignments(words: string[]): { env: Record<string, string>; rest: string[] } {
  const count = words.findIndex((word) => !assignment.test(word));
  const env: Record<string, string> = {};
  for (const word of words.slice(0, Math.max(count, 0))) addPair(env, word, '=');
  return { env, rest: count < 0 ? [] : words.slice(count) };
}

/** A sentence is not a command line: programs have no capital at the beginning and no punctuation at the end. */
function looksLikeProgram(word: string): boolean {
  return /^(?:[a-z0-9][\w.+@-]*|[A-Za-z]:[\\/].*|[~.]{0,2}[\\/].*|\$\{.*|[\w.-]+\.(?:exe|cmd|bat))$/.test(word) && !/[,:!?]$/.test(word);
}

function httpLaunch(address: string, headers: Record<string, string> = {}, transport: 'auto' | 'sse' = 'auto'): LaunchConfig {
  return { kind: 'http', url: address, headers, transport };
}

function unnoted(name: string | null, launch: LaunchConfig): Found {
  return { name, launch, notes: [], inputs: [] };
}
