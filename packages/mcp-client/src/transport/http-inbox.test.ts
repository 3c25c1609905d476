import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
import { createInbox, errorResponseIn } from './http-inbox.ts';
import { defaultCaps } from './transport.ts';

interface Taken {
  messages: JsonRpcMessage[];
  answered: RequestId[];
  problems: string[];
  outcome: string;
}

function take(text: string, scope?: RequestId, open: readonly RequestId[] = []): Taken {
  const taken: Taken = { messages: [], answered: [], problems: [], outcome: '' };
  const inbox = createInbox({
    caps: defaultCaps,
    tap: undefined,
    events: { onMessage: (message) => taken.messages.push(message), onRequestLost: () => {}, onProblem: ({ kind }) => taken.problems.push(kind), onClosed: () => {} },
    isOpen: (id) => open.includes(id),
    onAnswer: (id) => taken.answered.push(id),
  });
  taken.outcome = inbox.take(text, scope === undefined ? {} : { scope });
  return taken;
}

describe('the inbox of HTTP', () => {
  it('hands on every message of any JSON, in order, and names whatever else was there (row 11, row 14, R21)', () => {
    const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), result: fc.dictionary(fc.string(), fc.string()) });
    const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string());
    fc.assert(
      fc.property(fc.array(fc.oneof(message, scalar), { maxLength: 8 }), (items) => {
        const isMessage = (item: unknown): boolean => typeof item === 'object' && item !== null;
        const { messages, answered, problems, outcome } = take(JSON.stringify(items));
        expect(outcome).toBe('read');
        expect(messages.length).toBe(items.filter(isMessage).length);
        expect(answered).toEqual(messages.map((each) => ('id' in each ? each.id : undefined)));
        expect(problems).toEqual(['batch', ...items.filter((item) => !isMessage(item)).map(() => 'not-jsonrpc')]);
      }),
    );
  });

  it('survives any text (R58, T:H09)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.json().map((text) => text.slice(0, -1))), (text) => {
        expect(['read', 'not-json', 'too-deep']).toContain(take(text, 1).outcome);
        errorResponseIn(text, 128);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Json, RequestId[]]>([
    ['its number', 7, [7]],
    ['its number as text', '7', [7]],
    ['its number with a space', '7 ', []],
    ['its number in another writing', '0x7', []],
    ['a list of it', [7], []],
    ['a fraction', 7.5, [7.5]],
  ])('counts a request as answered by %s exactly when the peer will (row 14, T:H09)', (_what, id, answered) => {
    expect(take(JSON.stringify({ jsonrpc: '2.0', id, result: {} }), 7, [7]).answered).toEqual(answered);
  });

  it('takes an error without an id for the request whose own stream it came on (row 14, P04)', () => {
    expect(take('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what?"}}', 7, [7])).toMatchObject({ answered: [7], messages: [{ id: 7 }] });
    expect(take('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what?"}}')).toMatchObject({ answered: [], messages: [{ id: null }] });
  });
});
