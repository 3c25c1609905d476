/** Reads the command line against the table of commands. */
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { commonOptions, kindOf, optionTable } from './options.ts';
import type { OptionName, Options } from './options.ts';

const everyOption = Object.keys(optionTable) as OptionName[];

export type Reading =
  | { kind: 'command'; command: Command; options: Options; words: string[]; rest: string[] }
  /** The person asks for help, on a command, on a group, or on everything. */
  | { kind: 'help'; topic: string[]; options: Options }
  | { kind: 'version'; options: Options }
  | { kind: 'wrong'; problem: Wrong; options: Options };

export type Wrong =
  | { kind: 'unknown-command'; word: string; closest: string | null }
  | { kind: 'unknown-option'; option: string; command: string }
  | { kind: 'missing-value'; option: string }
  | { kind: 'bad-value'; option: string; value: string; choices: readonly string[] }
  /** The first words of several commands, as in `servers` alone. */
  | { kind: 'missing-command'; group: string; choices: readonly string[] }
  | { kind: 'missing-word'; word: string; command: string }
  | { kind: 'extra-word'; word: string; command: string };

export function readCommandLine(argv: readonly string[], commands: readonly Command[]): Reading {
  // Everything is taken to be an option of some command first: which command it is only shows once the words are known.
  const all = parse(argv, null);
  const common = all.options;
  if (all.wrong && all.wrong.kind !== 'unknown-option') return { kind: 'wrong', problem: all.wrong, options: common };
  const words = all.words;
  if (words.length === 0 && argv.includes('--version')) return { kind: 'version', options: common };
  if (words[0] === 'help' || words.length === 0 || (common.help && !find(words, commands))) return { kind: 'help', topic: words[0] === 'help' ? words.slice(1) : words, options: common };
  const command = find(words, commands);
  if (!command) return { kind: 'wrong', problem: missingCommand(words, commands) ?? unknownCommand(words, commands), options: common };
  if (common.help) return { kind: 'help', topic: command.name.split(' '), options: common };
  const own = parse(argv, command);
  if (own.wrong) return { kind: 'wrong', problem: own.wrong, options: common };
  const left = own.words.slice(command.name.split(' ').length);
  const problem = checkWords(left, own.rest, command);
  return problem ? { kind: 'wrong', problem, options: common } : { kind: 'command', command, options: own.options, words: left, rest: own.rest };
}

/** The command with the longest name that the words begin with. */
function find(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((part, index) => words[index] === part))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

interface Parsed {
  options: Options;
  words: string[];
  rest: string[];
  wrong: Wrong | null;
}

function parse(argv: readonly string[], command: Command | null): Parsed {
  const allowed: readonly OptionName[] = command === null ? [] : [...commonOptions, ...command.options];
  const names = command === null ? everyOption : allowed;
  const { tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(names.map((name) => [name, { type: kindOf(name).type, ...(kindOf(name).short === undefined ? {} : { short: kindOf(name).short }) }])),
  });
  const parsed: Parsed = { options: {}, words: [], rest: [], wrong: null };
  let isRest = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') isRest = true;
    else if (token.kind === 'positional') (isRest ? parsed.rest : parsed.words).push(token.value);
    else {
      const wrong = takeOption(token, names, command, parsed.options);
      parsed.wrong ??= wrong;
    }
  }
  return parsed;
}


function takeOption(token: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }, names: readonly OptionName[], command: Command | null, options: Options): Wrong | null {
  const { name, rawName, value } = token;
  if (name === 'version') return command === null ? null : { kind: 'unknown-option', option: rawName, command: command.name };
  const isNegated = rawName === `--no-${name}`;
  const known = names.find((each) => each === name);
  if (known === undefined || (isNegated && kindOf(known).type !== 'boolean')) return { kind: 'unknown-option', option: rawName, command: command?.name ?? '' };
  const kind = kindOf(known);
  if (kind.type === 'boolean') {
    if (value !== undefined) return { kind: 'bad-value', option: rawName, value, choices: [] };
    Object.assign(options, { [known]: !isNegated });
    return null;
  }
  // `--env -x` is far more often a forgotten value than a value; the other way to say it is `--env=-x`.
  if (value === undefined || (token.inlineValue === false && /^-./.test(value))) return { kind: 'missing-value', option: rawName };
  if (Array.isArray(kind.value) && !kind.value.includes(value)) return { kind: 'bad-value', option: rawName, value, choices: kind.value };
  const before = options[known];
  Object.assign(options, { [known]: kind.multiple ? [...(Array.isArray(before) ? before : []), value] : value });
  return null;
}

function checkWords(words: readonly string[], rest: readonly string[], command: Command): Wrong | null {
  const needed = command.words.filter((word) => !word.startsWith('['));
  // An empty word is what a script hands over whose variable was never set.
  const missing = needed.find((_word, at) => (words[at] ?? '').trim() === '');
  if (missing !== undefined) return { kind: 'missing-word', word: missing, command: command.name };
  const isOpen = command.words.some((word) => word.includes('…'));
  const extra = words[command.words.length];
  if (!isOpen && extra !== undefined) return { kind: 'extra-word', word: extra, command: command.name };
  const stray = rest[0];
  return command.rest === undefined && stray !== undefined ? { kind: 'extra-word', word: stray, command: command.name } : null;
}

function missingCommand(words: readonly string[], commands: readonly Command[]): Wrong | null {
  const group = words.join(' ');
  const choices = commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.slice(group.length + 1));
  return choices.length === 0 ? null : { kind: 'missing-command', group, choices };
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Wrong {
  const typed = words.slice(0, 2).join(' ');
  const ranked = commands.map(({ name }) => ({ name, distance: distance(typed, name) })).toSorted((a, b) => a.distance - b.distance);
  const closest = ranked[0];
  return { kind: 'unknown-command', word: typed, closest: closest && closest.distance <= 3 ? closest.name : null };
}

/** Levenshtein, for a typing error. */
function distance(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= Math.min(a.length, 60); i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
