import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { BackupPreview, BackupView } from '@portolan/contract/backups';
import { FileHash } from '@portolan/contract/files';
import { ProfileId, ServerId, TemplateId } from '@portolan/contract/ids';
import { ZipFile } from 'yazl';
import { stored } from '../../test/stored-message.ts';
import { openConfig } from '../config/config-file.ts';
import { loadKey } from '../secrets/key-file.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { BackupService } from './backup-service.ts';
import { finishRestore } from './finish-restore.ts';
import { configWithoutSecrets } from './open-config.ts';
import { unpackBackup } from './unpack.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  // oxlint-disable-next-line no-await-in-loop
  for (const close of opened.splice(0).toReversed()) await close();
});

const notices = { add: () => undefined };
const bytes = Buffer.from('an attached file');
const hash = createHash('sha256').update(bytes).digest('hex');

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder with a chat, a rule, a server with a key in the open, and a file. */
async function open(folder: string, text = 'The first chat') {
  if (!existsSync(join(folder, 'portolan.json'))) writeFileSync(join(folder, 'portolan.json'), '{\n  // my servers\n  "mcpServers": { "mail": { "command": "mail", "env": { "MAIL_TOKEN": "tok-very-secret-1234", "REGION": "eu" } } }\n}\n');
  mkdirSync(join(folder, 'files', hash.slice(0, 2)), { recursive: true });
  writeFileSync(join(folder, 'files', hash.slice(0, 2), hash), bytes);
  const storage = openStorage({ folder, notices });
  const chat = storage.conversations.create(null);
  storage.conversations.append(stored('user', [text], { conversationId: chat.id }));
  const config = await openConfig({ path: join(folder, 'portolan.json'), notices });
  const state = { restarts: 0 };
  const service = new BackupService({
    dataDir: folder,
    version: '1.2.3',
    config,
    secrets: () => [{ kind: 'provider', name: 'OpenAI' }],
    certain: () => [],
    holds: () => ({ chats: storage.conversations.list().length, messages: 0 }),
    isReadOnly: false,
    restart: () => (state.restarts += 1),
  });
  await service.open();
  const close = async () => {
    await service[Symbol.asyncDispose]();
    await config.close();
    await storage.close();
  };
  let isClosed = false;
  const once = async () => {
    if (!isClosed) await close();
    isClosed = true;
  };
  opened.push(once);
  return { folder, storage, config, service, state, close: once };
}

async function made(service: BackupService): Promise<BackupView> {
  for await (const event of service.make(new AbortController().signal)) if (event.type === 'made') return event.backup;
  throw new Error('no backup was made');
}

const jobServer = { id: ServerId.parse('s1'), name: 'mail', launchHash: 'l' };

/** What a day's work leaves behind. */
function lived(storage: Storage) {
  const project = storage.projects.create('Kitchen').id;
  storage.projects.update(project, { instructions: 'Be brief.', servers: [jobServer.id] });
  storage.projects.addFile(project, FileHash.parse(hash), 'notes.txt');
  storage.profiles.put(ProfileId.parse('pf_1'), 'Work', { model: null, parameters: {}, instructions: 'Mine.', servers: [], runsScripts: true });
  const chat = storage.conversations.create(null, project).id;
  storage.conversations.setProfile(chat, ProfileId.parse('pf_1'));
  storage.conversations.setRunsScripts(chat, true);
  const { id: jobId } = storage.jobs.save(jobServer, { taskId: 'task', tool: 'index', era: 'modern', createdAt: 1, answered: [] });
  return { project, chat, jobId };
}

const titles = (storage: Storage): string[] => storage.conversations.list().map(({ title }) => title);

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/config\.key|backups/.test(join(entry.parentPath, entry.name)));
  return Object.fromEntries(files.map((entry) => [join(entry.parentPath, entry.name).slice(folder.length), readFileSync(join(entry.parentPath, entry.name)).toString('base64')]));
}

