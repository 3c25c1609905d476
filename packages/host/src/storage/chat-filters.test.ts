import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { CallId, ProviderId, ServerId } from '@portolan/contract/ids';
import type { ConversationId, ProjectId } from '@portolan/contract/ids';
import type { PartView } from '@portolan/contract/conversations';
import { stored } from '../../test/stored-message.ts';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './open-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-filters-'));
let now = 1_000;
let storage: Storage;
let bread: ConversationId;
let mail: ConversationId;
let old: ConversationId;
let kitchen: ProjectId;

const call: PartView = { type: 'tool-call', callId: CallId.parse('k1'), serverId: ServerId.parse('s1'), serverName: 'calc', tool: 'sum', arguments: {}, state: 'done', interactionId: null, decidedBy: 'person', progress: null, result: null, problem: null, startedAt: null, endedAt: null };
const attached: PartView = { type: 'attachment', serverId: null, serverName: '', uri: 'rye.txt', name: 'rye.txt', content: { type: 'text', text: 'dough' } };
const model = { providerId: ProviderId.parse('p1'), model: 'large' };

beforeAll(() => {
  storage = openStorage({ folder, notices: { add: () => undefined }, now: () => now });
  const { conversations, projects } = storage;
  kitchen = projects.create('Kitchen').id;
  bread = conversations.create(null, kitchen).id;
  conversations.append(stored('user', [attached, { type: 'text', text: 'How long does dough rest?' }], { conversationId: bread }));
  conversations.append(stored('assistant', ['The dough rests a night.'], { conversationId: bread, model }));
  now = 5_000;
  mail = conversations.create(null).id;
  conversations.append(stored('user', ['Send word of the dough.'], { conversationId: mail }));
  conversations.append(stored('assistant', [call], { conversationId: mail, model: { ...model, model: 'small' } }));
  conversations.setPlace(mail, 'pinned');
  now = 9_000;
  old = conversations.create(null, kitchen).id;
  conversations.append(stored('user', ['Nothing about bread'], { conversationId: old }));
  conversations.setPlace(old, 'archived');
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const names = (ids: readonly ConversationId[]) => ids.map((id) => (id === bread ? 'bread' : id === mail ? 'mail' : 'old')).toSorted();
const listed = (filters: ChatFilters) => names(storage.conversations.filter(filters));
const found = (query: string, filters: ChatFilters) => names([...new Set(storage.conversations.search(query, 50, filters).map(({ conversationId }) => conversationId))]);

describe('filters of the history (C10)', () => {
  it.each<[string, () => ChatFilters, string[]]>([
    ['none', () => ({}), ['bread', 'mail', 'old']],
    ['a project', () => ({ projectId: kitchen }), ['bread', 'old']],
    ['no project', () => ({ projectId: null }), ['mail']],
    ['a server that was used', () => ({ server: 'calc' }), ['mail']],
    ['a model that answered', () => ({ model: 'large' }), ['bread']],
    ['something attached', () => ({ hasAttachment: true }), ['bread']],
    ['pinned', () => ({ place: 'pinned' }), ['mail']],
    ['archived', () => ({ place: 'archived' }), ['old']],
    ['from a moment on', () => ({ from: 5_000 }), ['mail', 'old']],
    ['before a moment', () => ({ until: 5_000 }), ['bread']],
    ['several at once', () => ({ projectId: kitchen, from: 5_000, place: 'archived' }), ['old']],
    ['words that only look like SQL', () => ({ server: "x' OR 1=1 --" }), []],
  ])('by %s, alone and with words', (_name, filters, expected) => {
    expect(listed(filters())).toEqual(expected);
    expect(found('dough', filters())).toEqual(expected.filter((each) => each !== 'old'));
    expect(found('nothing', filters())).toEqual(expected.filter((each) => each === 'old'));
  });

  it('say which of them keep out everything', () => {
    const { conversations } = storage;
    expect(conversations.excluding('dough', { projectId: kitchen, server: 'calc' })).toEqual(['projectId', 'server']);
    expect(conversations.excluding('dough', { projectId: kitchen, place: 'archived' })).toEqual(['place']);
    expect(conversations.excluding('', { hasAttachment: true, place: 'archived' })).toEqual(['hasAttachment', 'place']);
    expect(conversations.excluding('marzipan', { projectId: kitchen })).toEqual([]);
  });

  it('offer what chats were had with, and a deleted project or chat is none', () => {
    const { conversations, projects } = storage;
    expect(conversations.filterChoices()).toEqual({ models: ['large', 'small'], servers: ['calc'] });
    projects.remove(kitchen);
    expect([listed({ projectId: kitchen }), listed({ projectId: null })]).toEqual([[], ['bread', 'mail', 'old']]);
    projects.restore(kitchen);
    conversations.remove(mail);
    expect([listed({ server: 'calc' }), found('dough', { server: 'calc' })]).toEqual([[], []]);
    expect(conversations.filterChoices()).toEqual({ models: ['large'], servers: [] });
    conversations.restore(mail);
  });

  it('find a word that stands everywhere in the few chats that pass, the newest first', () => {
    const { conversations } = storage;
    now = 20_000;
    const many = conversations.create(null).id;
    conversations.appendSent(Array.from({ length: 1_600 }, (_each, at) => stored(at % 2 === 0 ? 'user' : 'assistant', [`flour ${at}`], { conversationId: many })), 'draft');
    const few = conversations.create(null, kitchen).id;
    for (const text of ['flour first', 'no such thing', 'flour last']) conversations.append(stored('user', [text], { conversationId: few }));
    // The last is the title.
    const texts = (filters: ChatFilters) => conversations.search('flour', 10, filters).map(({ snippet }) => snippet.map(({ text }) => text).join(''));
    expect(texts({ projectId: kitchen })).toEqual(['flour last', 'flour first', 'flour first']);
    expect(texts({ projectId: null })[0]).toBe('flour 1599');
    expect(texts({ place: 'archived' })).toEqual([]);
  });

  it('know chats from before there were filters', () => {
    const path = join(folder, 'earlier.db');
    const before = migrations.slice(0, migrations.findIndex((sql) => sql.includes('chat_facts')));
    const db = new Database({ path, migrations: before, backupFolder: folder });
    db.run("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c1', '', 1, 2)");
    db.run("INSERT INTO messages (id, conversation_id, position, role, status, model, created_at) VALUES ('m1', 'c1', 0, 'assistant', 'complete', ?, 1)", JSON.stringify(model));
    for (const [at, part] of [call, attached, { type: 'text', text: 'no fact' }, { ...call, serverId: null }].entries()) db.run("INSERT INTO parts (message_id, position, json) VALUES ('m1', ?, ?)", at, JSON.stringify(part));
    db.run("INSERT INTO parts (message_id, position, json) VALUES ('m1', 9, '{\"type\":\"attachment\" damaged')");
    db.close();
    const after = new Database({ path, migrations, backupFolder: folder });
    expect(after.all('SELECT kind, value FROM chat_facts ORDER BY kind').map(({ kind, value }) => [kind, value])).toEqual([['attachment', ''], ['model', 'large'], ['server', 'calc']]);
    after.close();
  });
});
