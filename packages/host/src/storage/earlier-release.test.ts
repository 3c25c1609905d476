/** A database as an earlier release left it: what stands in it is there, and holds, in this one. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConversationId, ServerId } from '@portolan/contract/ids';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { openStorage } from './open-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-earlier-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How many entries the release of 30 November 2026 had, and their text. */
const released = { count: 3, sha256: 'ada43bfa4c8bff14bf15fe7e02d7159ae8a359f5caa17ddcaa1ffea694706c0e' };
const call = { type: 'tool-call', callId: 'k1', serverId: 's1', serverName: 'Files', tool: 'write', arguments: { path: '/a' }, state: 'done', interactionId: null, decidedBy: 'always-rule', progress: null, result: { content: [{ type: 'text', text: 'written' }], isError: false, repairs: [] }, problem: null, startedAt: 2, endedAt: 3 };

describe('a database of an earlier release', () => {
  it('has the shape that was released: entries are added, never edited', () => {
    expect(createHash('sha256').update(migrations.slice(0, released.count).join('')).digest('hex')).toBe(released.sha256);
  });

  it('keeps its chats, its permissions, its pins, and a call under way (R98, H01, H03)', async () => {
    const path = join(folder, 'conversations.db');
    const old = new Database({ path, migrations: migrations.slice(0, released.count), backupFolder: join(folder, 'backups') });
    old.run("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c1', 'Letters', 1, 2)");
    old.run("INSERT INTO messages (id, conversation_id, position, role, status, created_at) VALUES ('m1', 'c1', 0, 'assistant', 'complete', 1)");
    old.run("INSERT INTO parts (message_id, position, json) VALUES ('m1', 0, ?)", JSON.stringify(call));
    old.run("INSERT INTO calls (call_id, conversation_id, message_id, server_id, tool, arguments_hash, intended_at) VALUES ('k2', 'c1', 'm1', 's1', 'write', 'h', 5)");
    old.run("INSERT INTO drafts (conversation_id, text) VALUES ('c1', 'unsent')");
    for (const [id, scope, chat] of [['r_1', 'always', null], ['r_2', 'chat', 'c1']] as const) {
      old.run('INSERT INTO rules (id, server_id, server_name, tool, scope, conversation_id, launch_hash, definition_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 7)', id, 's1', 'Files', 'write', scope, chat, 'l', 'd');
    }
    old.run("INSERT INTO pins (server_id, tool, definition, hash, body_hash, state, pinned_at) VALUES ('s1', 'write', '{}', 'd', 'b', 'pinned', 1)");
    old.close();

    const storage = openStorage({ folder, notices: { add: () => undefined } });
    const chat = ConversationId.parse('c1');
    expect(storage.conversations.get(chat)).toMatchObject({ title: 'Letters' });
    expect(storage.conversations.messages(chat).map(({ parts }) => parts)).toEqual([[call]]);
    expect(storage.conversations.unsettledCalls()).toMatchObject([{ callId: 'k2' }]);
    expect(storage.conversations.draft(chat)).toBe('unsent');
    const allowed = { serverId: 's1', tool: 'write', effect: 'allow', conditions: [], launchHash: 'l', definitions: { write: 'd' }, lapsedAt: null, madeBy: 'person' };
    expect(storage.rules.find(ServerId.parse('s1')).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { ...allowed, id: 'r_1', scope: 'always', conversationId: null },
      { ...allowed, id: 'r_2', scope: 'chat', conversationId: 'c1' },
    ]);
    expect(storage.mutes.list()).toEqual([]);
    expect(storage.results.choices()).toEqual([]);
    await storage.close();
    const after = new Database({ path, migrations, backupFolder: join(folder, 'backups') });
    expect(after.get("SELECT hash, state FROM pins WHERE server_id = 's1'")).toEqual({ hash: 'd', state: 'pinned' });
    after.close();
  });
});

