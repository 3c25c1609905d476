/** A database as an earlier release left it: what stands in it is there, and holds, in this one. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
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