describe('a backup of everything (C12)', () => {
  it('comes back as it was: chats, configuration, files; and what stood there is backed up first', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    const backup = await made(first.service);
    expect((await first.service.list()).backups).toEqual([backup]);
    const chat = first.storage.conversations.create(null);
    first.storage.conversations.append(stored('user', ['Said later'], { conversationId: chat.id }));
    writeFileSync(join(folder, 'portolan.json'), '{ "mcpServers": {} }');
    await rm(join(folder, 'files', hash.slice(0, 2), hash));
    const preview = await first.service.look({ name: backup.name });
    expect(preview).toMatchObject({ version: '1.2.3', isOwn: true, holds: { chats: 1, messages: 1, servers: ['mail'], files: 1 }, replaces: { chats: 2 }, secrets: [{ kind: 'provider', name: 'OpenAI' }, { kind: 'server', name: 'mail' }] } satisfies Partial<Record<keyof BackupPreview, unknown>>);
    const before = await first.service.restore(preview.lookId);
    expect(first.state.restarts).toBe(1);
    expect(titles(first.storage)).toHaveLength(2);
    await first.close();

    expect(finishRestore(folder)).toBe(before);
    const again = openStorage({ folder, notices });
    expect(titles(again)).toEqual(['The first chat']);
    await again.close();
    expect(readFileSync(join(folder, 'files', hash.slice(0, 2), hash))).toEqual(bytes);
    expect(readFileSync(join(folder, 'portolan.json'), 'utf8')).toContain('"MAIL_TOKEN": "${secret:MAIL_TOKEN}"');
    expect(finishRestore(folder)).toBeNull();
    expect(readdirSync(folder).filter((name) => /restor|looked/.test(name))).toEqual([]);

    // And back again: the backup made before is one like any other.
    const second = await open(folder, 'Third');
    const earlier = await second.service.look({ name: before });
    expect(earlier.holds.chats).toBe(2);
    await second.service.restore(earlier.lookId);
    await second.close();
    finishRestore(folder);
    const last = openStorage({ folder, notices });
    expect(titles(last).toSorted()).toEqual(['Said later', 'The first chat']);
    await last.close();
  });

  it('carries profiles, which one new chats begin with, and prompt templates (C11, C12)', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    const profile = { model: null, parameters: { temperature: 1 }, instructions: 'Be brief.', servers: [] };
    const template = { description: '', text: 'Greet {{who}}', bound: {} };
    first.storage.profiles.put(ProfileId.parse('pf_1'), 'Work', profile);
    first.storage.profiles.setDefault(ProfileId.parse('pf_1'));
    first.storage.templates.put(TemplateId.parse('pt_1'), 'greet', template);
    const backup = await made(first.service);
    first.storage.profiles.put(ProfileId.parse('pf_1'), 'Changed later', { ...profile, instructions: 'Be long.' });
    first.storage.templates.remove(TemplateId.parse('pt_1'));
    const preview = await first.service.look({ name: backup.name });
    await first.service.restore(preview.lookId);
    await first.close();
    finishRestore(folder);
    const again = openStorage({ folder, notices });
    expect(again.profiles.list()).toMatchObject([{ name: 'Work', value: profile, removedAt: null }]);
    expect(again.profiles.defaultId()).toBe('pf_1');
    expect(again.templates.list()).toMatchObject([{ name: 'greet', value: template, removedAt: null }]);
    await again.close();
  });

  it('carries projects with their files and instructions, switches of chats, and jobs that go on (C10, C12, C17, C18)', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    const { storage } = first;
    const { project, chat, jobId } = lived(storage);
    const backup = await made(first.service);
    storage.projects.update(project, { name: 'Changed later', instructions: '', servers: null });
    storage.projects.removeFile(project, FileHash.parse(hash));
    storage.conversations.setProject(chat, null);
    await first.service.restore((await first.service.look({ name: backup.name })).lookId);
    await first.close();
    finishRestore(folder);
    const again = openStorage({ folder, notices });
    expect(again.projects.known(project)).toMatchObject({ name: 'Kitchen', instructions: 'Be brief.', servers: ['s1'] });
    expect(again.projects.files(project)).toEqual([{ hash, name: 'notes.txt' }]);
    expect(readFileSync(join(folder, 'files', hash.slice(0, 2), hash))).toEqual(bytes);
    expect(again.conversations.get(chat)).toMatchObject({ projectId: project, profileId: 'pf_1', runsScripts: true });
    expect(again.profiles.get(ProfileId.parse('pf_1'))?.value).toMatchObject({ runsScripts: true });
    expect(again.jobs.records(jobServer)).toMatchObject([{ taskId: 'task' }]);
    expect(again.jobs.get(jobId)).toMatchObject({ state: 'working', endedAt: null });
    await again.close();
  });

  it('of another installation asks no server about its jobs, and has no scripts switched on (C17, C18, P17)', async () => {
    const first = await open(await newFolder());
    const { project, chat, jobId } = lived(first.storage);
    const { name } = await made(first.service);
    const otherFolder = await newFolder();
    mkdirSync(join(otherFolder, 'backups'));
    await cp(join(first.folder, 'backups', name), join(otherFolder, 'backups', name));
    const other = await open(otherFolder);
    await other.service.restore((await other.service.look({ name })).lookId);
    await other.close();
    finishRestore(otherFolder);
    const again = openStorage({ folder: otherFolder, notices });
    expect(again.jobs.records(jobServer)).toEqual([]);
    expect(again.jobs.open(jobServer)).toEqual([]);
    // Its chat is told at the next start, as of any job that ended.
    expect(again.jobs.untold()).toMatchObject([{ id: jobId, state: 'lost', problem: { code: 'call-lost', details: { reason: 'task-lost', server: 'mail', tool: 'index' } } }]);
    expect(again.conversations.get(chat)).toMatchObject({ projectId: project, profileId: 'pf_1' });
    expect(again.conversations.get(chat)?.runsScripts).toBeUndefined();
    expect(again.profiles.get(ProfileId.parse('pf_1'))?.value).toEqual({ model: null, parameters: {}, instructions: 'Mine.', servers: [] });
    expect(again.projects.known(project)).toMatchObject({ instructions: 'Be brief.' });
    await again.close();
  });

  it('holds no secret: values in the open are named instead, wherever the configuration has them', async () => {
    const { service, config, folder } = await open(await newFolder());
    const { name } = await made(service);
    const target = join(folder, 'unpacked');
    await unpackBackup(join(folder, 'backups', name), target, config.sealKey);
    expect(Object.values(contents(target)).map((text) => Buffer.from(text, 'base64').toString('latin1')).join('')).not.toContain('tok-very-secret');
    const text = readFileSync(join(target, 'portolan.json'), 'utf8');
    expect(text).toContain('// my servers');
    expect(text).toContain('"REGION": "eu"');
    expect(configWithoutSecrets('{ "mcpServers": {} } // sk-live-abcdefgh', config.sealKey, ['sk-live-abcdefgh']).text).not.toContain('sk-live');
  });

  it('of another installation brings no permission along, and says whose it is not', async () => {
    const first = await open(await newFolder());
    first.storage.pinnedPackages.keep(ServerId.parse('s1'), { spec: 'a', version: '1', integrity: null });
    const { name } = await made(first.service);
    const otherFolder = await newFolder();
    mkdirSync(join(otherFolder, 'backups'));
    await cp(join(first.folder, 'backups', name), join(otherFolder, 'backups', name));
    const other = await open(otherFolder);
    const preview = await other.service.look({ name });
    expect(preview.isOwn).toBe(false);
    await other.service.restore(preview.lookId);
    await other.close();
    const coming = new DatabaseSync(join(otherFolder, 'restoring', 'conversations.db'));
    expect(coming.prepare('SELECT count(*) AS n FROM pinned_packages').get()).toEqual({ n: 0 });
    expect(coming.prepare('SELECT count(*) AS n FROM conversations').get()).toEqual({ n: 1 });
    coming.close();
  });

  it('is refused, and nothing is changed, wherever it is cut or a bit of it is turned', async () => {
    const { service, config, folder } = await open(await newFolder());
    const { name } = await made(service);
    const whole = readFileSync(join(folder, 'backups', name));
    const before = contents(folder);
    const target = join(folder, 'unpacked');
    const file = join(folder, 'tried.zip');
    const refusal = async (tried: Buffer) => {
      writeFileSync(file, tried);
      return unpackBackup(file, target, config.sealKey).then(
        ({ isOwn }) => `taken ${isOwn}`,
        (error: unknown) => String(Reflect.get(Object(error), 'name')),
      );
    };
    const step = Math.max(1, Math.floor(whole.length / 40));
    for (let at = 0; at < whole.length; at += step) {
      // oxlint-disable no-await-in-loop
      expect([at, await refusal(whole.subarray(0, at))]).toEqual([at, 'HostError']);
      const flipped = Buffer.from(whole);
      flipped[at + (step >> 1)] = (flipped[at + (step >> 1)] ?? 0) ^ 0x10;
      const outcome = await refusal(flipped);
      // oxlint-enable no-await-in-loop
      // Dates and attributes of entries are read by nobody, and a turned seal makes it a stranger's; what is taken is byte for byte what was backed up.
      if (outcome !== 'HostError') expect(['taken true', 'taken false']).toContain(outcome);
    }
    await rm(target, { recursive: true, force: true });
    await rm(file);
    expect(contents(folder)).toEqual(before);
  });

  it.each<[string, (files: Map<string, Buffer>) => void, string]>([
    ['something else', (files) => files.delete('manifest.json'), 'not-a-backup'],
    ['a later version', (files) => files.set('manifest.json', changed(files, { version: 2 })), 'newer'],
    ['a database of a later version', (files) => files.set('manifest.json', changed(files, { database: 9_999 })), 'newer'],
    ['a file that is not listed', (files) => files.set('../config.key', Buffer.alloc(32)), 'damaged'],
    ['a list with a path that leads out', (files) => files.set('manifest.json', changed(files, { entries: [{ path: '../../x', bytes: 1, sha256: 'a'.repeat(64) }] })), 'not-a-backup'],
    ['a database with a trigger of its own', (files) => replaceDatabase(files, (db) => db.exec("CREATE TRIGGER own AFTER INSERT ON messages BEGIN INSERT INTO mutes (id, server_id, server_name, since) VALUES ('a','a','a',1); END")), 'shape'],
    ['a database with a view in the place of a table', (files) => replaceDatabase(files, (db) => db.exec("DROP TABLE mutes; CREATE VIEW mutes AS SELECT 1 AS id")), 'shape'],
  ])('is refused when it is %s', async (_name, change, reason) => {
    const { service, config, folder } = await open(await newFolder());
    const { name } = await made(service);
    const unpacked = join(folder, 'unpacked');
    await unpackBackup(join(folder, 'backups', name), unpacked, config.sealKey);
    const files = new Map<string, Buffer>(['conversations.db', 'portolan.json', `files/${hash.slice(0, 2)}/${hash}`].map((path) => [path, readFileSync(join(unpacked, path))] as const));
    files.set('manifest.json', await manifestOf(join(folder, 'backups', name)));
    change(files);
    const archive = new ZipFile();
    for (const [path, data] of files) archive.addBuffer(data, path.replace('../', 'xx/'), {});
    archive.end();
    const packed = await buffer(archive.outputStream);
    writeFileSync(join(folder, 'tried.zip'), Buffer.from(packed.toString('latin1').replaceAll('xx/config.key', '../config.key'), 'latin1'));
    await expect(unpackBackup(join(folder, 'tried.zip'), unpacked, config.sealKey)).rejects.toMatchObject({ problem: { code: 'backup-refused', details: { reason } } });
    expect(existsSync(unpacked)).toBe(false);
  });

  it('goes through at the next start, wherever the one before was interrupted', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    const { name } = await made(first.service);
    const chat = first.storage.conversations.create(null);
    first.storage.conversations.append(stored('user', ['Said later'], { conversationId: chat.id }));
    const { lookId } = await first.service.look({ name });
    await first.service.restore(lookId);
    await first.close();
    for (let survives = 0; ; survives++) {
      const copy = await newFolder();
      // oxlint-disable-next-line no-await-in-loop
      await cp(folder, copy, { recursive: true });
      writeFileSync(join(copy, 'conversations.db-wal'), 'what a crash left');
      let left = survives;
      let isDone = true;
      try {
        finishRestore(copy, { move: (from, to) => { if (left-- <= 0) throw new Error('power cut'); renameSync(from, to); } });
      } catch {
        isDone = false;
      }
      finishRestore(copy);
      const storage = openStorage({ folder: copy, notices });
      expect([survives, titles(storage)]).toEqual([survives, ['The first chat']]);
      // oxlint-disable-next-line no-await-in-loop
      await storage.close();
      expect(existsSync(join(copy, 'restoring'))).toBe(false);
      if (isDone) break;
    }
  });

  it('that was not yet whole on its way in is dropped', async () => {
    const folder = await newFolder();
    mkdirSync(join(folder, 'restoring'), { recursive: true });
    writeFileSync(join(folder, 'restoring', 'conversations.db'), 'half');
    expect(finishRestore(folder)).toBeNull();
    expect(existsSync(join(folder, 'restoring'))).toBe(false);
  });

  it('that is stopped leaves nothing', async () => {
    const { service, folder } = await open(await newFolder());
    const stop = new AbortController();
    stop.abort();
    await expect(service.make(stop.signal).next()).rejects.toMatchObject({ problem: { code: 'cancelled' } });
    expect(readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('everything'))).toEqual([]);
    expect(loadKey(join(folder, 'config.key'))).toHaveLength(32);
  });
});

