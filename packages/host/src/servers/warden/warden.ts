/** Sees to it that no process of a server outlives the host, whether the host stops, crashes or is killed (R37, R39, R44). */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { endProcesses, killProcesses } from './end-processes.ts';
import { identityOf } from './process-table.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import type { RunRecord } from './run-file.ts';
import { watcherScript } from './watcher-script.ts';

export interface WardenOptions {
  /** `<data>/run/servers.json`. */
  runFile: string;
  /** Told once when the record can't be written: servers run on, the next host just can't clean up after this one. */
  onProblem?: (error: unknown) => void;
}

/** How often a watcher that dies is replaced: something that keeps killing it won't stop. */
const watcherLives = 5;

export class Warden implements AsyncDisposable {
  /** Starts every marker of this host. */
  readonly hostTag = randomBytes(9).toString('hex');
  readonly #options: WardenOptions;
  readonly #records = new Map<number, RunRecord>();
  #hostIdentity: string | null = null;
  #watcher: ChildProcess | undefined;
  #lives = watcherLives;
  #isClosed = false;
  #hasFailed = false;

  constructor(options: WardenOptions) {
    this.#options = options;
    void this.#identify();
  }

  /** The watcher's pid, for tests and the process page. */
  get watcherPid(): number | undefined {
    return this.#watcher?.pid;
  }

  /** A server was started: `pid` leads its process group. Called right after the spawn. */
  add(pid: number, marker: string, server: string): void {
    this.#tell(`add ${pid}`);
    const record: RunRecord = { pid, identity: null, marker, server };
    this.#records.set(pid, record);
    this.#save();
    void this.#complete(record);
  }

  /** The server's group is gone: ends what left the group and forgets it. */
  async remove(pid: number): Promise<void> {
    const record = this.#records.get(pid);
    if (record === undefined) return;
    // Only what is there now: the same marker may be on a second process that is just being started in place of this one.
    await endProcesses([{ group: pid, marker: record.marker }], 300, 'found');
    if (this.#records.get(pid) !== record) return;
    this.#records.delete(pid);
    this.#tell(`del ${pid}`);
    this.#save();
  }

  /** Ends everything still listed, then lets the watcher go. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const left = [...this.#records.values()];
    await endProcesses([...left.map(({ pid, marker }) => ({ group: pid, marker })), { group: null, marker: `${this.hostTag}-` }], 1000);
    this.#records.clear();
    this.#watcher?.stdin?.end();
    this.#attempt(() => removeRunFile(this.#options.runFile));
  }

  /** Kills everything still listed, or marked as this host's, before it returns. The host ends right after. */
  killNow(): void {
    killProcesses([...[...this.#records.values()].map(({ pid, marker }) => ({ group: pid, marker })), { group: null, marker: `${this.hostTag}-` }]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #identify(): Promise<void> {
    this.#hostIdentity = await identityOf(process.pid);
  }

  async #complete(record: RunRecord): Promise<void> {
    const identity = await identityOf(record.pid);
    if (this.#records.get(record.pid) !== record) return;
    record.identity = identity;
    this.#save();
  }

  #tell(line: string): void {
    if (process.platform === 'win32' || this.#isClosed) return;
    const isNew = this.#watcher === undefined;
    const watcher = this.#watcher ?? this.#startWatcher();
    if (isNew) for (const pid of this.#records.keys()) watcher?.stdin?.write(`add ${pid}\n`);
    watcher?.stdin?.write(`${line}\n`);
  }

  #startWatcher(): ChildProcess | undefined {
    if (this.#lives <= 0) return undefined;
    this.#lives -= 1;
    const watcher = spawn('/bin/sh', ['-c', watcherScript, 'portolan-watcher', this.hostTag], {
      // A session of its own, so that neither a closed terminal nor a signal to our group takes it along.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      cwd: '/',
    });
    this.#watcher = watcher;
    const onGone = (): void => {
      if (this.#watcher !== watcher) return;
      this.#watcher = undefined;
      const [first] = this.#records.keys();
      if (!this.#isClosed && first !== undefined) this.#tell(`add ${first}`);
    };
    watcher.once('error', onGone);
    watcher.once('exit', onGone);
    watcher.stdin?.on('error', () => {});
    // The host may end while its watcher runs: that is what it is for.
    watcher.unref();
    if (watcher.stdin !== null && 'unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
    return watcher;
  }

  #save(): void {
    const { runFile } = this.#options;
    this.#attempt(() => writeRunFile(runFile, { host: { pid: process.pid, identity: this.#hostIdentity }, servers: [...this.#records.values()] }));
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!this.#hasFailed) this.#options.onProblem?.(error);
      this.#hasFailed = true;
    }
  }
}
