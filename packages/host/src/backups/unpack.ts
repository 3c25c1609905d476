/** Unpacks a backup into a folder of its own, and believes none of it: names, sizes, hashes, and the shape of its database. */
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { HostError } from '@portolan/contract/errors';
import { migrations } from '../storage/migrations.ts';
import { storageReason } from '../storage/errors.ts';
import { databaseName, manifestName, readManifest, refuseBackup } from './manifest.ts';
import type { BackupEntry, Manifest } from './manifest.ts';

const maxManifest = 64 * 1024 * 1024;

/** @throws {HostError} `backup-refused`; what was unpacked is then gone */
export async function unpackBackup(file: string, folder: string, sealKey: Uint8Array): Promise<{ manifest: Manifest; isOwn: boolean }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      return await unpack(zip, folder, sealKey);
    } finally {
      zip.close();
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (error instanceof HostError) throw error;
    if (storageReason(error) === 'full') refuseBackup('room', error);
    return refuseBackup('damaged', error);
  }
}

async function unpack(zip: ZipFile, folder: string, sealKey: Uint8Array): Promise<{ manifest: Manifest; isOwn: boolean }> {
  const found = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (found.has(entry.fileName) || found.size > 200_001) refuseBackup('damaged');
    found.set(entry.fileName, entry);
  }
  const head = found.get(manifestName);
  if (!head) refuseBackup('not-a-backup');
  if (head.uncompressedSize > maxManifest) refuseBackup('damaged');
  const chunks: Buffer[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(head)) as AsyncIterable<Buffer>) chunks.push(chunk);
  const read = readManifest(Buffer.concat(chunks).toString('utf8'), sealKey);
  const { manifest, isOwn } = read;
  if (manifest.database > migrations.length) refuseBackup('newer');
  if (found.size !== manifest.entries.length + 1) refuseBackup('damaged');
  for (const entry of manifest.entries) {
    const packed = found.get(entry.path);
    if (!packed || packed.uncompressedSize !== entry.bytes || packed.isEncrypted()) refuseBackup('damaged');
    // oxlint-disable-next-line no-await-in-loop -- one file at a time: bounded memory
    await unpackEntry(zip, packed, entry, join(folder, ...entry.path.split('/')));
  }
  checkDatabase(join(folder, databaseName), manifest, isOwn);
  return read;
}

async function unpackEntry(zip: ZipFile, packed: Entry, entry: BackupEntry, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // `wx` follows no link and overwrites nothing.
  await pipeline(await zip.openReadStreamPromise(packed), hashing, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  const sum = hash.digest('hex');
  // A file that was attached is known by the hash of its bytes, here as there.
  if (sum !== entry.sha256 || (entry.path.startsWith('files/') && !entry.path.endsWith(`/${sum}`))) refuseBackup('damaged');
}

/**
 * A database can hold more than rows: a trigger that somebody put there would run in ours. So it must be built as its version was.
 * Of another installation's the standing permissions go, what was accepted of tools, and what goes on at servers: who wrote them is not known.
 */
function checkDatabase(path: string, { database, holds }: Manifest, isOwn: boolean): void {
  const expected = new DatabaseSync(':memory:');
  const given = new DatabaseSync(path, { allowExtension: false, defensive: true, enableDoubleQuotedStringLiterals: false });
  try {
    given.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    if (given.prepare('PRAGMA user_version').get()?.['user_version'] !== database) refuseBackup('damaged');
    for (const sql of migrations.slice(0, database)) expected.exec(sql);
    if (shapeOf(given) !== shapeOf(expected)) refuseBackup('shape');
    if (given.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] !== 'ok') refuseBackup('damaged');
    const chats = given.prepare('SELECT count(*) AS n FROM conversations WHERE removed_at IS NULL').get()?.['n'];
    if (chats !== holds.chats) refuseBackup('damaged');
    if (!isOwn) distrust(given);
  } finally {
    given.close();
    expected.close();
  }
}

/** What the host believes because the person said it here. */
const trusted = ['rules', 'server_permissions', 'permission_profile', 'pins', 'pinned_servers', 'pinned_packages', 'calls', 'tool_choices'];

function distrust(db: DatabaseSync): void {
  for (const table of trusted) if (hasTable(db, table)) db.exec(`DELETE FROM ${table}`);
  // Servers are asked about no task that somebody else wrote down, and whoever wrote this has switched no scripts on here.
  if (hasTable(db, 'jobs')) db.prepare("UPDATE jobs SET state = 'lost', problem = json_object('code', 'call-lost', 'details', json_object('reason', 'task-lost', 'server', server_name, 'tool', tool), 'at', ?1), ended_at = ?1 WHERE ended_at IS NULL").run(Date.now());
  if (hasColumn(db, 'conversations', 'runs_scripts')) db.exec('UPDATE conversations SET runs_scripts = 0');
  if (hasTable(db, 'chat_profiles')) db.exec("UPDATE chat_profiles SET json = json_remove(json, '$.runsScripts') WHERE json_valid(json)");
}

function hasColumn(db: DatabaseSync, table: string, column: string): boolean {
  return db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function shapeOf(db: DatabaseSync): string {
  const rows = db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name").all();
  return JSON.stringify(rows.map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, typeof sql === 'string' ? sql.replaceAll(/\s+/g, ' ') : sql]));
}
