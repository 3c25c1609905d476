/**
 * The library: what all servers offer, searched. Nothing is built ahead: a list is folded when it is first searched, and looked
 * up again only after it became another one, so that no change of a server can be missed. Thousands of entries are gone
 * through in a few milliseconds, and in pieces, so that nobody waits for a search but who asked for it.
 */
import type { LibraryHit, LibraryKind } from '@portolan/contract/library';
import type { InputOf, OutputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import { entryOf, keyOf, kinds } from './entry.ts';
import { folderOf } from './folder.ts';
import type { LibraryEntry, Offered } from './entry.ts';
import { fold, segments, squash, wordsOf } from './fold.ts';
import { toHit } from './hit.ts';
import { nearWords, vocabularyOf } from './near-words.ts';
import type { ServerOffer } from './offers.ts';
import { scoreOf } from './score.ts';
import type { Query } from './score.ts';
import { slices } from './slices.ts';

type Search = Omit<InputOf<'library/search'>, 'offset' | 'limit'>;

interface Shelf {
  offer: ServerOffer;
  foldedName: string;
  entries: LibraryEntry[];
}

interface Found {
  entry: LibraryEntry;
  shelf: Shelf;
  score: number;
}

interface Answer {
  found: Found[];
  query: Query;
  rest: Pick<OutputOf<'library/search'>, 'groups' | 'kinds' | 'servers' | 'instead'>;
}

/** Answers kept for the next page of the same search. */
const keptAnswers = 8;

export class Library {
  readonly #offers: () => ServerOffer[];
  #stamp = 0;
  #known: ServerOffer[] = [];
  #shelves: Shelf[] = [];
  #vocabulary: ReadonlySet<string> | null = null;
  readonly #answers = new Map<string, Answer>();

  constructor(offers: () => ServerOffer[]) {
    this.#offers = offers;
  }

  /** Grows whenever servers offer something else, or are called something else. */
  stamp(): number {
    const now = this.#offers();
    if (now.length !== this.#known.length || now.some((offer, i) => !isSame(offer, this.#known[i]))) {
      this.#known = now;
      this.#stamp += 1;
      this.#shelves = [];
      this.#vocabulary = null;
      this.#answers.clear();
    }
    return this.#stamp;
  }

  /** @throws when the signal is aborted */
  async search({ offset = 0, limit, ...search }: InputOf<'library/search'>, signal: AbortSignal): Promise<OutputOf<'library/search'>> {
    const stamp = this.stamp();
    const key = JSON.stringify([search.text, search.kinds, search.serverIds, search.onlyEnabled, search.groupBy]);
    const answer = this.#answers.get(key) ?? (await this.#answer(search, signal));
    // What changed while this was looked for is for the next search.
    if (stamp === this.#stamp) this.#keep(key, answer);
    const hits: LibraryHit[] = answer.found.slice(offset, offset + limit).map(({ entry, shelf: { offer } }) =>
      toHit({ entry, server: offer, isEnabled: !offer.isOff(entry.offered.kind, keyOf(entry.offered)) }, answer.query),
    );
    return { hits, total: answer.found.length, ...answer.rest, stamp };
  }

  #keep(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= keptAnswers) break;
      this.#answers.delete(oldest);
    }
  }

  async #answer(search: Search, signal: AbortSignal): Promise<Answer> {
    const shelves = await this.#filled(signal);
    const words = wordsOf(search.text);
    const whole = squash(fold(search.text));
    const asTyped = await find(shelves, { words: words.map((word) => [word]), whole }, search, signal);
    if (asTyped.found.length > 0 || asTyped.isElsewhere || words.length === 0) return finish(asTyped, search);
    // In a language that does not set words apart, a question holds several.
    const apart = [...new Set(words.flatMap((word) => (/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(word) ? segments(word) : [word])))];
    if (apart.length > words.length) {
      const inParts = await find(shelves, { words: apart.map((word) => [word]), whole: '' }, search, signal);
      if (inParts.found.length > 0) return finish(inParts, search);
    }
    const spellings = await this.#spellings(words, shelves, signal);
    if (spellings === null) return finish(asTyped, search);
    const near = await find(shelves, { words: spellings, whole: '' }, search, signal);
    return near.found.length === 0 ? finish(asTyped, search) : { ...finish(near, search), rest: { ...finish(near, search).rest, instead: spellings.map(([first]) => first).join(' ') } };
  }

  /** For each word what it may have been meant to be; null when one can be nothing that there is. */
  async #spellings(words: readonly string[], shelves: readonly Shelf[], signal: AbortSignal): Promise<string[][] | null> {
    const pause = slices(signal);
    if (this.#vocabulary === null) {
      const vocabulary = new Set<string>();
      for (const { entries } of shelves) {
        for (const word of vocabularyOf(entries)) vocabulary.add(word);
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        await pause();
      }
      this.#vocabulary = vocabulary;
    }
    const spellings: string[][] = [];
    for (const word of words) {
      let isKnown = false;
      for (const { entries } of shelves) isKnown ||= entries.some(({ whole }) => whole.includes(word));
      const near = isKnown ? [word] : nearWords(word, this.#vocabulary);
      if (near.length === 0) return null;
      spellings.push(near);
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      await pause();
    }
    return spellings;
  }

  async #filled(signal: AbortSignal): Promise<Shelf[]> {
    if (this.#shelves.length > 0) return this.#shelves;
    const stamp = this.#stamp;
    const pause = slices(signal);
    const shelves: Shelf[] = [];
    for (const offer of this.#known) {
      const entries: LibraryEntry[] = [];
      for (const offered of offeredBy(offer)) {
        entries.push(entryOf(offered));
        const due = pause();
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        if (due !== undefined) await due;
      }
      shelves.push({ offer, foldedName: fold(offer.serverName), entries });
    }
    if (stamp === this.#stamp) this.#shelves = shelves;
    return shelves;
  }
}

