/** A standing permission as a sentence. */
import type { Catalogue } from './catalogue-type.ts';
import { toolTitle } from './tool-title.ts';

/** Of the contract's conditions what a sentence needs. */
export type SaidCondition =
  | { kind: 'equals'; argument: string; value: unknown }
  | { kind: 'one-of'; argument: string; values: readonly unknown[] }
  | { kind: 'command'; argument: string; words: readonly string[] }
  | { kind: 'path'; argument: string; folder: string }
  | { kind: 'host'; argument: string; host: string; withSubdomains: boolean }
  | { kind: 'range'; argument: string; least: number | null; most: number | null }
  | { kind: 'absent'; argument: string };

export interface SaidRule {
  /** Null: every server. */
  serverId: string | null;
  serverName: string;
  tool: string | null;
  tools: readonly string[] | null;
  effect: 'allow' | 'ask' | 'never';
  conditions: readonly SaidCondition[];
  scope: 'chat' | 'always';
}

const mostNamed = 6;
const longestValue = 120;

export function ruleSentence(rule: SaidRule, t: Catalogue): string {
  const s = t.rules.sentence;
  const said = s[rule.effect](targetOf(rule, t));
  const whole = rule.conditions.length === 0 ? said : `${said}${s.when(conditionsText(rule.conditions, t))}`;
  return rule.scope === 'chat' ? s.inOneChat(whole) : s.everywhere(whole);
}

export function conditionsText(conditions: readonly SaidCondition[], t: Catalogue): string {
  return conditions.map((condition) => conditionText(condition, t)).join(t.rules.sentence.and);
}

/** `“path” lies in /home/me/project` */
function conditionText(condition: SaidCondition, t: Catalogue): string {
  const c = t.rules.condition;
  const { argument } = condition;
  switch (condition.kind) {
    case 'equals':
      return c.equals(argument, valueText(condition.value));
    case 'one-of':
      return c.oneOf(argument, condition.values.map(valueText).join(', '));
    case 'command':
      return c.command(argument, condition.words.join(' '));
    case 'path':
      return c.path(argument, condition.folder);
    case 'host':
      return condition.withSubdomains ? c.hostWide(argument, condition.host) : c.host(argument, condition.host);
    case 'range':
      if (condition.least === null) return c.most(argument, String(condition.most));
      return condition.most === null ? c.least(argument, String(condition.least)) : c.between(argument, String(condition.least), String(condition.most));
    case 'absent':
      return c.absent(argument);
    default:
      return condition satisfies never;
  }
}

function targetOf({ serverId, serverName, tool, tools }: SaidRule, t: Catalogue): string {
  const r = t.rules;
  if (serverId === null) return tool === null ? r.everything : r.toolEverywhere(toolTitle(tool, undefined, t));
  if (tool !== null) return r.tool(toolTitle(tool, undefined, t), serverName);
  if (tools === null) return r.everyTool(serverName);
  return r.someTools(serverName, tools.length, `${tools.slice(0, mostNamed).join(', ')}${tools.length > mostNamed ? ' …' : ''}`);
}

/** Both ends of a long one: what differs may stand at the end. */
function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue / 2)} … ${text.slice(-longestValue / 2)}`;
}
