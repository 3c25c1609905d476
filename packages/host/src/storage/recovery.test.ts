import { spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { MessageId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import type { Notice } from '@portolan/contract/settings';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './open-storage.ts';

let folder: string;
let notices: Notice[];
const path = () => join(folder, 'conversations.db');
const open = (now = Date.now) => openStorage({ folder, notices: { add: (notice) => notices.push(notice) }, now });

function fill(storage: Storage, count: number): ConversationId {
  const { id } = storage.conversations.create(null);
  for (let n = 0; n < count; n++) {
    storage.conversations.append({
      id: MessageId.parse(`${id}-${n}`), conversationId: id, role: 'user', createdAt: n, parts: [{ type: 'text', text: `walrus ${n} ${'x'.repeat(500)}` }],
      status: 'complete', problem: null, model: null, usage: null, providerState: [],
    });
  }
  return id;
}

const reasonOf = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem.details['reason'] : error;
  }
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-recovery-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('opening storage', () => {
  it('makes a folder and file for this user only (A17)', async () => {
    folder = join(folder, 'made');
    await open().close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('refuses a file of a newer version and leaves it alone (R86)', async () => {
    await open().close();
    const later = new DatabaseSync(path());
    later.exec('PRAGMA user_version = 99');
    later.close();
    const bytes = readFileSync(path());
    expect(reasonOf(open)).toBe('newer');
    expect(readFileSync(path()).equals(bytes)).toBe(true);
  });

  it('migrates in one transaction after a copy, and a migration that fails changes nothing (O06)', async () => {
    const storage = open();
    fill(storage, 3);
    await storage.close();
    const backupFolder = join(folder, 'backups');
    const failing = [...migrations, 'CREATE TABLE extra (x); INSERT INTO nowhere VALUES (1);'];
    expect(() => new Database({ path: path(), backupFolder, migrations: failing })).toThrow('storage-failed');
    const good = new Database({ path: path(), backupFolder, migrations: [...migrations, 'CREATE TABLE extra (x);'] });
    expect(good.get('PRAGMA user_version')).toMatchObject({ user_version: migrations.length + 1 });
    expect(good.get('SELECT count(*) AS n FROM messages')).toMatchObject({ n: 3 });
    good.close();
    const copies = readdirSync(backupFolder).filter((file) => file.startsWith('before-version-'));
    expect(copies).toHaveLength(2);
    const copy = new DatabaseSync(join(backupFolder, String(copies[0])));
    expect(copy.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: migrations.length });
    expect(copy.prepare('SELECT count(*) AS n FROM messages').get()).toMatchObject({ n: 3 });
    copy.close();
  });
});

async function withBackup(): Promise<ConversationId> {
  const storage = open();
  const id = fill(storage, 50);
  await storage.close();
  // The backup of the first start was made before there was anything in it.
  rmSync(join(folder, 'backups'), { recursive: true });
  const again = open();
  await again.backup();
  fill(again, 5);
  await again.close();
  return id;
}
function damage(offset: number, length: number): void {
  const file = openSync(path(), 'r+');
  writeSync(file, Buffer.alloc(length, 0x5a), 0, length, offset);
  closeSync(file);
}
function corruptFiles(): string[] {
  return readdirSync(folder).filter((file) => file.includes('.corrupt-'));
}

describe('a damaged database', () => {
  it.each([
    ['its header is overwritten', () => damage(0, 100)],
    ['its schema page is overwritten', () => damage(100, 3900)],
    ['it is cut in half, after a kill', () => { writeFileSync(path(), readFileSync(path()).subarray(0, 40_000)); writeFileSync(`${path()}.suspect`, ''); }],
    ['pages in the middle are overwritten, after a kill', () => { damage(4096 * 3, 4096 * 12); writeFileSync(`${path()}.suspect`, ''); }],
    ['it is text', () => writeFileSync(path(), 'not a database, but longer than a header '.repeat(9))],
  ])('is set aside and the last backup used when %s (R86)', async (_, harm) => {
    const id = await withBackup();
    harm();
    const harmed = readFileSync(path());
    const storage = open();
    expect(storage.conversations.messages(id)).toHaveLength(50);
    expect(storage.conversations.search('walrus', 200).length).toBeGreaterThan(49);
    expect(notices.map((notice) => notice.kind)).toEqual(['storage-restored']);
    expect(notices[0]?.details['backup']).toMatch(/^conversations-\d{4}-\d\d-\d\d\.db$/);
    const [kept] = corruptFiles();
    expect(readFileSync(join(folder, String(kept))).equals(harmed)).toBe(true);
    expect(notices[0]?.details['corrupt']).toBe(join(folder, String(kept)));
    await storage.close();
    notices = [];
    await open().close();
    expect(notices).toEqual([]);
  });

  it('skips a backup that is damaged too, and starts empty when none is sound, losing no file', async () => {
    const id = await withBackup();
    const backups = join(folder, 'backups');
    const [good] = readdirSync(backups);
    writeFileSync(join(backups, 'conversations-2999-01-01.db'), 'rubbish');
    damage(0, 100);
    const restored = open();
    expect(restored.conversations.messages(id)).toHaveLength(50);
    await restored.close();
    writeFileSync(join(backups, String(good)), 'rubbish too');
    damage(0, 100);
    const empty = open();
    expect(empty.conversations.list()).toEqual([]);
    expect(notices.at(-1)?.details['backup']).toBe('');
    await empty.close();
    expect(corruptFiles()).toHaveLength(2);
  });

  it('found while running is checked at the next start', async () => {
    await withBackup();
    const storage = open();
    const before = storage.conversations.list().length;
    damage(4096 * 3, 4096 * 20);
    expect(reasonOf(() => { for (const { id } of storage.conversations.list()) storage.conversations.messages(id); storage.conversations.search('walrus', 50); })).toBe('corrupt');
    expect(existsSync(`${path()}.suspect`)).toBe(true);
    expect(notices).toMatchObject([{ kind: 'storage-read-only', problem: { code: 'storage-failed', details: { reason: 'corrupt' } } }]);
    notices = [];
    await storage.close();
    const again = open();
    expect(again.conversations.list().length).toBe(before - 1);
    expect(notices).toMatchObject([{ kind: 'storage-restored' }]);
    await again.close();
  });

  it('that is large is checked beside the work after a kill, and repaired at the next start (O06, R86)', async () => {
    const id = await withBackup();
    damage(4096 * 3, 4096 * 12);
    writeFileSync(`${path()}-wal`, 'left by a kill');
    const big = { folder, notices: { add: (notice: Notice) => void notices.push(notice) }, maxCheckedFirst: 1000 };
    const storage = openStorage(big);
    await storage.checked();
    expect(notices).toMatchObject([{ kind: 'storage-read-only', problem: { details: { reason: 'corrupt' } } }]);
    await storage.close();
    const repaired = openStorage(big);
    expect(repaired.conversations.messages(id)).toHaveLength(50);
    expect(notices.at(-1)?.kind).toBe('storage-restored');
    await repaired.checked();
    await repaired.close();
  });

  it('whose check was not finished is checked again', async () => {
    await withBackup();
    writeFileSync(`${path()}-wal`, 'left by a kill');
    const big = { folder, notices: { add: (notice: Notice) => void notices.push(notice) }, maxCheckedFirst: 1000 };
    await openStorage(big).close();
    expect(readFileSync(`${path()}.suspect`, 'utf8')).toBe('unchecked');
    const again = openStorage(big);
    await again.checked();
    await again.close();
    expect(notices).toEqual([]);
    expect(existsSync(`${path()}.suspect`)).toBe(false);
  });

  it('comes back from a backup when the file is gone (O06, R86)', async () => {
    const id = await withBackup();
    rmSync(path());
    const storage = open();
    expect(storage.conversations.messages(id)).toHaveLength(50);
    await storage.close();
  });

  it('completes a restore that was interrupted at any step (R97)', async () => {
    const id = await withBackup();
    const [backup] = readdirSync(join(folder, 'backups'));
    const copy = `${path()}.restoring`;
    // Killed while copying: the copy is not whole, the old file still stands.
    writeFileSync(copy, 'half');
    let storage = open();
    expect(storage.conversations.list()).toHaveLength(2);
    await storage.close();
    expect(existsSync(copy)).toBe(false);
    // Killed between setting the old file aside and moving the copy in.
    copyFileSync(join(folder, 'backups', String(backup)), copy);
    renameSync(path(), `${path()}.corrupt-x`);
    storage = open();
    expect(storage.conversations.messages(id)).toHaveLength(50);
    expect(notices).toMatchObject([{ kind: 'storage-restored' }]);
    await storage.close();
  });
});

describe('backups', () => {
  it('are one a day, the last seven kept, and sound', async () => {
    for (let day = 1; day <= 9; day++) {
      const storage = open(() => Date.UTC(2026, 0, day, 12));
      if (day === 1) fill(storage, 1);
      await storage.backup();
      await storage.close();
    }
    const files = readdirSync(join(folder, 'backups')).toSorted();
    expect(files).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `conversations-2026-01-0${day}.db`));
    const copy = new DatabaseSync(join(folder, 'backups', 'conversations-2026-01-09.db'));
    expect(copy.prepare('SELECT count(*) AS n FROM messages').get()).toMatchObject({ n: 1 });
    copy.close();
  });
});

