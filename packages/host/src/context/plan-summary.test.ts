/** Where chats are cut for a summary: over random trees of messages, no call ever parts from its result (C13, try-out 47). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartView } from '@portolan/contract/conversations';
import { MessageId } from '@portolan/contract/ids';
import { stored, storedCall } from '../../test/stored-message.ts';
import { lowerHistory } from '../models/lower/history.ts';
import { writeStepState } from '../models/lower/provider-state.ts';
import { traitsOf } from '../models/lower/traits.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import type { StoredMessage } from '../ports.ts';
import type { StoredSummary } from './context-store.ts';
import { planSummary } from './plan-summary.ts';
import { keptMessages, summaryOn, withSummary } from './summaries.ts';

const maker = { providerId: 'p', kind: 'anthropic' as const, origin: 'https://x', model: 'm' };
let count = 0;

/** One answer of a model: steps of words and calls, some kept verbatim for the one that made them. */
function answer(steps: readonly { text: string; calls: number; isVerbatim: boolean }[]): StoredMessage {
  const parts: PartView[] = [];
  const providerState = steps.flatMap(({ text, calls, isVerbatim }) => {
    const from = parts.length;
    const made = Array.from({ length: calls }, () => storedCall('sum', [{ type: 'text', text: `result ${'x'.repeat(text.length * 20)}` }]));
    parts.push({ type: 'text', text: text || 'Well.' }, ...made);
    const state = isVerbatim ? writeStepState({ ...maker, from, to: parts.length, calls: made.map(({ callId }, index) => ({ callId, toolCallId: `t${count}_${from}_${index}`, toolName: 'calc__sum' })) }, [{ role: 'assistant', content: [{ type: 'text', text: text || 'Well.' }, ...made.map((_call, index) => ({ type: 'tool-call' as const, toolCallId: `t${count}_${from}_${index}`, toolName: 'calc__sum', input: {} }))] }]) : null;
    return state === null ? [] : [state];
  });
  return stored('assistant', parts, { id: MessageId.parse(`m_${count++}`), providerState });
}
const question = (text: string): StoredMessage => stored('user', [text || 'And?'], { id: MessageId.parse(`m_${count++}`) });

const step = fc.record({ text: fc.string({ maxLength: 200 }), calls: fc.integer({ min: 0, max: 3 }), isVerbatim: fc.boolean() });
/** An answer that was cut and gone on with is two messages in a row. */
const turn = fc.record({ asked: fc.string({ maxLength: 400 }), answers: fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 0, maxLength: 2 }) });
const chat = fc.array(turn, { minLength: 1, maxLength: 7 }).map((turns) => turns.flatMap(({ asked, answers }) => [question(asked), ...answers.map(answer)]));

function summaryOf(messages: readonly StoredMessage[], last: StoredSummary | null, room: number): StoredSummary | null {
  const plan = planSummary(messages, { last, room, resultLimit: 50_000 });
  const at = messages.findLast(({ role }) => role === 'user');
  if (plan === null || at === undefined) return null;
  return { id: `s${count++}`, conversationId: at.conversationId, at: at.id, before: plan.before, inside: plan.inside, messages: plan.told.length, text: 'What was before.', kind: 'written', by: 'app', createdAt: 1, model: null };
}

/** Every call has exactly one answer right behind it, and the request begins with the person. */
function expectWhole(messages: readonly StoredMessage[]): void {
  for (const kind of providerKinds) {
    const lowered = lowerHistory(messages, { ...maker, kind }, traitsOf(kind, 'm'));
    expect(lowered[0]?.role).toBe('user');
    for (const [at, message] of lowered.entries()) {
      const asked = message.role === 'assistant' && typeof message.content !== 'string' ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])) : [];
      const next = lowered[at + 1];
      const answered = next?.role === 'tool' ? next.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])) : [];
      if (message.role === 'tool') expect(lowered[at - 1]?.role).toBe('assistant');
      else expect(answered).toEqual(asked);
    }
  }
}

const textsOf = (messages: readonly StoredMessage[]): string[] => messages.flatMap(({ parts }) => parts.map((part) => JSON.stringify(part)));

describe('a cut for a summary', () => {
  it('keeps calls with their results, the last turns word for word and the question that is being answered (C13)', () => {
    const made = { between: 0, inside: 0 };
    fc.assert(
      fc.property(chat, fc.integer({ min: 0, max: 4_000 }), (messages, room) => {
        const summary = summaryOf(messages, null, room);
        if (summary === null) return;
        made[summary.inside === null ? 'between' : 'inside'] += 1;
        const kept = keptMessages(messages, summary);
        expectWhole(withSummary(messages, summary));
        // A tail of what was there, without a hole but for the first steps of the answer that is told in part.
        const all = textsOf(messages);
        const rest = textsOf(summary.inside === null ? kept : kept.slice(1));
        expect(all.slice(all.length - rest.length)).toEqual(rest);
        expect(kept[0]?.role).toBe('user');
        expect(kept).toContainEqual(messages.findLast(({ role }) => role === 'user'));
        // Stored messages are not touched.
        expect(summaryOn(messages, [summary])).toBe(summary);
      }),
      { numRuns: 150 },
    );
    expect(made.between).toBeGreaterThan(5);
    expect(made.inside).toBeGreaterThan(5);
  });

  it('goes on from the summary before, and tells every part exactly once over all of them (C13)', () => {
    fc.assert(
      fc.property(chat, chat, fc.integer({ min: 0, max: 2_000 }), (first, more, room) => {
        const one = summaryOf(first, null, room);
        if (one === null) return;
        const messages = [...first, ...more];
        const plan = planSummary(messages, { last: one, room, resultLimit: 50_000 });
        if (plan === null) return;
        const told = [...(planSummary(first, { last: null, room, resultLimit: 50_000 })?.told ?? []), ...plan.told];
        const kept = keptMessages(messages, { before: plan.before, inside: plan.inside });
        const ids = (all: readonly StoredMessage[]) => all.flatMap(({ id, parts }) => parts.map((part) => `${id} ${part.type === 'tool-call' ? part.callId : JSON.stringify(part)}`));
        expect([...ids(told), ...ids(kept)].toSorted()).toEqual(ids(messages).toSorted());
        const two: StoredSummary = { ...one, id: 's2', before: plan.before, inside: plan.inside, at: messages.findLast(({ role }) => role === 'user')?.id ?? one.at };
        expect(summaryOn(messages, [one, two])).toBe(two);
        expectWhole(withSummary(messages, two));
      }),
      { numRuns: 100 },
    );
  });

  it('is of one version of the chat: where that is not shown, nothing is summarised (C09, C13)', () => {
    fc.assert(
      fc.property(chat, chat, fc.integer({ min: 0, max: 1_000 }), fc.nat(20), (shown, other, room, at) => {
        const summary = summaryOf(shown, null, room);
        if (summary === null) return;
        // Another version that leaves before, or at, the message it was made at.
        const place = shown.findIndex(({ id }) => id === summary.at);
        const branch = [...shown.slice(0, Math.min(at, place)), ...other];
        expect(summaryOn(branch, [summary])).toBeNull();
        // One that leaves after it begins alike, and so does its summary.
        expect(summaryOn([...shown.slice(0, place + 1), ...other], summary.inside === null ? [summary] : [])).toBe(summary.inside === null ? summary : null);
      }),
      { numRuns: 100 },
    );
  });

  it('is not made where little would be won', () => {
    expect(summaryOf([question('Hello'), answer([{ text: 'Hi', calls: 0, isVerbatim: true }])], null, 0)).toBeNull();
    expect(summaryOf([], null, 0)).toBeNull();
  });
});
