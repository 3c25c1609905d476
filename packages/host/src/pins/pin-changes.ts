/** What is not as it was pinned, written so that a person can read it (H03). */
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { PinnedChange, ServerDrift, SuspendedTool, WordDiff } from '@portolan/contract/pins';
import { diffWordsWithSpace } from 'diff';
import { diffTexts } from '../config/text-diff.ts';
import { countHiddenCharacters } from '../hidden-characters.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';
import type { StoredPin } from './pin-store.ts';
import { fieldText, fingerprint, pinnedFields, pinnedOf } from './pinned-definition.ts';
import { inState } from './pins.ts';
import type { Pins } from './pins.ts';

/** A server that changes a thousand tools at once is shown the first of them in full; the others follow as these are decided. */
const maxShown = 50;
const mostDiffed = 200_000;

export function pinChanges(pins: Pins, serverId: ServerId): OutputOf<'pins/changes'> {
  const { stored, said, saysNow, tools, drift } = pins.state(serverId);
  const suspended: SuspendedTool[] = [];
  for (const { name, raw } of tools) {
    const pin = drift.pins.get(name);
    if (pin?.state !== 'suspended' || suspended.length >= maxShown) continue;
    const own = stored.find((each) => each.tool === name && each.hash !== null);
    const before = own ?? (pin.reasons.includes('renamed') ? stored.find((each) => each.tool === pin.other) : undefined);
    suspended.push({ tool: name, pin, hash: fingerprint(raw).hash, pinnedAt: before?.pinnedAt ?? null, changes: changesOf(before, raw) });
  }
  const server: ServerDrift[] = [];
  if (said !== null && saysNow !== null) {
    for (const field of ['name', 'version', 'instructions'] as const) {
      if (said[field] !== saysNow[field]) server.push({ field, before: said[field], after: saysNow[field], diff: diffTexts(said[field], saysNow[field]), ...wordsOf(said[field], saysNow[field]) });
    }
  }
  return { suspended, added: inState(drift).added, removed: drift.removed, server, package: pins.packages.change(serverId) };
}

/** Against nothing, everything is new: what is suspended without ever having been pinned is shown whole. */
function changesOf(before: StoredPin | undefined, raw: JsonObject): PinnedChange[] {
  const [was, is] = [before?.definition ?? {}, pinnedOf(raw)];
  return pinnedFields.flatMap((field): PinnedChange[] => {
    if (isSame(was[field], is[field])) return [];
    const [from, to] = [fieldText(was[field]), fieldText(is[field])];
    const diff = from.length + to.length > mostDiffed ? { hunks: [], added: 0, removed: 0, isTooLarge: true } : diffTexts(from, to);
    return [{ field, diff, ...(prose.has(field) ? wordsOf(from, to) : {}), hidden: countHiddenCharacters(to) }];
  });
}

const prose: ReadonlySet<string> = new Set(['title', 'description']);
const mostWords = 20_000;

function wordsOf(before: string, after: string): { words?: WordDiff } {
  if (before === '' || before.length + after.length > mostWords) return {};
  const pieces = diffWordsWithSpace(before, after, { maxEditLength: 400, timeout: 200 });
  if (pieces === undefined || pieces.length > 200) return {};
  return { words: pieces.map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value })) };
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
