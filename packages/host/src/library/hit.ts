/** An entry as a window shows it, with the places of what was asked for. */
import { descriptionLimit } from '@portolan/contract/library';
import type { LibraryHit, LibraryMatch } from '@portolan/contract/library';
import type { LibraryEntry } from './entry.ts';
import { titleOf, uriOf } from './entry.ts';
import { foldWithPlaces } from './fold.ts';
import type { Query } from './score.ts';

/** Characters before a match that lies far inside a description. */
const before = 40;
/** Longer texts are not looked through for places. */
const longest = 4_000;

export interface HitOf {
  entry: LibraryEntry;
  server: { serverId: LibraryHit['serverId']; serverName: string };
  isEnabled: boolean;
}

export function toHit({ entry, server, isEnabled }: HitOf, query: Query): LibraryHit {
  const { offered } = entry;
  const { kind, item } = offered;
  const [title, uri] = [titleOf(offered), uriOf(offered)];
  const description = item.description === undefined ? undefined : excerpt(item.description, query);
  const texts = { name: item.name, title, uri, description };
  return {
    serverId: server.serverId,
    serverName: server.serverName,
    kind,
    name: item.name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(uri === undefined ? {} : { uri }),
    ...(kind === 'resource' || kind === 'template' ? about(item) : {}),
    ...(kind === 'resource' && item.size !== undefined ? { size: item.size } : {}),
    ...(kind === 'prompt' ? { arguments: item.arguments } : {}),
    ...(kind === 'tool' && item.annotations?.readOnlyHint !== undefined ? { readOnlyHint: item.annotations.readOnlyHint } : {}),
    ...(item.icons === undefined ? {} : { hasIcon: true as const }),
    isEnabled,
    matches: fields.flatMap((field) => matchesIn(field, texts[field], query)),
  };
}

const fields = ['name', 'title', 'uri', 'description'] as const;

function about({ mimeType, annotations }: { mimeType?: string; annotations?: NonNullable<LibraryHit['annotations']> }): Pick<LibraryHit, 'mimeType' | 'annotations'> {
  return { ...(mimeType === undefined ? {} : { mimeType }), ...(annotations === undefined ? {} : { annotations }) };
}

/** The begin, or the part around the first word that was asked for when that lies beyond it. */
function excerpt(text: string, { words }: Query): string {
  if (text.length <= descriptionLimit) return text;
  const { folded, places } = foldWithPlaces(text.slice(0, longest));
  const first = Math.min(...words.flatMap((spellings) => spellings.map((word) => folded.indexOf(word))).filter((at) => at >= 0));
  const at = Number.isFinite(first) ? (places[first] ?? 0) : 0;
  if (at < descriptionLimit - before) return `${wellCut(text.slice(0, descriptionLimit - 1))}…`;
  const from = at - before;
  return `…${wellCut(text.slice(from, from + descriptionLimit - 2))}…`;
}

/** Without halves of letters at either end. */
function wellCut(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}

/** The first place of each word, in order, run together where they touch. */
function matchesIn(field: LibraryMatch['field'], text: string | undefined, { words }: Query): LibraryMatch[] {
  if (text === undefined || text === '' || words.length === 0) return [];
  const { folded, places } = foldWithPlaces(text.slice(0, longest));
  const found: LibraryMatch[] = [];
  for (const spellings of words) {
    const at = spellings.map((word) => ({ word, from: folded.indexOf(word) })).find(({ from }) => from >= 0);
    if (at !== undefined) found.push({ field, start: places[at.from] ?? 0, end: places[at.from + at.word.length] ?? text.length });
  }
  const sorted = found.toSorted((a, b) => a.start - b.start);
  const merged: LibraryMatch[] = [];
  for (const match of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else merged.push({ ...match });
  }
  return merged;
}