describe('a database of the version before projects, profiles, scripts and jobs', () => {
  const before = 16;
  const open = (path: string, entries = migrations) => new Database({ path, migrations: entries, backupFolder: join(folder, 'backups') });

  it('keeps chats, drafts, what waits and what is found, and can be filtered at once; the version before then refuses it and changes nothing (C10, R98)', async () => {
    const place = mkdtempSync(join(folder, 'before-'));
    const path = join(place, 'conversations.db');
    const old = open(path, migrations.slice(0, before));
    old.run("INSERT INTO conversations (id, title, created_at, updated_at, place, head_id) VALUES ('c1', 'Letters', 1, 2, 'pinned', 'm1'), ('c2', 'Plain', 1, 3, NULL, 'm2')");
    old.run("INSERT INTO messages (id, conversation_id, position, role, status, created_at, model) VALUES ('m1', 'c1', 0, 'assistant', 'complete', 1, ?), ('m2', 'c2', 0, 'user', 'complete', 1, NULL)", JSON.stringify({ providerId: 'p', model: 'large' }));
    old.run("INSERT INTO parts (message_id, position, json) VALUES ('m1', 0, ?), ('m1', 1, ?), ('m1', 2, ?), ('m2', 0, ?), ('m2', 1, 'not even JSON')", JSON.stringify(call), JSON.stringify({ type: 'attachment', serverId: null, serverName: '', uri: 'u', name: 'n', content: { type: 'text', text: 't' } }), JSON.stringify({ type: 'tool-call', callId: 'k9', serverId: null, serverName: 'host', tool: 'host:find_tools' }), JSON.stringify({ type: 'text', text: '{"type":"tool-call" serverName files' }));
    old.run("INSERT INTO drafts (conversation_id, text, attachments) VALUES ('c1', 'unsent', '[]')");
    old.run("INSERT INTO queued (id, conversation_id, position, text, attachments, created_at) VALUES ('q1', 'c1', 0, 'waits', '[]', 1)");
    old.run("INSERT INTO searchable (conversation_id, message_id, text) VALUES ('c1', 'm1', 'the lighthouse keeper')");
    const found = old.all("SELECT rowid FROM words WHERE words MATCH '\"lighthouse\"'");
    old.close();

    const storage = openStorage({ folder: place, notices: { add: () => undefined } });
    const [first, second] = [ConversationId.parse('c1'), ConversationId.parse('c2')];
    expect(storage.conversations.get(first)).toMatchObject({ title: 'Letters', place: 'pinned' });
    expect(storage.conversations.get(first)).not.toHaveProperty('runsScripts');
    expect(storage.conversations.get(first)).not.toHaveProperty('projectId');
    expect(storage.conversations.draft(first)).toBe('unsent');
    expect(storage.conversations.search('lighthouse', 10)).toMatchObject([{ conversationId: 'c1', messageId: 'm1' }]);
    expect(storage.conversations.search('lighthouse', 10, { server: 'Files', model: 'large', hasAttachment: true, place: 'pinned' })).toHaveLength(1);
    for (const filters of [{ server: 'host' }, { server: 'files' }, { model: 'small' }, { until: 2 }]) expect(storage.conversations.search('lighthouse', 10, filters)).toEqual([]);
    expect(storage.conversations.filter({ server: 'Files' })).toEqual([first]);
    expect(storage.conversations.filter({ projectId: null })).toEqual([second, first]);
    expect(storage.projects.list()).toEqual([]);
    expect(storage.profiles.list()).toEqual([]);
    expect(storage.jobs.list()).toEqual([]);
    await storage.close();

    const bytes = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(() => open(path, migrations.slice(0, before))).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'storage-failed', details: expect.objectContaining({ reason: 'newer' }) }) }));
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(bytes);
    const after = open(path);
    expect(after.all("SELECT rowid FROM words WHERE words MATCH '\"lighthouse\"'")).toEqual(found);
    expect(after.get("SELECT text FROM queued WHERE id = 'q1'")).toEqual({ text: 'waits' });
    after.close();
  });
});
