/** Makes a backup beside the work: a snapshot of the database, then one archive, in its place only when it is whole. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import { configName, databaseName, manifestName, writeManifest } from './manifest.ts';
import type { BackupEntry } from './manifest.ts';
import type { MakeJob, MakeNews } from './make-job.ts';

const job: MakeJob = workerData;
const tell = (news: MakeNews) => parentPort?.postMessage(news);
const snapshot = `${job.target}.db`;
const partial = `${job.target}.partial`;

interface Source extends BackupEntry {
  file: string | null;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/** Under the names that their hashes are. */
function attached(): string[] {
  return folderOf(job.files)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => folderOf(join(job.files, name)).filter((file) => /^[0-9a-f]{64}$/.test(file)).map((file) => `${name}/${file}`));
}

function folderOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function takeSnapshot(): { version: number; chats: number; messages: number; projects: number } {
  const source = new DatabaseSync(job.database, { readOnly: true, timeout: 20_000 });
  try {
    source.prepare('VACUUM INTO ?').run(snapshot);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(snapshot, { readOnly: true });
  try {
    const number = (sql: string): number => Number(Object.values(copy.prepare(sql).get() ?? {})[0] ?? 0);
    return { version: number('PRAGMA user_version'), chats: number('SELECT count(*) FROM conversations WHERE removed_at IS NULL'), messages: number('SELECT count(*) FROM messages'), projects: number('SELECT count(*) FROM projects WHERE removed_at IS NULL') };
  } finally {
    copy.close();
  }
}

async function make(): Promise<void> {
  const { version, chats, messages, projects } = takeSnapshot();
  tell({ kind: 'progress', part: 0.2 });
  const config = Buffer.from(job.config);
  const sources: Source[] = [
    { path: configName, bytes: config.length, sha256: createHash('sha256').update(config).digest('hex'), file: null },
    { path: databaseName, bytes: statSync(snapshot).size, sha256: await hashOf(snapshot), file: snapshot },
  ];
  for (const name of attached()) {
    const file = join(job.files, name);
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    sources.push({ path: `files/${name}`, bytes: statSync(file).size, sha256: await hashOf(file), file });
  }
  const holds = { chats, messages, servers: job.servers, providers: job.providers, files: sources.length - 2, projects };
  const entries = sources.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(writeManifest({ format: 'portolan-backup', version: 1, app: job.app, at: job.at, database: version, entries, holds, secrets: job.secrets }, job.sealKey)), manifestName);
  for (const { path, file } of sources) {
    if (file === null) archive.addBuffer(config, path);
    // What was attached is mostly packed already.
    else archive.addFile(file, path, { compress: file === snapshot });
  }
  archive.end();
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  let written = 0;
  let toldAt = 0;
  archive.outputStream.on('data', (chunk: Buffer) => {
    written += chunk.length;
    if (Date.now() - toldAt < 100) return;
    toldAt = Date.now();
    tell({ kind: 'progress', part: Math.min(0.99, 0.2 + (0.8 * written) / Math.max(1, total)) });
  });
  await pipeline(archive.outputStream, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
  const whole = await open(partial, 'r+');
  await whole.sync();
  await whole.close();
  renameSync(partial, job.target);
  tell({ kind: 'made', holds });
}

try {
  await make();
} finally {
  for (const leftover of [snapshot, `${snapshot}-journal`, partial]) rmSync(leftover, { force: true });
}
