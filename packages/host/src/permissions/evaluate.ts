/**
 * What the standing permissions say of one call: a pure function, and the same whatever order they come in.
 *
 * Never wins over asking, and asking over allowing, however narrow each is: a person can tell what happens by finding one
 * sentence. What only may be covered is never enough to allow, and is enough to ask about what is forbidden or to be asked.
 */
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { RuleEffect } from '@portolan/contract/rules';
import type { StoredRule } from '../storage/rule-store.ts';
import { holdsAll } from './condition.ts';
import type { PathLook } from './path-inside.ts';

export interface CallFacts {
  serverId: ServerId;
  tool: string;
  launchHash: string;
  definitionHash: string;
  conversationId: ConversationId;
  arguments: JsonObject;
}

export interface RuleVerdict {
  effect: RuleEffect;
  /** The rule that decided; null when none did, or when one only may be about this call. */
  rule: StoredRule | null;
  /** A rule would have allowed it, were the tool or the launch still what was allowed. */
  isStale: boolean;
  /**
   * Why it is asked whatever else is allowed: a rule that says so, or (`isSure: false`) one that asks or forbids and only may be
   * about this call. Null where none does, and where it is not asked.
   */
  asking: { rule: StoredRule; isSure: boolean } | null;
}

/** @param rules of this call's server, and of others, which do not count */
export function evaluate(rules: readonly StoredRule[], call: CallFacts, look: PathLook): RuleVerdict {
  const deciding: Partial<Record<RuleEffect, StoredRule>> = {};
  let isStale = false;
  let restricting: StoredRule | undefined;
  for (const rule of rules) {
    if (!isAbout(rule, call)) continue;
    const { effect } = rule;
    const verdict = holdsAll(rule.conditions, call.arguments, look, effect === 'allow' ? 'every' : 'some');
    if (verdict === 'no') continue;
    if (effect !== 'allow' && verdict === 'unsure') restricting = firstOf(restricting, rule);
    if (verdict !== 'yes') continue;
    if (effect === 'allow' && !isBound(rule, call)) isStale ||= wasAllowed(rule, call.tool);
    else deciding[effect] = firstOf(deciding[effect], rule);
  }
  if (deciding.never) return { effect: 'never', rule: deciding.never, isStale: false, asking: null };
  if (deciding.ask) return { effect: 'ask', rule: deciding.ask, isStale, asking: { rule: deciding.ask, isSure: true } };
  if (restricting) return { effect: 'ask', rule: null, isStale, asking: { rule: restricting, isSure: false } };
  return deciding.allow ? { effect: 'allow', rule: deciding.allow, isStale: false, asking: null } : { effect: 'ask', rule: null, isStale, asking: null };
}

function isAbout(rule: StoredRule, call: CallFacts): boolean {
  return (
    (rule.serverId === call.serverId || (rule.serverId === null && rule.effect !== 'allow')) &&
    (rule.tool === null || rule.tool === call.tool) &&
    (rule.scope === 'always' || rule.conversationId === call.conversationId)
  );
}

/** Allowed was this launch with this definition (C03, H03). To forbid or to ask takes no such thing. */
export function isBound(rule: StoredRule, call: Pick<CallFacts, 'tool' | 'launchHash' | 'definitionHash'>): boolean {
  if (rule.lapsedAt !== null || rule.launchHash !== call.launchHash) return false;
  return rule.definitions !== null && Object.hasOwn(rule.definitions, call.tool) && rule.definitions[call.tool] === call.definitionHash;
}

/** Whether a rule that is bound no more was about this very tool once: what came later, and tools of the app itself, have not changed since. */
function wasAllowed(rule: StoredRule, tool: string): boolean {
  return rule.tool === tool || (rule.definitions !== null && Object.hasOwn(rule.definitions, tool));
}

/** Which of two with the same effect is named: of this chat before everywhere, else always the same one. */
function firstOf(one: StoredRule | undefined, other: StoredRule): StoredRule {
  if (one === undefined) return other;
  if (one.scope !== other.scope) return one.scope === 'chat' ? one : other;
  return one.id < other.id ? one : other;
}
