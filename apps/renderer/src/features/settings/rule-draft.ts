/** A permission while it is written: texts as typed, made into what the host keeps. */
import type { ServerId } from '@portolan/contract/ids';
import type { Json } from '@portolan/contract/json';
import type { RuleCondition, RuleEffect, RuleView } from '@portolan/contract/rules';

export type ConditionKind = RuleCondition['kind'];
export const conditionKinds: readonly ConditionKind[] = ['command', 'path', 'host', 'equals', 'one-of', 'range', 'absent'];

export interface ConditionDraft {
  /** Stays the same while the rows around it come and go. */
  key: number;
  argument: string;
  kind: ConditionKind;
  value: string;
  /** Of a range. */
  most: string;
  withSubdomains: boolean;
}

export interface RuleDraft {
  serverId: ServerId | null;
  /** Empty: every tool. */
  tool: string;
  isEveryTool: boolean;
  effect: RuleEffect;
  conditions: ConditionDraft[];
}

export function draftOf(rule: RuleView | null, first: ServerId | null): RuleDraft {
  if (rule === null) return { serverId: first, tool: '', isEveryTool: false, effect: 'allow', conditions: [] };
  return { serverId: rule.serverId, tool: rule.tool ?? '', isEveryTool: rule.tool === null, effect: rule.effect, conditions: rule.conditions.map(conditionDraft) };
}

export function emptyCondition(key: number): ConditionDraft {
  return { key, argument: '', kind: 'command', value: '', most: '', withSubdomains: false };
}

function conditionDraft(condition: RuleCondition, key: number): ConditionDraft {
  const { argument, kind } = condition;
  const base = { ...emptyCondition(key), argument, kind };
  switch (condition.kind) {
    case 'command':
      return { ...base, value: condition.words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ') };
    case 'path':
      return { ...base, value: condition.folder };
    case 'host':
      return { ...base, value: condition.host, withSubdomains: condition.withSubdomains };
    case 'equals':
      return { ...base, value: typed(condition.value) };
    case 'one-of':
      return { ...base, value: condition.values.map(typed).join(', ') };
    case 'range':
      return { ...base, value: condition.least === null ? '' : String(condition.least), most: condition.most === null ? '' : String(condition.most) };
    case 'absent':
      return base;
    default:
      return condition satisfies never;
  }
}

export type FieldProblem = 'missing' | 'not-a-number';

/** What is wrong with it as it stands, by field; null when nothing is. The host has the last word. */
export function problemOfCondition({ argument, kind, value, most }: ConditionDraft): { field: 'argument' | 'value' | 'most'; problem: FieldProblem } | null {
  if (argument.trim() === '') return { field: 'argument', problem: 'missing' };
  if (kind === 'absent') return null;
  if (kind === 'range') {
    if (value.trim() === '' && most.trim() === '') return { field: 'value', problem: 'missing' };
    if (!isNumber(value)) return { field: 'value', problem: 'not-a-number' };
    return isNumber(most) ? null : { field: 'most', problem: 'not-a-number' };
  }
  return value.trim() === '' ? { field: 'value', problem: 'missing' } : null;
}

export function conditionOf({ argument: typedArgument, kind, value, most, withSubdomains }: ConditionDraft): RuleCondition {
  const argument = typedArgument.trim();
  switch (kind) {
    case 'command':
      return { kind, argument, words: wordsOf(value) };
    case 'path':
      return { kind, argument, folder: value.trim() };
    case 'host':
      return { kind, argument, host: value.trim(), withSubdomains };
    case 'equals':
      return { kind, argument, value: read(value) };
    case 'one-of':
      return { kind, argument, values: value.split(',').filter((each) => each.trim() !== '').map(read) };
    case 'range':
      return { kind, argument, least: numberOf(value), most: numberOf(most) };
    case 'absent':
      return { kind, argument };
    default:
      return kind satisfies never;
  }
}

/** Quotes hold a word with blanks together. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** `3`, `true`, `null` and what stands in quotes or brackets is JSON; everything else is a text. */
function read(text: string): Json {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return trimmed;
  }
}

function typed(value: Json): string {
  return typeof value === 'string' && read(value) === value && !value.includes(',') ? value : JSON.stringify(value);
}

function isNumber(text: string): boolean {
  return text.trim() === '' || Number.isFinite(Number(text));
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