interface FoundAll {
  found: Found[];
  query: Query;
  kinds: Record<LibraryKind, number>;
  servers: Map<ServerId, number>;
  /** Something answers that the filters leave out: nothing else is to be looked for. */
  isElsewhere: boolean;
}

async function find(shelves: readonly Shelf[], query: Query, { kinds: wanted, serverIds, onlyEnabled = false }: Search, signal: AbortSignal): Promise<FoundAll> {
  const pause = slices(signal);
  const [isKind, isServer] = [filterOf(wanted), filterOf(serverIds)];
  const all: FoundAll = { found: [], query, kinds: { tool: 0, prompt: 0, resource: 0, template: 0 }, servers: new Map(), isElsewhere: false };
  for (const shelf of shelves) {
    const { offer } = shelf;
    if (onlyEnabled && !offer.isEnabled) continue;
    const isServerWanted = isServer(offer.serverId);
    let count = 0;
    for (const entry of shelf.entries) {
      const due = pause();
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      if (due !== undefined) await due;
      const score = query.words.length === 0 ? 1 : scoreOf(entry, query, shelf.foldedName);
      const { kind } = entry.offered;
      if (score === 0 || (onlyEnabled && offer.isOff(kind, keyOf(entry.offered)))) continue;
      all.isElsewhere = true;
      if (isServerWanted) all.kinds[kind] += 1;
      if (!isKind(kind)) continue;
      count += 1;
      if (isServerWanted) all.found.push({ entry, shelf, score });
    }
    if (count > 0) all.servers.set(offer.serverId, count);
  }
  return all;
}

/** Nothing named is everything. */
function filterOf<T>(wanted: readonly T[] | undefined): (each: T) => boolean {
  if (wanted === undefined || wanted.length === 0) return () => true;
  const set = new Set(wanted);
  return (each) => set.has(each);
}

function finish({ found, query, kinds: counts, servers }: FoundAll, { groupBy }: Search): Answer {
  // Sorting is stable: of equals the order of servers, kinds and of the server's own lists stands.
  if (query.words.length > 0) found.sort((a, b) => b.score - a.score);
  const groups = groupBy === undefined ? new Map<string, Found[]>() : grouped(found, groupBy, query.words.length === 0);
  return {
    found: groupBy === undefined ? found : [...groups.values()].flat(),
    query,
    rest: {
      groups: [...groups].filter(([, group]) => group.length > 0).map(([key, group]) => ({ key, count: group.length })),
      kinds: counts,
      servers: [...servers].map(([serverId, count]) => ({ serverId, count })),
    },
  };
}

function grouped(found: readonly Found[], groupBy: NonNullable<Search['groupBy']>, isWhole: boolean): Map<string, Found[]> {
  const groups = new Map<string, Found[]>(groupBy === 'kind' && isWhole ? kinds.map((kind) => [kind, []]) : []);
  for (const each of found) {
    const key = groupKey(each, groupBy);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  if (groupBy !== 'folder') return groups;
  // Servers in their order, their folders by name: each is followed by those within it.
  const places = new Map<string, number>();
  for (const { shelf } of found) if (!places.has(shelf.offer.serverId)) places.set(shelf.offer.serverId, places.size);
  const placeOf = (key: string): number => places.get(key.slice(0, key.indexOf(' '))) ?? 0;
  return new Map([...groups].toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)));
}

function groupKey({ entry, shelf: { offer } }: Found, groupBy: NonNullable<Search['groupBy']>): string {
  if (groupBy === 'kind') return entry.offered.kind;
  return groupBy === 'server' ? offer.serverId : `${offer.serverId} ${folderOf(entry.offered)}`;
}

function* offeredBy({ tools, prompts, resources, templates }: ServerOffer): Iterable<Offered> {
  for (const item of tools) yield { kind: 'tool', item };
  for (const item of prompts) yield { kind: 'prompt', item };
  for (const item of resources) yield { kind: 'resource', item };
  for (const item of templates) yield { kind: 'template', item };
}

function isSame(a: ServerOffer, b: ServerOffer | undefined): boolean {
  return (
    b !== undefined &&
    a.serverId === b.serverId &&
    a.serverName === b.serverName &&
    a.isEnabled === b.isEnabled &&
    a.generation === b.generation &&
    a.tools === b.tools &&
    a.prompts === b.prompts &&
    a.resources === b.resources &&
    a.templates === b.templates
  );
}
