import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { CallId, ConversationId, MessageId, ProviderId, ServerId } from '@portolan/contract/ids';
import type { Notice } from '@portolan/contract/settings';
import type { StoredMessage } from '../ports.ts';
import type { NewRule } from './rule-store.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './open-storage.ts';

let folder: string;
let storage: Storage;
let clock = 1_000;
const notices: Notice[] = [];

const open = () => openStorage({ folder, notices: { add: (notice) => notices.push(notice) }, now: () => clock++ });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-storage-'));
  storage = open();
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

let counter = 0;
function message(conversationId: ConversationId, parts: PartView[] | string, change: Partial<StoredMessage> = {}): StoredMessage {
  return {
    id: MessageId.parse(`m${counter++}`),
    conversationId,
    role: 'user',
    createdAt: clock++,
    parts: typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts,
    status: 'complete',
    problem: null,
    model: null,
    usage: null,
    providerState: [],
    ...change,
  };
}

function toolCall(change: Partial<ToolCallView> = {}): ToolCallView {
  return {
    type: 'tool-call',
    callId: CallId.parse('call1'),
    serverId: ServerId.parse('s1'),
    serverName: 'weather',
    tool: 'get-forecast',
    arguments: { city: 'Reykjavík', nested: { list: ['x', { deep: true }] } },
    state: 'done',
    interactionId: null,
    decidedBy: 'person',
    progress: null,
    result: { content: [{ type: 'text', text: 'Snowstorm expected' }], isError: false, repairs: [] },
    problem: null,
    startedAt: 1,
    endedAt: 2,
    ...change,
  };
}

const problemOf = (work: () => unknown): Problem['code'] | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem.code : null;
  }
};

describe('the place of a chat (C10)', () => {
  it('is kept over restarts, ends for an archived chat in which something is said, and not for a pinned one', async () => {
    const { id } = storage.conversations.create(null);
    const pinned = storage.conversations.create(null).id;
    expect(storage.conversations.setPlace(id, 'archived').place).toBe('archived');
    storage.conversations.setPlace(pinned, 'pinned');
    await storage.close();
    storage = open();
    expect(storage.conversations.get(id)?.place).toBe('archived');
    storage.conversations.append(message(id, 'Again'));
    storage.conversations.append(message(pinned, 'Again'));
    expect(storage.conversations.get(id)?.place).toBeUndefined();
    expect(storage.conversations.get(pinned)?.place).toBe('pinned');
    expect(storage.conversations.setPlace(pinned, null).place).toBeUndefined();
    expect(problemOf(() => storage.conversations.setPlace(ConversationId.parse('c_nobody'), 'pinned'))).toBe('conversation-unknown');
  });
});

