import { describe, expect, it } from 'vitest';
import { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import * as views from '../test/views.ts';
import { regroup } from './approval-batches.tsx';
import type { Group } from './approval-batches.tsx';

const call = (name: string, server = 'files', chat = 'first') => views.approval(name, { serverId: ServerId.parse(`s-${server}`), conversationId: ConversationId.parse(`c-${chat}`) });
const idsOf = (groups: readonly Group[]) => groups.map(({ ids }) => ids.join(' '));

describe('open questions', () => {
  it('are batches by server and chat, in the order in which each began (H08, T:C17)', () => {
    expect(idsOf(regroup([], [call('a'), call('b', 'web'), call('c'), call('d', 'files', 'second')]))).toEqual(['q-a q-c', 'q-b', 'q-d']);
  });

  it('that come later join the last batch or come after it, and those that go leave the others as they are (T:J11)', () => {
    const [a, b, c, d] = [call('a'), call('b', 'web'), call('c'), call('d')];
    const first = regroup([], [a, b]);
    expect(idsOf(regroup(first, [a, b, c]))).toEqual(['q-a', 'q-b', 'q-c']);
    expect(idsOf(regroup(regroup(first, [a, b, c]), [a, b, c, d]))).toEqual(['q-a', 'q-b', 'q-c q-d']);
    expect(idsOf(regroup(regroup(first, [a, b, c]), [b, c, d]))).toEqual(['q-b', 'q-c q-d']);
  });

  it('never move for what comes: whatever comes and goes, those that stay keep their order and are each there once (T:J11)', () => {
    const all: InteractionView[] = Array.from({ length: 12 }, (_, index) => call(String(index), index % 2 === 0 ? 'files' : 'web', index % 3 === 0 ? 'first' : 'second'));
    for (let seed = 1; seed <= 300; seed++) {
      const random = numbersFrom(seed);
      let open: InteractionView[] = [];
      let shown: Group[] = [];
      const gone = new Set<string>();
      for (let step = 0; step < 30; step++) {
        const before = shown.flatMap(({ ids }) => ids);
        const next = all[random(12)];
        if (next && !gone.has(next.id) && !open.includes(next)) open = [...open, next];
        const left = random(2) === 0 ? undefined : all[random(12)];
        if (left && open.includes(left)) {
          gone.add(left.id);
          open = open.filter((each) => each !== left);
        }
        shown = regroup(shown, open);
        const after = shown.flatMap(({ ids }) => ids);
        expect(after.toSorted(), `seed ${seed}`).toEqual(open.map(({ id }) => id).toSorted());
        const stayed = before.filter((id) => after.includes(id));
        expect(after.slice(0, stayed.length), `seed ${seed}`).toEqual(stayed);
        for (const { ids } of shown) expect(new Set(open.filter(({ id }) => ids.includes(id)).map(({ serverId, conversationId }) => `${serverId} ${conversationId}`)).size).toBe(1);
      }
    }
  });
});

/** The same numbers for the same seed, each below its limit. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % limit;
  };
}
