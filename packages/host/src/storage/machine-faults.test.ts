/** What a machine does to the database and the folder it lies in: power that goes, little memory and much history, odd places, programs that keep folders in step. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MessageId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import type { Notice } from '@portolan/contract/settings';
import { openConfig } from '../config/config-file.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './open-storage.ts';

let folder: string;
let notices: Notice[];
const open = (at = folder) => openStorage({ folder: at, notices: { add: (notice) => notices.push(notice) } });

function say(storage: Storage, id: ConversationId, name: string, text: string): void {
  storage.conversations.append({ id: MessageId.parse(name), conversationId: id, role: 'user', createdAt: 1, parts: [{ type: 'text', text }], status: 'complete', problem: null, model: null, usage: null, providerState: [] });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-machine-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('power that goes', () => {
  it('finds every message that was said to be kept, after each of them, and a torn end of the log costs only what was not (R88)', async () => {
    const storage = open();
    const { id } = storage.conversations.create(null);
    const snapshots: string[] = [];
    const bytesAfter: number[] = [];
    for (let n = 0; n < 8; n++) {
      say(storage, id, `m${n}`, `message ${n} ${'x'.repeat(3_000)}`);
      // What stands in the files now, without the memory they share: that is what a machine without power keeps.
      const at = join(folder, `cut-${n}`);
      mkdirSync(at);
      for (const name of ['conversations.db', 'conversations.db-wal']) copyFileSync(join(folder, name), join(at, name));
      snapshots.push(at);
      if (n === 7) {
        mkdirSync(join(folder, 'whole'));
        for (const name of ['conversations.db', 'conversations.db-wal']) copyFileSync(join(at, name), join(folder, 'whole', name));
      }
      bytesAfter.push(statSync(join(at, 'conversations.db-wal')).size);
    }
    await storage.close();
    for (const [n, at] of snapshots.entries()) {
      const found = open(at);
      expect(found.conversations.messages(id).map((each) => each.id)).toEqual(Array.from({ length: n + 1 }, (_, m) => `m${m}`));
      await found.close();
    }
    expect(notices).toEqual([]);
    // Within the last message: those before it are there, whole, and nothing else.
    const [before = 0, whole = 0] = bytesAfter.slice(-2);
    for (const share of [0.1, 0.5, 0.9]) {
      const at = join(folder, `torn-${share}`);
      mkdirSync(at);
      for (const name of ['conversations.db', 'conversations.db-wal']) copyFileSync(join(folder, 'whole', name), join(at, name));
      truncateSync(join(at, 'conversations.db-wal'), Math.floor(before + (whole - before) * share));
      const found = open(at);
      const kept = found.conversations.messages(id);
      expect(kept.slice(0, 7).map((each) => each.id)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']);
      expect(kept.every(({ parts }) => parts[0]?.type === 'text' && parts[0].text.length > 3_000)).toBe(true);
      await found.close();
    }
  });
});

describe('much history and little memory', () => {
  it('opens, lists, reads the newest of a chat and writes on with less memory than the chats take, because they are not read (R76, R95)', async () => {
    await open().close();
    const db = new DatabaseSync(join(folder, 'conversations.db'));
    db.exec('PRAGMA synchronous = OFF; BEGIN');
    const chat = db.prepare("INSERT INTO conversations (id, title, created_at, updated_at, head_id) VALUES (?, ?, 1, ?, ?)");
    const message = db.prepare("INSERT INTO messages (id, conversation_id, position, role, status, created_at, parent_id) VALUES (?, ?, ?, 'user', 'complete', ?, ?)");
    const part = db.prepare('INSERT INTO parts (message_id, position, json) VALUES (?, 0, ?)');
    const json = JSON.stringify({ type: 'text', text: 'history '.repeat(4_000) });
    // 100 MB in one chat, and two thousand others.
    for (let n = 0; n < 2_000; n++) chat.run(`c_small_${n}`, `Chat ${n}`, n, null);
    chat.run('c_large', 'The large one', 5_000, 'm_2999');
    for (let n = 0; n < 3_000; n++) {
      message.run(`m_${n}`, 'c_large', n, n, n === 0 ? null : `m_${n - 1}`);
      part.run(`m_${n}`, json);
    }
    db.exec('COMMIT');
    db.close();
    expect(statSync(join(folder, 'conversations.db')).size).toBeGreaterThan(90_000_000);
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      const { openStorage } = await import(${module('./open-storage.ts')});
      const storage = openStorage({ folder: ${JSON.stringify(folder)}, notices: { add: (notice) => { throw new Error(JSON.stringify(notice)); } } });
      const store = storage.conversations;
      const newest = store.messages('c_large', 120);
      store.append({ ...newest.at(-1), id: 'm_new', parts: [{ type: 'text', text: 'And on.' }] });
      console.log(JSON.stringify({ chats: store.list().length, newest: newest.map(({ id }) => id).slice(-2), last: store.messages('c_large', 1)[0].parts[0].text }));
      await storage.close();`;
    const child = spawnSync(process.execPath, ['--max-old-space-size=48', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(child.stderr).toBe('');
    expect(JSON.parse(child.stdout)).toEqual({ chats: 2_001, newest: ['m_2998', 'm_2999'], last: 'And on.' });
  }, 60_000);
});

describe('the place of the data', () => {
  it('may have spaces, quotes, emoji, percent signs, letters of any script and more than 260 letters (R92)', async () => {
    const odd = join(folder, "Ann's “data” 数据 🧭 & $HOME %TEMP% #1; [x]", ...Array.from({ length: 4 }, (_, n) => `${n}-${'long '.repeat(15)}end`));
    expect(odd.length).toBeGreaterThan(260);
    mkdirSync(odd, { recursive: true });
    const file = join(odd, 'portolan.json');
    const port = { add: (notice: Notice) => notices.push(notice) };
    const config = await openConfig({ path: file, notices: port, pollMs: 100, settleMs: 20 });
    await config.addServer({ name: '天气 🌦', launch: { kind: 'stdio', command: join(odd, 'a server'), args: ['--at', odd], env: {} }, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
    await config.close();
    const storage = open(odd);
    const { id } = storage.conversations.create(null);
    say(storage, id, 'm1', '你好');
    await storage.close();
    const again = await openConfig({ path: file, notices: port, pollMs: 100, settleMs: 20 });
    expect(again.current().servers.map(({ name, launch }) => [name, launch.kind === 'stdio' ? launch.args : []])).toEqual([['天气 🌦', ['--at', odd]]]);
    await again.close();
    const reopened = open(odd);
    expect(reopened.conversations.messages(id)).toHaveLength(1);
    await reopened.close();
    expect(notices).toEqual([]);
  });

  it('may hold copies that a program for folders in step made of a conflict: none is read, none is touched, and what was in use stays (R94)', async () => {
    const file = join(folder, 'portolan.json');
    const port = { add: (notice: Notice) => notices.push(notice) };
    const openIt = () => openConfig({ path: file, notices: port, pollMs: 100, settleMs: 20 });
    const entry = (name: string) => ({ name, launch: { kind: 'stdio' as const, command: name, args: [], env: {} }, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
    const config = await openIt();
    await config.addServer(entry('mine'));
    const copies = ["portolan (Ann's conflicted copy 2026-11-30).json", 'portolan.sync-conflict-20261130-101500-ABCDEFG.json', 'portolan-DESKTOP-7.json', 'portolan 2.json', 'conversations (1).db', 'conversations.sync-conflict-20261130-101500-ABCDEFG.db-wal', '.portolan.json.icloud'];
    const foreign = JSON.stringify({ mcpServers: { foreign: { command: 'foreign' } } });
    for (const name of copies) writeFileSync(join(folder, name), foreign);
    await config.addServer(entry('later'));
    await config.close();
    const storage = open();
    storage.conversations.create(null);
    await storage.close();
    const again = await openIt();
    expect(again.current().servers.map(({ name }) => name)).toEqual(['mine', 'later']);
    await again.close();
    const reopened = open();
    expect(reopened.conversations.list()).toHaveLength(1);
    await reopened.close();
    expect(notices).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(copies));
    for (const name of copies) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(foreign);
  });
});
