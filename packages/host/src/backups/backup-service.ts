/** Backups of everything: made, listed, looked over, put back (C12). */
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BackupName, maxBackup } from '@portolan/contract/backups';
import type { BackupHolds, BackupPreview, BackupSecret, BackupView } from '@portolan/contract/backups';
import type { EventOf, InputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { uploadChunk } from '@portolan/contract/uploads';
import { filesFolder } from '../files/open-files.ts';
import type { ConfigState } from '../ports.ts';
import { asStorageError } from '../storage/errors.ts';
import { syncFolder } from '../durable-file.ts';
import { refuseUpload } from '../uploads/refusal.ts';
import { Staging } from '../uploads/staging.ts';
import { restoringFolder, restoringMark } from './finish-restore.ts';
import type { MakeJob, MakeNews } from './make-job.ts';
import { databaseName, refuseBackup } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { configWithoutSecrets } from './open-config.ts';

export interface BackupDeps {
  dataDir: string;
  version: string;
  config: { readonly path: string; readonly sealKey: Buffer; current(): Pick<ConfigState, 'servers' | 'providers'> };
  /** For whom secrets are kept. */
  secrets(): BackupSecret[];
  /** Values that are secret beyond doubt. */
  certain(): readonly string[];
  holds(): Pick<BackupHolds, 'chats' | 'messages' | 'projects'>;
  isReadOnly: boolean;
  /** Ends this host; the next one finishes what was begun. */
  restart(): void;
  now?: () => number;
}

interface Looked {
  folder: string;
  manifest: Manifest;
}

export class BackupService implements AsyncDisposable {
  readonly staging: Staging;
  readonly #deps: BackupDeps;
  readonly #folder: string;
  readonly #lookFolder: string;
  readonly #looked = new Map<string, Looked>();
  readonly #running = new Set<Worker>();

  constructor(deps: BackupDeps) {
    this.#deps = deps;
    this.#folder = join(deps.dataDir, 'backups');
    this.#lookFolder = join(deps.dataDir, 'backups-looked');
    this.staging = new Staging(join(deps.dataDir, 'backups-staging'), { max: maxBackup, refuse: refuseUpload, gone: 'upload-gone' });
  }

  /** What an earlier host left of uploads and of what it looked at is removed. */
  async open(): Promise<void> {
    await this.staging.clear();
    await rm(this.#lookFolder, { recursive: true, force: true });
  }

  async list(): Promise<{ folder: string; backups: BackupView[] }> {
    const names = await readdir(this.#folder).catch(() => []);
    const backups = await Promise.all(names.flatMap((name) => (BackupName.safeParse(name).success ? [this.#view(name)] : [])));
    return { folder: this.#folder, backups: backups.toSorted((a, b) => b.at - a.at) };
  }

  async *make(signal: AbortSignal, isBeforeRestore = false): AsyncGenerator<EventOf<'backups/make'>> {
    const { config, dataDir, version } = this.#deps;
    const at = (this.#deps.now ?? Date.now)();
    const name = `everything-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}${isBeforeRestore ? '-before-restore' : ''}.zip`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => Promise.reject(asStorageError(error)));
    const { servers, providers } = config.current();
    const clean = await this.#config();
    const known = new Set(this.#deps.secrets().map((secret) => `${secret.kind} ${secret.name}`));
    const job: MakeJob = {
      database: join(dataDir, databaseName),
      files: filesFolder(dataDir),
      config: clean.text,
      target: join(this.#folder, name),
      app: version,
      at,
      servers: servers.map((server) => server.name),
      providers: providers.map((provider) => provider.name),
      secrets: [...this.#deps.secrets(), ...clean.withSecrets.filter((server) => !known.has(`server ${server}`)).map((server): BackupSecret => ({ kind: 'server', name: server }))],
      sealKey: config.sealKey,
    };
    const thread = this.#start('make-worker.ts', job);
    const gone = new AbortController();
    thread.on('exit', () => gone.abort());
    let isMade = false;
    try {
      for await (const [news] of on(thread, 'message', { signal: AbortSignal.any([signal, gone.signal]) }) as AsyncIterable<[MakeNews]>) {
        if (news.kind === 'progress') yield { type: 'progress', part: news.part };
        else {
          isMade = true;
          yield { type: 'made', backup: await this.#view(name) };
          return;
        }
      }
    } catch (error) {
      if (signal.aborted) throw new HostError('cancelled', {}, { cause: error });
      throw asStorageError(error);
    } finally {
      await this.#end(thread);
      if (!isMade) await Promise.all(['', '.db', '.db-journal', '.partial'].map((suffix) => rm(join(this.#folder, name + suffix), { force: true })));
    }
  }

  async *save(name: BackupName): AsyncGenerator<{ data: string }> {
    try {
      for await (const chunk of createReadStream(join(this.#folder, name), { highWaterMark: uploadChunk }) as AsyncIterable<Buffer>) yield { data: chunk.toString('base64') };
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async remove(name: BackupName): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** Errors: `backup-refused`, `upload-gone`. What was sent is let go either way. */
  async look(from: InputOf<'backups/look'>['from']): Promise<BackupPreview> {
    const file = 'name' in from ? join(this.#folder, from.name) : (await this.staging.complete(from.stagedId)).file;
    const lookId = randomBytes(12).toString('base64url');
    const folder = join(this.#lookFolder, lookId);
    try {
      const { manifest, isOwn } = await this.#unpack(file, folder);
      this.#looked.set(lookId, { folder, manifest });
      const { servers, providers } = this.#deps.config.current();
      const { at, app, holds, secrets } = manifest;
      const files = (await readdir(filesFolder(this.#deps.dataDir), { recursive: true }).catch(() => [])).filter((name) => /[0-9a-f]{64}$/.test(name)).length;
      return { lookId, at, version: app, isOwn, holds, secrets, replaces: { ...this.#deps.holds(), servers: servers.map(({ name }) => name), providers: providers.map(({ name }) => name), files } };
    } finally {
      if ('stagedId' in from) await this.staging.discard(from.stagedId);
    }
  }

  async leave(lookId: string): Promise<void> {
    const looked = this.#looked.get(lookId);
    this.#looked.delete(lookId);
    if (looked) await rm(looked.folder, { recursive: true, force: true });
  }

  /** Until the mark is written nothing has changed; from then on the next start goes through with it. */
  async restore(lookId: string): Promise<BackupName> {
    const looked = this.#looked.get(lookId);
    if (!looked) throw new HostError('upload-gone');
    if (this.#deps.isReadOnly) throw new HostError('storage-failed', { reason: 'read-only' });
    const before = await this.#backUpFirst();
    const { dataDir } = this.#deps;
    const folder = restoringFolder(dataDir);
    try {
      await rm(folder, { recursive: true, force: true });
      await rename(looked.folder, folder);
      // Without one, those of before would stay.
      await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
      this.#looked.delete(lookId);
      const mark = await open(`${restoringMark(dataDir)}.new`, 'wx', 0o600);
      await mark.writeFile(JSON.stringify({ aside: `replaced-${new Date((this.#deps.now ?? Date.now)()).toISOString().replaceAll(/[:.]/g, '-')}`, before }));
      await mark.sync();
      await mark.close();
      await rename(`${restoringMark(dataDir)}.new`, restoringMark(dataDir));
      await syncFolder(folder);
    } catch (error) {
      throw asStorageError(error);
    }
    this.#deps.restart();
    return before;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((thread) => this.#end(thread)));
    await this.staging.close();
    await rm(this.#lookFolder, { recursive: true, force: true });
  }

  async #backUpFirst(): Promise<BackupName> {
    for await (const event of this.make(new AbortController().signal, true)) if (event.type === 'made') return event.backup.name;
    throw new HostError('internal');
  }

  async #config(): Promise<{ text: string; withSecrets: string[] }> {
    const text = await readFile(this.#deps.config.path, 'utf8').catch(() => '{}');
    try {
      return configWithoutSecrets(text, this.#deps.config.sealKey, this.#deps.certain());
    } catch (error) {
      throw error instanceof HostError ? error : new HostError('config-broken', {}, { cause: error });
    }
  }

  async #unpack(file: string, folder: string): Promise<{ manifest: Manifest; isOwn: boolean }> {
    await mkdir(this.#lookFolder, { recursive: true, mode: 0o700 });
    const thread = this.#start('look-worker.ts', { file, folder, sealKey: this.#deps.config.sealKey });
    const done = new AbortController();
    const exit = once(thread, 'exit', { signal: done.signal }).then(() => refuseBackup('damaged'));
    try {
      const [news]: [({ kind: 'looked'; manifest: Manifest; isOwn: boolean } | { kind: 'refused'; problem: Problem })?] = await Promise.race([once(thread, 'message', { signal: done.signal }), exit]) as never;
      if (news?.kind === 'looked') return news;
      throw news?.kind === 'refused' ? HostError.fromProblem(news.problem) : new HostError('internal');
    } catch (error) {
      if (error instanceof HostError) throw error;
      return refuseBackup('damaged', error);
    } finally {
      done.abort();
      await Promise.allSettled([exit]);
      await this.#end(thread);
    }
  }

  #start(file: string, workerData: unknown): Worker {
    const thread = new Worker(new URL(file, import.meta.url), { workerData });
    this.#running.add(thread);
    return thread;
  }

  async #end(thread: Worker): Promise<void> {
    this.#running.delete(thread);
    await thread.terminate();
  }

  async #view(name: string): Promise<BackupView> {
    const { size, mtimeMs } = await stat(join(this.#folder, name));
    return { name, at: mtimeMs, bytes: size, isBeforeRestore: name.includes('-before-restore') };
  }
}