describe('a disk that refuses', () => {
  it('ends in storage-failed with the reason, keeps what was there and works again when there is space (R82)', () => {
    const told: string[] = [];
    const database = new Database({ path: path(), backupFolder: join(folder, 'backups'), migrations, onFailure: (reason) => told.push(reason), onRecovered: () => told.push('recovered') });
    database.run("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('a', 'kept', 1, 1)");
    const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
    for (let extra = 0; extra < 8; extra++) {
      database.get(`PRAGMA max_page_count = ${pages + extra}`);
      const write = () => database.transaction(() => {
        for (let n = 0; n < 30; n++) database.run('INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, 1, 1)', `b${extra}-${n}`, 'x'.repeat(4000));
      });
      expect(reasonOf(write)).toBe('full');
      expect(database.all('SELECT id FROM conversations')).toHaveLength(1);
    }
    database.get('PRAGMA max_page_count = 1000000');
    database.run("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', 'after', 1, 1)");
    expect(database.all('SELECT id FROM conversations')).toHaveLength(2);
    expect([told[0], told.at(-1), told.filter((each) => each === 'recovered').length]).toEqual(['full', 'recovered', 1]);
    database.close();
  });

  it('is opened for reading when the folder can not be written, with a notice (R83)', async () => {
    const storage = open();
    const id = fill(storage, 2);
    await storage.close();
    const isRoot = process.getuid?.() === 0;
    const script = `
      const { openStorage } = await import(${JSON.stringify(new URL('./open-storage.ts', import.meta.url).href)});
      const notices = [];
      const storage = openStorage({ folder: ${JSON.stringify(folder)}, notices: { add: (notice) => notices.push(notice.kind) } });
      let reason = null;
      try { storage.conversations.create(null); } catch (error) { reason = error.problem.details.reason; }
      console.log(JSON.stringify({ notices, reason, messages: storage.conversations.messages(${JSON.stringify(id)}).length, found: storage.conversations.search('walrus', 9).length }));
      await storage.close();`;
    chmodSync(path(), 0o444);
    chmodSync(folder, 0o555);
    // Root may write anywhere: as root the child runs as nobody.
    if (isRoot) for (const file of [folder, path()]) chownSync(file, 65534, 65534);
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'], ...(isRoot ? { uid: 65534, gid: 65534 } : {}) });
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    chmodSync(folder, 0o755);
    expect(JSON.parse(output)).toEqual({ notices: ['storage-read-only'], reason: 'read-only', messages: 2, found: 3 });
  });
});