describe('conversations', () => {
  it('gives everything back after closing and opening again (C10)', async () => {
    const store = storage.conversations;
    const model = { providerId: ProviderId.parse('p1'), model: 'gpt' };
    const conversation = store.create(model);
    const question = message(conversation.id, 'What is the weather?');
    const answer = message(conversation.id, [{ type: 'reasoning', text: 'Hm.' }, toolCall(), { type: 'text', text: 'Snow. \ud800\0' }], {
      role: 'assistant',
      model,
      usage: { inputTokens: 5, outputTokens: null },
      problem: { code: 'model-interrupted', details: { seconds: 3 }, at: 5 },
      status: 'interrupted',
      providerState: [{ provider: 'p1', messages: [{ signature: 'opaque' }] }],
    });
    store.append(question);
    store.append(answer);
    await storage.close();
    storage = open();
    expect(storage.conversations.messages(conversation.id)).toEqual([question, answer]);
    expect(storage.conversations.message(answer.id)).toEqual(answer);
    expect(storage.conversations.list()).toMatchObject([{ id: conversation.id, title: 'What is the weather?', model, messageCount: 2, isRunning: false }]);
    expect(notices).toEqual([]);
  });

  it('names a conversation after its first message, and never again over the name a person gave', () => {
    const store = storage.conversations;
    const conversation = store.create(null);
    expect(conversation.title).toBe('');
    store.append(message(conversation.id, '\n## Plan a trip to the mountains with eleven friends, two dogs and a very long list of wishes\nand more'));
    expect(store.get(conversation.id)?.title).toBe('Plan a trip to the mountains with eleven friends, two dogs…');
    store.append(message(conversation.id, 'Second'));
    expect(store.get(conversation.id)?.title).toMatch(/^Plan/);
    expect(store.rename(conversation.id, 'Alps\u0007').title).toBe('Alps ');
    store.append(message(conversation.id, 'Third'));
    expect(store.get(conversation.id)?.title).toBe('Alps ');
  });

  it('names it after an attachment when there is no text', () => {
    const conversation = storage.conversations.create(null);
    storage.conversations.append(message(conversation.id, [{ type: 'attachment', serverId: null, serverName: 's', uri: 'file:///a', name: 'notes.md', content: { type: 'text', text: 'x' } }]));
    expect(storage.conversations.get(conversation.id)?.title).toBe('notes.md');
  });

  it('hides a removed conversation from lists, reads and search, and restores it whole', () => {
    const store = storage.conversations;
    const conversation = store.create(null);
    store.append(message(conversation.id, 'zebra'));
    store.remove(conversation.id);
    expect([store.list(), store.get(conversation.id), store.search('zebra', 9)]).toEqual([[], null, []]);
    expect(problemOf(() => store.messages(conversation.id))).toBe('conversation-unknown');
    expect(problemOf(() => store.append(message(conversation.id, 'late')))).toBe('conversation-unknown');
    expect(store.restore(conversation.id).messageCount).toBe(1);
    expect(store.search('zebra', 9)).toHaveLength(2);
  });

  it('empties what was removed, with messages, drafts and search entries', () => {
    const store = storage.conversations;
    const gone = store.create(null);
    const kept = store.create(null);
    store.append(message(gone.id, 'zebra'));
    store.append(message(kept.id, 'zebra'));
    store.saveDraft(gone.id, 'unsent');
    store.remove(gone.id);
    expect(store.emptyRemoved(clock + 1)).toBe(1);
    expect(problemOf(() => store.restore(gone.id))).toBe('conversation-unknown');
    expect(store.search('zebra', 9).map((hit) => hit.conversationId)).toEqual([kept.id, kept.id]);
    expect(store.draft(gone.id)).toBe('');
  });

  it('lists by last change, and a streamed save does not move it', () => {
    const store = storage.conversations;
    const [a, b] = [store.create(null), store.create(null)];
    const streaming = message(a.id, 'x', { status: 'streaming', role: 'assistant' });
    store.append(streaming);
    store.append(message(b.id, 'y'));
    store.save({ ...streaming, parts: [{ type: 'text', text: 'xx' }] });
    expect(store.list().map((c) => c.id)).toEqual([b.id, a.id]);
    store.save({ ...streaming, status: 'complete' });
    expect(store.list().map((c) => c.id)).toEqual([a.id, b.id]);
  });

  it('refuses what does not exist with a typed error and changes nothing', () => {
    const store = storage.conversations;
    const nobody = ConversationId.parse('nobody');
    for (const work of [() => store.rename(nobody, 'x'), () => store.setModel(nobody, null), () => store.remove(nobody), () => store.restore(nobody), () => store.saveDraft(nobody, 'x')]) {
      expect(problemOf(work)).toBe('conversation-unknown');
    }
    expect(problemOf(() => store.save(message(nobody, 'x')))).toBe('message-unknown');
    expect(problemOf(() => store.removeMessage(MessageId.parse('nothing')))).toBe('message-unknown');
    expect(store.list()).toEqual([]);
  });

  it('keeps drafts, and forgets an empty one', () => {
    const store = storage.conversations;
    const conversation = store.create(null);
    store.saveDraft(conversation.id, 'half a sent');
    store.saveDraft(conversation.id, 'half a sentence');
    expect(store.draft(conversation.id)).toBe('half a sentence');
    store.saveDraft(conversation.id, '');
    expect(store.draft(conversation.id)).toBe('');
  });

  it('shows a part it cannot read as it stands instead of failing the conversation', async () => {
    const conversation = storage.conversations.create(null);
    storage.conversations.append(message(conversation.id, 'good'));
    const { DatabaseSync } = await import('node:sqlite');
    const other = new DatabaseSync(join(folder, 'conversations.db'));
    other.exec(`UPDATE parts SET json = '{"type":"hologram","x":1}'`);
    other.close();
    expect(storage.conversations.messages(conversation.id)[0]?.parts).toEqual([{ type: 'text', text: '{"type":"hologram","x":1}' }]);
  });
});

