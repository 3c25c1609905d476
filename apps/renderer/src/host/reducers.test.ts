import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import { describe, expect, it } from 'vitest';
import * as views from '../test/views.ts';
import { reduceConversation, reduceConversations, reduceInteractions, reduceLog, reduceServers } from './reducers.ts';
import type { ConversationState } from './reducers.ts';

const conversation: ConversationView = views.chat('first');
const streaming: MessageView = views.message('two', { status: 'streaming', parts: [{ type: 'text', text: 'Hel' }] });
const state: ConversationState = { conversation, messages: [views.message('one'), streaming], hasEarlier: false, earlier: 0 };

describe('a conversation', () => {
  it('means nothing before its snapshot: a delta that comes first changes nothing and breaks nothing', () => {
    expect(reduceConversation(undefined, { type: 'delta', messageId: streaming.id, part: 0, text: 'lo' })).toBeUndefined();
    expect(reduceConversation(undefined, { type: 'message', message: streaming })).toBeUndefined();
  });

  it('appends what streams in and keeps the identity of every other message (C09)', () => {
    const next = reduceConversation(state, { type: 'delta', messageId: streaming.id, part: 0, text: 'lo' });
    expect(next?.messages[1]?.parts).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(next?.messages[0]).toBe(state.messages[0]);
    expect(next?.conversation).toBe(state.conversation);
  });

  it('replaces one part and leaves its neighbours as they are', () => {
    const first = reduceConversation(state, { type: 'part', messageId: streaming.id, part: 1, value: views.call('list') });
    const second = first && reduceConversation(first, { type: 'part', messageId: streaming.id, part: 1, value: views.call('list', { state: 'running' }) });
    expect(second?.messages[1]?.parts).toEqual([{ type: 'text', text: 'Hel' }, views.call('list', { state: 'running' })]);
    expect(second?.messages[1]?.parts[0]).toBe(streaming.parts[0]);
  });

  it('never has a hole: a part beyond the next one, or of a message that is not there, is left out', () => {
    expect(reduceConversation(state, { type: 'part', messageId: streaming.id, part: 5, value: views.call('list') })).toBe(state);
    expect(reduceConversation(state, { type: 'delta', messageId: streaming.id, part: 1, text: 'x' })).toBe(state);
    expect(reduceConversation(state, { type: 'delta', messageId: views.ids.message('gone'), part: 0, text: 'x' })).toBe(state);
  });

  it('does not take text for a tool call', () => {
    const withCall: ConversationState = { conversation, messages: [views.message('one', { parts: [views.call('list')] })], hasEarlier: false, earlier: 0 };
    expect(reduceConversation(withCall, { type: 'delta', messageId: views.ids.message('one'), part: 0, text: 'x' })?.messages).toEqual(withCall.messages);
  });

  it('replaces a message in its place, appends a new one, and takes one away', () => {
    const done = { ...streaming, status: 'complete' as const };
    expect(reduceConversation(state, { type: 'message', message: done })?.messages.map((each) => each.status)).toEqual(['complete', 'complete']);
    expect(reduceConversation(state, { type: 'message', message: views.message('three') })?.messages).toHaveLength(3);
    expect(reduceConversation(state, { type: 'message-removed', messageId: streaming.id })?.messages).toEqual([state.messages[0]]);
  });

  it('is what the host says in a later snapshot, whatever stood before', () => {
    expect(reduceConversation(state, { type: 'snapshot', conversation, messages: [] })).toEqual({ conversation, messages: [], hasEarlier: false, earlier: 0 });
  });

  it('that is long grows at its beginning, and keeps what is known of it when it is told anew (C05)', () => {
    const [one, two, three, four] = (['1', '2', '3', '4'] as const).map((id) => views.message(id));
    if (!one || !two || !three || !four) throw new Error('four');
    const ids = (of: ConversationState | undefined) => of?.messages.map(({ id }) => id);
    const end = reduceConversation(undefined, { type: 'snapshot', conversation, messages: [three, four], hasEarlier: true });
    expect(end).toMatchObject({ hasEarlier: true, earlier: 0 });
    const more = reduceConversation(end, { type: 'earlier', messages: [two], isLast: false });
    const whole = reduceConversation(more, { type: 'earlier', messages: [one], isLast: true });
    expect(ids(whole)).toEqual([one, two, three, four].map(({ id }) => id));
    expect(whole).toMatchObject({ hasEarlier: false, earlier: 2 });
    const anew = reduceConversation(whole, { type: 'snapshot', conversation, messages: [three, four], hasEarlier: true });
    expect(ids(anew)).toEqual(ids(whole));
    expect(ids(reduceConversation(anew, { type: 'earlier', messages: [one, two], isLast: true }))).toEqual(ids(whole));
    // Another version of what was said: nothing of it is known.
    expect(ids(reduceConversation(whole, { type: 'snapshot', conversation, messages: [views.message('5')], hasEarlier: true }))).toEqual([views.message('5').id]);
  });
});

describe('lists', () => {
  it('hold servers by name, numbers by value, and follow changes and removals', () => {
    const first = reduceServers(undefined, { type: 'snapshot', servers: [views.server('b10'), views.server('B2'), views.server('a')] });
    expect(first?.map((each) => each.name)).toEqual(['a', 'B2', 'b10']);
    const changed = reduceServers(first, { type: 'changed', server: views.server('a', { state: 'failed' }) });
    expect(changed?.map((each) => each.state)).toEqual(['failed', 'ready', 'ready']);
    expect(reduceServers(changed, { type: 'removed', serverId: views.ids.server('a') })?.map((each) => each.name)).toEqual(['B2', 'b10']);
    expect(reduceServers(undefined, { type: 'changed', server: views.server('a') })).toBeUndefined();
  });

  it('hold conversations with the one used last first', () => {
    const list = reduceConversations(undefined, { type: 'snapshot', conversations: [views.chat('old', { updatedAt: 1 }), views.chat('new', { updatedAt: 2 })] });
    expect(list?.map((each) => each.title)).toEqual(['new', 'old']);
    expect(reduceConversations(list, { type: 'changed', conversation: views.chat('old', { updatedAt: 3 }) })?.map((each) => each.title)).toEqual(['old', 'new']);
  });

  it('hold open questions oldest first, each once, until they are settled', () => {
    const one = reduceInteractions(undefined, { type: 'snapshot', interactions: [views.approval('one')] });
    const two = reduceInteractions(reduceInteractions(one, { type: 'added', interaction: views.approval('two') }), { type: 'added', interaction: views.approval('two') });
    expect(two?.map((each) => each.id)).toEqual(['q-one', 'q-two']);
    expect(reduceInteractions(two, { type: 'settled', id: views.ids.question('one'), by: 'person' })?.map((each) => each.id)).toEqual(['q-two']);
  });
});

describe('a log', () => {
  const line = (seq: number) => ({ seq, at: seq, source: 'stderr' as const, text: `line ${seq}` });

  it('shows each line once, also when the host sends some again', () => {
    const first = reduceLog(undefined, { lines: [line(1), line(2)], dropped: 0 });
    expect(reduceLog(first, { lines: [line(2), line(3)], dropped: 0 }).lines.map((each) => each.seq)).toEqual([1, 2, 3]);
  });

  it('keeps the newest five thousand lines', () => {
    const many = Array.from({ length: 5_010 }, (_, index) => line(index + 1));
    const { lines } = reduceLog(undefined, { lines: many, dropped: 3 });
    expect(lines).toHaveLength(5_000);
    expect(lines[0]?.seq).toBe(11);
  });
});
