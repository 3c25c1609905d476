/**
 * What else a call carries beside the argument that a `command` condition is about. `command: "git"` with `args: ["push"]` runs
 * something else than `git` alone, and so may a folder, an environment or a shell that is named beside it.
 */
import type { Json, JsonObject } from '@portolan/contract/json';
import { commandWords, programName } from './command-words.ts';
import { loose } from './verdict.ts';

/** Said to people, or only a bound on what runs. Anything else may be read by the server as part of the command. */
const harmlessNames = /^(?:description|explanation|reason|comment|note|title|label|timeout(?:_?(?:ms|s|secs|seconds))?|max_?output(?:_?(?:bytes|chars|lines|length))?)$/;
const mostDepth = 8;

/** Whether an argument beside those in `covered` may change what is run. Numbers do not; names that only tell or bound do not. */
export function mayChangeCommand(args: JsonObject, covered: ReadonlySet<string>): boolean {
  return Object.entries(args).some(([name, value]) => !covered.has(name) && value !== null && typeof value !== 'number' && !harmlessNames.test(loose(name)) && !isEmpty(value));
}

/** Whether an argument beside `own` names the program of these words: for what is forbidden, wherever it stands. */
export function namesProgram(args: JsonObject, own: string, words: readonly string[]): boolean {
  const program = programName(words[0] ?? '');
  return Object.entries(args).some(([name, value]) => name !== own && !harmlessNames.test(loose(name)) && mentions(value, program, 0));
}

function isEmpty(value: Json): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0) || (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0);
}

function mentions(value: Json, program: string, depth: number): boolean {
  if (depth > mostDepth) return true;
  if (typeof value === 'string') return (commandWords(value) ?? value.split(/[\s;&|()<>`$"']+/)).some((word) => word.split(/[ =:,]/).some((piece) => programName(piece) === program));
  if (Array.isArray(value)) return value.some((item) => mentions(item, program, depth + 1));
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => mentions(item, program, depth + 1));
}
