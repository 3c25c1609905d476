/** The trace as JSON lines, to be kept or handed to somebody else: the same as a window shows, without secrets. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerId } from '@portolan/contract/ids';
import type { Entry } from './entry.ts';
import { textOf, toExchange, toSummary } from './entry-view.ts';
import type { KeptMessage } from './kept-message.ts';
import { textLimit } from './recorder.ts';
import type { Redactor } from './redact.ts';
import type { TraceStore } from './trace-store.ts';

export interface ExportQuery {
  serverId?: ServerId | undefined;
  ids?: readonly number[] | undefined;
}

export interface ExportFacts {
  version: string;
  /** As configured. */
  serverName: (serverId: ServerId) => string;
}

/** Characters in one piece, at least where an entry ends, and at most. */
const pieceLeast = 100_000;
const pieceMost = 1_000_000;
const entriesAtOnce = 200;

/** Yields pieces of text; a line may go over two of them. What is dropped meanwhile is not in it. */
export async function* exportTrace(store: TraceStore, redactor: Redactor, query: ExportQuery, facts: ExportFacts): AsyncGenerator<{ text: string }> {
  const wanted = query.ids === undefined ? null : new Set(query.ids);
  const states = store.states(query.serverId);
  let waiting = `${JSON.stringify({ portolan: facts.version, exportedAt: new Date().toISOString(), note: 'Secrets known to Portolan are struck out.', servers: states.map(({ serverId, count, dropped }) => ({ server: redactor.text(facts.serverName(serverId)), count, dropped })) })}\n`;
  const { lastId } = store;
  for (let cursor = 0; ; ) {
    const entries = store.after(cursor, entriesAtOnce, query.serverId).filter((entry) => entry.id <= lastId);
    if (entries.length === 0) break;
    cursor = entries.at(-1)?.id ?? lastId;
    for (const entry of entries) {
      if (entry.isGone || (wanted !== null && !wanted.has(entry.id))) continue;
      waiting += lineOf(entry, redactor, facts);
      if (waiting.length < pieceLeast) continue;
      for (; waiting.length > 0; waiting = waiting.slice(pieceMost)) yield { text: waiting.slice(0, pieceMost) };
      await nextTurn();
    }
  }
  if (waiting !== '') yield { text: waiting };
}

/** Messages stand in the line as JSON, in the order in which they crossed. */
function lineOf(entry: Entry, redactor: Redactor, facts: ExportFacts): string {
  const { serverId, at, isProblem: _isProblem, ...summary } = toSummary(entry, redactor);
  const head = JSON.stringify({ at: new Date(at).toISOString(), server: redactor.text(facts.serverName(serverId)), ...summary });
  const parts = [head.slice(0, -1)];
  if (entry.text !== null) parts.push(`"text":${JSON.stringify(redactor.cutText(entry.text, textLimit))}`);
  if (entry.callId !== null) parts.push(`"callId":${JSON.stringify(entry.callId)}`);
  if (entry.kind === 'http') {
    parts.push(`"http":${JSON.stringify(toExchange(entry, redactor)[0])}`);
    const message = entry.related?.find(({ isGone }) => !isGone);
    if (message !== undefined) parts.push(`"messageId":${message.id}`);
  }
  for (const [name, kept] of [['request', entry.request], ['response', entry.response]] as const) if (kept !== null) parts.push(messageOf(name, kept, redactor));
  return `${parts.join(',')}}\n`;
}

function messageOf(name: string, kept: KeptMessage, redactor: Redactor): string {
  const text = `"${name}":${textOf(kept, redactor, false)}`;
  return kept.isCut ? `${text},"${name}Cut":${kept.bytes}` : text;
}
