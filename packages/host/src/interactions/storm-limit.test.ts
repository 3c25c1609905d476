import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallId, ConversationId } from '@portolan/contract/ids';
import { tool } from '../../test/available-tool.ts';
import { StormLimit, mostOfBatch } from './storm-limit.ts';

const conversationId = ConversationId.parse('c1');
let calls = 0;
const call = (server = 'files', batch?: string) => ({ tool: tool(server, 'read'), callId: CallId.parse(`call-${calls++}`), conversationId, ...(batch === undefined ? {} : { batch }) });

describe('the storm limit', () => {
  it('lets so many questions of one server through in a minute, of whatever chat, and no more until the minute is over (T:C17)', () => {
    const limit = new StormLimit();
    const asked = Array.from({ length: 50 }, (_, index) => limit.admits(call(), 5, index * 100));
    expect(asked).toEqual([...Array.from({ length: 5 }, () => true), ...Array.from({ length: 45 }, () => false)]);
    expect(limit.admits({ ...call(), conversationId: ConversationId.parse('c2') }, 5, 5_000)).toBe(false);
    expect(limit.admits(call('web'), 5, 5_000)).toBe(true);
    expect(limit.admits(call(), 5, 60_000)).toBe(true);
    expect(limit.admits(call(), 5, 60_000)).toBe(false);
  });

  it('counts the calls of one step of the model as one question, up to a number that a person can look at (T:C17)', () => {
    const limit = new StormLimit();
    const step = (name: string, count: number) => Array.from({ length: count }, () => limit.admits(call('files', name), 5, 0)).filter(Boolean).length;
    expect(step('one', 8)).toBe(8);
    expect(step('two', 3 * mostOfBatch)).toBe(3 * mostOfBatch);
    // One question and three: one is left.
    expect(step('three', 2 * mostOfBatch)).toBe(mostOfBatch);
    expect(step('four', 1)).toBe(0);
  });

  it('never admits more than it may in any minute, whatever the clock does (T:C17)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 20_000 }), { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (pauses, most) => {
        const limit = new StormLimit();
        let now = 1_000_000;
        let sinceSetBack: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if (pause < 0) sinceSetBack = [];
          if (limit.admits(call(), most, now)) sinceSetBack.push(now);
          expect(sinceSetBack.filter((at) => now - at < 60_000).length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 100 },
    );
  });
});
