/** A rule as a person wrote it, made into what is kept, or why it can't be. */
import { homedir } from 'node:os';
import { HostError } from '@portolan/contract/errors';
import type { RuleCondition } from '@portolan/contract/rules';
import { commandWords } from './command-words.ts';
import { plainFolder } from './path-inside.ts';
import type { PathLook } from './path-inside.ts';
import { plainHost } from './url-host.ts';

/** @throws {HostError} `rule-unusable` with `reason` (`folder`, `host`, `command`, `range`, `twice`) and `argument` */
export function usableConditions(conditions: readonly RuleCondition[], look: PathLook, home = homedir()): RuleCondition[] {
  const usable = conditions.map((condition) => usable1(condition, look, home));
  const keys = usable.map(({ kind, argument }) => JSON.stringify([kind, argument]));
  for (const [index, key] of keys.entries()) if (keys.indexOf(key) !== index) throw unusable('twice', usable[index]?.argument ?? '');
  return usable;
}

function usable1(condition: RuleCondition, look: PathLook, home: string): RuleCondition {
  const { argument } = condition;
  switch (condition.kind) {
    case 'path': {
      const folder = plainFolder(condition.folder, look, home);
      if (folder === null) throw unusable('folder', argument);
      return { ...condition, folder };
    }
    case 'host': {
      const host = plainHost(condition.host);
      if (host === null) throw unusable('host', argument);
      return { ...condition, host };
    }
    case 'command':
      // A word that no plain command line can hold would never fit anything.
      if (condition.words.some((word) => commandWords(`"${word}"`)?.[0] !== word)) throw unusable('command', argument);
      return condition;
    case 'range':
      if ((condition.least === null && condition.most === null) || (condition.least ?? -Infinity) > (condition.most ?? Infinity)) throw unusable('range', argument);
      return condition;
    case 'equals':
    case 'one-of':
    case 'absent':
      return condition;
    default:
      return condition satisfies never;
  }
}

function unusable(reason: string, argument: string): HostError {
  return new HostError('rule-unusable', { reason, argument });
}