async function manifestOf(path: string): Promise<Buffer> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'manifest.json') continue;
    const text = await buffer(await zip.openReadStreamPromise(entry));
    zip.close();
    return text;
  }
  throw new Error('no manifest');
}

/** With the seal that stood there: whoever changes it cannot make another. */
function changed(files: Map<string, Buffer>, change: Record<string, unknown>): Buffer {
  const { body, seal } = JSON.parse(String(files.get('manifest.json'))) as { body: string; seal: string };
  return Buffer.from(JSON.stringify({ body: JSON.stringify({ ...(JSON.parse(body) as object), ...change }), seal }));
}

function replaceDatabase(files: Map<string, Buffer>, change: (db: DatabaseSync) => void): void {
  const path = join(tmpdir(), `portolan-backup-${process.pid}-${Date.now()}.db`);
  writeFileSync(path, files.get('conversations.db') ?? '');
  const db = new DatabaseSync(path);
  change(db);
  db.close();
  const data = readFileSync(path);
  void rm(path, { force: true });
  files.set('conversations.db', data);
  const { body } = JSON.parse(String(files.get('manifest.json'))) as { body: string };
  const { entries } = JSON.parse(body) as { entries: { path: string }[] };
  files.set('manifest.json', changed(files, { entries: entries.map((entry) => (entry.path === 'conversations.db' ? { ...entry, bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') } : entry)) }));
}
