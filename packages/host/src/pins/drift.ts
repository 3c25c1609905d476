/** Compares what a server lists now with what was pinned. Pure: what follows from it is decided elsewhere (H03, T:C03, T:C07). */
import type { Json } from '@portolan/contract/json';
import type { SuspendReason, ToolPin } from '@portolan/contract/tool-pin';
import { hasTagCharacters } from '../hidden-characters.ts';
import { fingerprint } from './pinned-definition.ts';
import type { ListedTool } from './pinned-definition.ts';
import type { StoredPin } from './pin-store.ts';

export interface Drift {
  /** Every listed tool by its name. */
  pins: Map<string, ToolPin>;
  /** Listed, not pinned and nothing wrong with them: to be pinned now. */
  unpinned: ListedTool[];
  /** Pinned and no longer listed; empty when the list is not complete. A tool that was renamed is not among them. */
  removed: string[];
}

/** @param isComplete false when the list was cut: what is not in it may be there all the same */
export function compareWithPins(stored: readonly StoredPin[], tools: readonly ListedTool[], isComplete: boolean): Drift {
  const pinned = new Map(stored.map((pin) => [pin.tool, pin]));
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  const gone = isComplete ? stored.filter((pin) => pin.hash !== null && !listed.has(pin.tool)) : [];
  const goneByBody = new Map(gone.map((pin) => [pin.bodyHash, pin]));
  const changed = tools.filter((tool) => isChanged(pinned.get(tool.name), tool));
  const drift: Drift = { pins: new Map(), unpinned: [], removed: [] };
  const renamed = new Set<string>();
  for (const tool of tools) {
    const pin = pinned.get(tool.name);
    const { hash, bodyHash, definition } = fingerprint(tool.raw);
    if (pin?.hash === hash) {
      drift.pins.set(tool.name, { state: pin.state });
      continue;
    }
    const reasons: SuspendReason[] = [];
    let other: string | null = null;
    if (pin !== undefined && pin.hash !== null) {
      other = partnerOf(tool, pin, changed, pinned);
      reasons.push(other === null ? 'changed' : 'swapped');
    } else {
      const former = says(tool.raw['description']) ? goneByBody.get(bodyHash) : undefined;
      if (former !== undefined) {
        other = former.tool;
        renamed.add(former.tool);
        reasons.push('renamed');
      }
    }
    if (hasTagCharacters(definition)) reasons.push('hidden-orders');
    if (reasons.length > 0) drift.pins.set(tool.name, { state: 'suspended', reasons, other, isKeptOff: pin?.keptOff === hash });
    else drift.unpinned.push(tool);
  }
  drift.removed = gone.map((pin) => pin.tool).filter((name) => !renamed.has(name));
  return drift;
}

function isChanged(pin: StoredPin | undefined, tool: ListedTool): boolean {
  return pin !== undefined && pin.hash !== null && pin.hash !== fingerprint(tool.raw).hash;
}

/** The tool this one has exchanged its definition with, or its description alone. */
function partnerOf(tool: ListedTool, pin: StoredPin, changed: readonly ListedTool[], pinned: ReadonlyMap<string, StoredPin>): string | null {
  const own = fingerprint(tool.raw);
  const wasSaid = pin.definition['description'];
  for (const each of changed) {
    const theirs = pinned.get(each.name);
    if (each.name === tool.name || theirs === undefined) continue;
    if (own.bodyHash === theirs.bodyHash && fingerprint(each.raw).bodyHash === pin.bodyHash) return each.name;
    const isExchanged = says(tool.raw['description']) && tool.raw['description'] === theirs.definition['description'] && each.raw['description'] === wasSaid && wasSaid !== tool.raw['description'];
    if (isExchanged) return each.name;
  }
  return null;
}

/** Tools that say nothing of themselves are all alike: likeness tells nothing of them. */
function says(description: Json | undefined): boolean {
  return typeof description === 'string' && description.trim() !== '';
}
