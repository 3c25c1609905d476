/** Whether the arguments of a call fulfil the conditions of a rule. A pure function of its inputs and of how paths are looked at. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { RuleCondition } from '@portolan/contract/rules';
import { canonicalJson } from '../interactions/canonical-json.ts';
import { beginsWith } from './command-words.ts';
import { mayChangeCommand, namesProgram } from './other-arguments.ts';
import { isInside } from './path-inside.ts';
import type { PathLook } from './path-inside.ts';
import { isOnHost } from './url-host.ts';
import { loose } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** `every`: all items of a list have to fulfil it, as for allowing. `some`: one is enough, as for forbidding. */
export type Strictness = 'every' | 'some';

/** All conditions of one rule together: `no` when one of them does not hold, `unsure` when one only may. */
export function holdsAll(conditions: readonly RuleCondition[], args: JsonObject, look: PathLook, strictness: Strictness): Verdict {
  const covered = new Set(conditions.map(({ argument }) => argument));
  let result: Verdict = 'yes';
  for (const condition of conditions) {
    const verdict = holds(condition, args, look, strictness, covered);
    if (verdict === 'no') return 'no';
    if (verdict === 'unsure') result = 'unsure';
  }
  return result;
}

/** @param covered arguments that conditions of the same rule are about */
export function holds(condition: RuleCondition, args: JsonObject, look: PathLook, strictness: Strictness, covered: ReadonlySet<string> = new Set([condition.argument])): Verdict {
  const own = holdsForOwn(condition, args, look, strictness);
  const verdict = condition.kind === 'command' ? besideOthers(own, condition.argument, condition.words, args, strictness, covered) : own;
  // Some servers read `Path` where they offer `path`.
  const isDoubled = Object.keys(args).some((key) => key !== condition.argument && loose(key) === loose(condition.argument));
  return isDoubled ? 'unsure' : verdict;
}

/** A command is all that makes it up: what another argument adds to it is looked at, too. */
function besideOthers(own: Verdict, argument: string, words: readonly string[], args: JsonObject, strictness: Strictness, covered: ReadonlySet<string>): Verdict {
  if (strictness === 'every') return own === 'yes' && mayChangeCommand(args, covered) ? 'unsure' : own;
  return own === 'no' && namesProgram(args, argument, words) ? 'unsure' : own;
}

function holdsForOwn(condition: RuleCondition, args: JsonObject, look: PathLook, strictness: Strictness): Verdict {
  const value = Object.hasOwn(args, condition.argument) ? args[condition.argument] : undefined;
  switch (condition.kind) {
    case 'absent':
      return value === undefined ? 'yes' : value === null ? 'unsure' : 'no';
    case 'equals':
      return isSame(value, condition.value);
    case 'one-of': {
      const each = condition.values.map((allowed) => isSame(value, allowed));
      return each.includes('yes') ? 'yes' : each.includes('unsure') ? 'unsure' : 'no';
    }
    case 'range':
      if (typeof value === 'number') return (condition.least === null || value >= condition.least) && (condition.most === null || value <= condition.most) ? 'yes' : 'no';
      return value === undefined || value === null ? 'no' : 'unsure';
    case 'command':
      return beginsWith(value, condition.words);
    case 'path':
      return ofTexts(value, strictness, (text) => isInside(text, condition.folder, look));
    case 'host':
      return ofTexts(value, strictness, (text) => isOnHost(text, condition.host, condition.withSubdomains));
    default:
      return condition satisfies never;
  }
}

function ofTexts(value: Json | undefined, strictness: Strictness, verdictOn: (text: string) => Verdict): Verdict {
  if (typeof value === 'string') return verdictOn(value);
  if (value === undefined || value === null) return 'no';
  if (!Array.isArray(value) || value.length > 1000) return 'unsure';
  if (value.length === 0) return 'no';
  const verdicts = value.map((item): Verdict => (typeof item === 'string' ? verdictOn(item) : 'unsure'));
  const [best, worst]: Verdict[] = strictness === 'every' ? ['no', 'yes'] : ['yes', 'no'];
  if (best !== undefined && verdicts.includes(best)) return best;
  return verdicts.includes('unsure') || worst === undefined ? 'unsure' : worst;
}

function isSame(value: Json | undefined, expected: Json): Verdict {
  if (value === undefined) return 'no';
  if (canonicalJson(value) === canonicalJson(expected)) return 'yes';
  return loose(textOf(value)) === loose(textOf(expected)) ? 'unsure' : 'no';
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
