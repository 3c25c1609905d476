/** What may stand in an entry: bounded texts, with every secret that is known, or looks like one, struck out. */
import { longestActivityText, mostActivityNames } from '@portolan/contract/activity';
import type { ActivityEvent } from '@portolan/contract/activity';
import type { Redactor } from '../trace/redact.ts';

/** Fields that hold words of a closed list; everything else in an event was written by somebody. */
const closed = new Set(['type', 'cause', 'problem', 'decision', 'scope', 'effect', 'outcome', 'mode', 'action', 'change', 'reason', 'format', 'of', 'what', 'shell']);

export function cleanText(text: string, redactor: Redactor): string {
  const clean = redactor.text(text.toWellFormed());
  return clean.length <= longestActivityText ? clean : `${clean.slice(0, longestActivityText - 1).toWellFormed()}…`;
}

/** A copy that may be kept, and the words it can be found by. */
export function cleanEvent<E extends ActivityEvent>(event: E, redactor: Redactor): { event: E; words: string[] } {
  const words: string[] = [];
  const clean = (text: string): string => {
    const kept = cleanText(text, redactor);
    words.push(kept);
    return kept;
  };
  const isClosed = (name: string): boolean => closed.has(name) || (event.type === 'server-changed' && name === 'fields');
  const fields = Object.entries(event).map(([name, value]: [string, unknown]) => {
    if (isClosed(name)) return [name, value];
    if (typeof value === 'string') return [name, clean(value)];
    if (Array.isArray(value)) return [name, value.slice(0, mostActivityNames).map((each) => clean(String(each)))];
    return [name, value];
  });
  return { event: Object.fromEntries(fields) as E, words };
}

/** An address without what may be secret in it: no user, no query, no fragment. */
export function bareAddress(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  return url.protocol === 'mailto:' ? `mailto:${url.pathname}` : `${url.protocol}//${url.host}${url.pathname}`;
}