describe('kill -9 while writing', () => {
  it('loses nothing that was committed and leaves no half message (R87)', async () => {
    mkdirSync(folder, { recursive: true });
    const committed = new Map<string, number>();
    for (let run = 0; run < 6; run++) {
      const child = spawn(process.execPath, [new URL('./write-until-killed.ts', import.meta.url).pathname, folder, String(run)], { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      let errors = '';
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
        // A different number of writes each run, so that the kill falls at different points.
        if (output.split('\n').length > 5 + run * 7) child.kill('SIGKILL');
      });
      child.stderr.on('data', (chunk) => (errors += String(chunk)));
      await new Promise((resolve) => child.on('close', resolve));
      expect(errors).toBe('');
      for (const line of output.split('\n').slice(0, -1)) {
        const [id, length] = line.split(' ');
        committed.set(String(id), Number(length));
      }
    }
    expect(committed.size).toBeGreaterThan(50);
    const storage = open();
    expect(notices).toEqual([]);
    for (const [id, length] of committed) {
      const message = storage.conversations.message(MessageId.parse(id));
      expect(message).toMatchObject({ status: 'complete', parts: [{ type: 'text' }] });
      expect(message?.parts[0]?.type === 'text' && message.parts[0].text.length).toBe(length);
    }
    for (const cut of storage.conversations.streamingMessages()) expect(JSON.stringify(cut.parts)).toMatch(/^\[{"type":"text","text":"(message [^"]*)?"}\]$/);
    await storage.close();
  }, 120_000);
});
