/** Whether the arguments of a call fulfil one condition of a rule. A pure function of its inputs and of how paths are looked at. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { RuleCondition } from '@portolan/contract/rules';
import { canonicalJson } from '../interactions/canonical-json.ts';
import { beginsWith } from './command-words.ts';
import { isInside } from './path-inside.ts';
import type { PathLook } from './path-inside.ts';
import { isOnHost } from './url-host.ts';
import { loose } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** `every`: all items of a list have to fulfil it, as for allowing. `some`: one is enough, as for forbidding. */
export type Strictness = 'every' | 'some';

export function holds(condition: RuleCondition, args: JsonObject, look: PathLook, strictness: Strictness): Verdict {
  const verdict = holdsForOwn(condition, args, look, strictness);
  // Some servers read `Path` where they offer `path`.
  const isDoubled = Object.keys(args).some((key) => key !== condition.argument && loose(key) === loose(condition.argument));
  return isDoubled ? 'unsure' : verdict;
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