describe('streamed messages', () => {
  it('are found as streaming by the next start, and become searchable when settled', async () => {
    const conversation = storage.conversations.create(null);
    const answer = message(conversation.id, 'quokka', { role: 'assistant', status: 'streaming' });
    storage.conversations.append(answer);
    storage.conversations.save({ ...answer, parts: [{ type: 'text', text: 'quokka facts' }] });
    await storage.close();
    storage = open();
    const [cut] = storage.conversations.streamingMessages();
    expect(cut?.parts).toEqual([{ type: 'text', text: 'quokka facts' }]);
    expect(storage.conversations.search('quokka', 5)).toEqual([]);
    if (cut) storage.conversations.save({ ...cut, status: 'interrupted' });
    expect(storage.conversations.search('quokka', 5)).toHaveLength(1);
    expect(storage.conversations.streamingMessages()).toEqual([]);
  });

  it('write only the parts that changed', async () => {
    const conversation = storage.conversations.create(null);
    const big = toolCall({ result: { content: [{ type: 'text', text: 'x'.repeat(3_000_000) }], isError: false, repairs: [] } });
    const answer = message(conversation.id, [big, { type: 'text', text: '' }], { role: 'assistant', status: 'streaming' });
    storage.conversations.append(answer);
    await storage.close();
    storage = open();
    const { statSync } = await import('node:fs');
    for (let n = 1; n <= 5; n++) storage.conversations.save({ ...answer, parts: [big, { type: 'text', text: 'word '.repeat(n) }] });
    expect(statSync(join(folder, 'conversations.db-wal')).size).toBeLessThan(500_000);
    expect(storage.conversations.message(answer.id)?.parts[1]).toEqual({ type: 'text', text: 'word word word word word ' });
  });

  it('drop parts and search entries that are no longer there', () => {
    const conversation = storage.conversations.create(null);
    const answer = message(conversation.id, [{ type: 'text', text: 'first' }, { type: 'text', text: 'walrus' }]);
    storage.conversations.append(answer);
    storage.conversations.save({ ...answer, parts: [{ type: 'text', text: 'first' }] });
    expect(storage.conversations.search('walrus', 5)).toEqual([]);
    expect(storage.conversations.message(answer.id)?.parts).toHaveLength(1);
    storage.conversations.removeMessage(answer.id);
    expect(storage.conversations.get(conversation.id)?.messageCount).toBe(0);
    expect(storage.conversations.search('"first"', 5).filter((hit) => hit.messageId !== null)).toEqual([]);
  });
});

describe('the journal of calls', () => {
  it('gives back what was intended and not settled, after a restart (durability contract 2)', async () => {
    const conversation = storage.conversations.create(null);
    const call = (id: string) => ({ callId: CallId.parse(id), conversationId: conversation.id, messageId: MessageId.parse('m'), serverId: ServerId.parse('s'), tool: 't', argumentsHash: 'h' });
    storage.conversations.journalCall(call('one'));
    storage.conversations.journalCall(call('two'));
    storage.conversations.settleCall(CallId.parse('one'), 'done');
    await storage.close();
    storage = open();
    expect(storage.conversations.unsettledCalls()).toEqual([{ callId: 'two', conversationId: conversation.id, messageId: 'm' }]);
    storage.conversations.settleCall(CallId.parse('two'), 'unknown');
    expect(storage.conversations.unsettledCalls()).toEqual([]);
  });

  it('refuses to journal a call twice, settled or not (R80)', () => {
    const conversation = storage.conversations.create(null);
    const call = { callId: CallId.parse('one'), conversationId: conversation.id, messageId: MessageId.parse('m'), serverId: ServerId.parse('s'), tool: 't', argumentsHash: 'h' };
    storage.conversations.journalCall(call);
    storage.conversations.settleCall(call.callId, 'done');
    expect(problemOf(() => storage.conversations.journalCall(call))).toBe('storage-failed');
  });
});

describe('standing permissions', () => {
  const rule: NewRule = { serverId: ServerId.parse('s'), serverName: 'S', tool: 't', effect: 'allow', conditions: [], scope: 'always', conversationId: null, launchHash: 'l', definitions: { t: 'd' }, madeBy: 'person' };
  const ofTool = () => storage.rules.list().filter(({ tool }) => tool === 't');

  it('are kept, replaced by a newer one for the same thing, and removed', async () => {
    storage.rules.add(rule);
    const newer = storage.rules.add({ ...rule, definitions: { t: 'd2' } });
    storage.rules.add({ ...rule, tool: 'other' });
    await storage.close();
    storage = open();
    expect(ofTool()).toEqual([newer]);
    expect(storage.rules.list()).toHaveLength(2);
    storage.rules.remove(newer.id);
    expect(ofTool()).toEqual([]);
  });

  it('for one chat end with it, also when it is restored', () => {
    const conversation = storage.conversations.create(null);
    storage.rules.add({ ...rule, scope: 'chat', conversationId: conversation.id });
    storage.rules.add(rule);
    storage.conversations.remove(conversation.id);
    storage.conversations.restore(conversation.id);
    expect(storage.rules.list().map((each) => each.scope)).toEqual(['always']);
  });
});
