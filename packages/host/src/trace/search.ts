/** Looks for a text in what is kept, newest first, as plain text and within a budget. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerId } from '@portolan/contract/ids';
import type { Entry } from './entry.ts';
import type { KeptMessage } from './kept-message.ts';
import { textOf, toExchange } from './entry-view.ts';
import { textLimit } from './recorder.ts';
import type { Redactor } from './redact.ts';
import type { TraceStore } from './trace-store.ts';

export interface SearchBudget {
  /** Characters looked through. */
  characters: number;
  /** Characters between two turns of the event loop, so that servers and windows are served meanwhile. */
  turn: number;
  results: number;
}

export const defaultSearchBudget: SearchBudget = { characters: 64_000_000, turn: 500_000, results: 20_000 };

/** @returns what was found, newest first; not complete when the budget was used up or `signal` aborted */
export async function searchTrace(store: TraceStore, redactor: Redactor, query: { serverId?: ServerId | undefined; text: string }, signal: AbortSignal, budget: SearchBudget = defaultSearchBudget): Promise<{ ids: number[]; isComplete: boolean }> {
  const wanted = query.text.toLowerCase();
  const ids: number[] = [];
  let looked = 0;
  let sinceTurn = 0;
  for (const entry of store.after(0, Number.MAX_SAFE_INTEGER, query.serverId).toReversed()) {
    if (looked >= budget.characters || ids.length >= budget.results || signal.aborted) return { ids, isComplete: false };
    if (sinceTurn >= budget.turn) {
      sinceTurn = 0;
      await nextTurn();
    }
    if (entry.isGone) continue;
    let isFound = false;
    for (const { raw, clean } of textsOf(entry, redactor)) {
      const text = raw();
      looked += text.length;
      sinceTurn += text.length;
      // Whoever looks for a secret must not learn from an answer that it is there.
      isFound = text.toLowerCase().includes(wanted) && clean().toLowerCase().includes(wanted);
      if (isFound) break;
    }
    if (isFound) ids.push(entry.id);
  }
  return { ids, isComplete: true };
}

interface Searched {
  raw: () => string;
  clean: () => string;
}

function* textsOf(entry: Entry, redactor: Redactor): Generator<Searched> {
  const { method, text, http } = entry;
  if (method !== '') yield { raw: () => method, clean: () => redactor.text(method) };
  if (text !== null) yield { raw: () => text, clean: () => redactor.cutText(text, textLimit) };
  if (http !== null) yield { raw: () => JSON.stringify([http.url, http.requestHeaders, http.responseHeaders]), clean: () => JSON.stringify(toExchange(entry, redactor)) };
  for (const kept of [entry.request, entry.response]) if (kept !== null) yield searchedMessage(kept, redactor);
}

function searchedMessage(kept: KeptMessage, redactor: Redactor): Searched {
  return { raw: () => JSON.stringify(kept.message), clean: () => textOf(kept, redactor, false) };
}
