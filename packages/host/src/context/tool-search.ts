/**
 * Finds the tools a model asks for in its own words. The library looks for what holds every word that a person typed; a model
 * writes a sentence, most words of which stand in no tool, so here each word counts by how rare it is (BM25).
 */
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';
import { fold, segments } from '../library/fold.ts';
import { nearWords } from '../library/near-words.ts';
import { slices } from '../library/slices.ts';
import type { AvailableTool } from '../ports.ts';

/** How much a word counts by where it stands. */
const worth = { name: 4, title: 3, server: 2, argument: 1.5, description: 1 } as const;
/** BM25's own: how soon more of the same word counts no more, and how much long texts are held back. */
const [saturation, lengthPenalty] = [1.2, 0.5];
/** A word that only begins alike. */
const partWorth = 0.5;
const shortestPart = 4;
/** Longer texts are searched up to here: a server may send a book as a description. */
const searchedCharacters = 2_000;
const mostArguments = 60;
const mostQueryWords = 30;
/** Of the best: less than this is noise. */
const leastShare = 0.3;

interface Indexed {
  /** By word, how much of it there is. */
  words: ReadonlyMap<string, number>;
  length: number;
}

/** Made once for what a server said; the name is the person's and may change. */
const made = new WeakMap<object, { serverName: string; indexed: Indexed }>();

/** The best first, at most `limit`. @throws when the signal is aborted */
export async function searchTools(tools: readonly AvailableTool[], query: string, limit: number, signal: AbortSignal): Promise<AvailableTool[]> {
  const pause = slices(signal);
  const all: { tool: AvailableTool; indexed: Indexed }[] = [];
  const documents = new Map<string, number>();
  for (const tool of tools) {
    const indexed = indexOf(tool);
    all.push({ tool, indexed });
    for (const word of indexed.words.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
    const due = pause();
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    if (due !== undefined) await due;
  }
  const asked = [...new Set(wordsIn(query.slice(0, searchedCharacters)))].slice(0, mostQueryWords);
  const meant = asked.flatMap((word) => meaningsOf(word, documents));
  const average = all.reduce((sum, { indexed }) => sum + indexed.length, 0) / Math.max(1, all.length);
  const named = fold(query.trim());
  const scored = all.flatMap(({ tool, indexed }) => {
    let score = fold(tool.name) === named || fold(tool.view.model.name) === named ? 1_000 : 0;
    for (const { word, share } of meant) {
      const frequency = indexed.words.get(word);
      if (frequency === undefined) continue;
      const found = documents.get(word) ?? 1;
      const rarity = Math.log(1 + (all.length - found + 0.5) / (found + 0.5));
      score += (share * rarity * frequency * (saturation + 1)) / (frequency + saturation * (1 - lengthPenalty + (lengthPenalty * indexed.length) / Math.max(1, average)));
    }
    return score > 0 ? [{ tool, score }] : [];
  });
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored
    .filter(({ score }) => score >= best * leastShare)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

/** The word itself, words that begin alike, or, where there is nothing of it, what it is nearly written like. */
function meaningsOf(word: string, documents: ReadonlyMap<string, number>): { word: string; share: number }[] {
  const meant = documents.has(word) ? [{ word, share: 1 }] : [];
  if (word.length >= shortestPart) {
    for (const other of documents.keys()) {
      if (other === word || other.length < shortestPart) continue;
      if (other.startsWith(word) || word.startsWith(other)) meant.push({ word: other, share: partWorth });
    }
  }
  return meant.length > 0 ? meant : nearWords(word, documents.keys()).map((near) => ({ word: near, share: partWorth }));
}

function indexOf(tool: AvailableTool): Indexed {
  const known = made.get(tool.inputSchema);
  if (known?.serverName === tool.serverName) return known.indexed;
  const words = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number): void => {
    for (const word of wordsIn(text.slice(0, searchedCharacters))) {
      words.set(word, (words.get(word) ?? 0) + weight);
      length += 1;
    }
  };
  add(tool.name, worth.name);
  add(tool.title ?? tool.view.annotations?.title ?? '', worth.title);
  add(tool.serverName, worth.server);
  add(tool.description ?? '', worth.description);
  for (const name of argumentNames(tool)) add(name, worth.argument);
  const indexed = { words, length };
  made.set(tool.inputSchema, { serverName: tool.serverName, indexed });
  return indexed;
}

/** At the top level, as its server wrote them. */
export function argumentNames({ inputSchema }: Pick<AvailableTool, 'inputSchema'>): string[] {
  const { properties } = inputSchema;
  return isJsonObject(properties) ? Object.keys(properties).slice(0, mostArguments) : [];
}

/** `createIssueComment`, `create_issue-comment` and “Create issue comments” hold the same words; `GitHub` is a word as a whole as well. */
function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((token) => {
    const parts = token.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').split(' ');
    return (parts.length === 1 ? parts : [token, ...parts]).flatMap(wordsOfToken);
  });
}

function wordsOfToken(token: string): string[] {
  return fold(token)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(word) ? segments(word) : [singular(word)]));
}

/** Enough of a stem for what is asked in the plural. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
