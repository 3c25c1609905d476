/** The parent's side of the measured processes. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClientName } from './clients/open.ts';
import type { Commands, Setting } from './worker.ts';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

/** One fresh process with one client. */
export class Worker {
  readonly client: ClientName;
  readonly #process: ChildProcess;

  constructor(client: ClientName, execArgv: string[]) {
    this.client = client;
    this.#process = fork(program, { execArgv: [...process.execArgv, ...execArgv] });
  }

  open(setting: Setting): Promise<null> {
    return this.ask('open', { client: this.client, setting });
  }

  ask<K extends keyof Commands>(kind: K, ask: Commands[K]['ask']): Promise<Commands[K]['get']> {
    const child = this.#process;
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`the process of ${this.client} ended with ${code}`));
      child.once('exit', onExit);
      child.once('message', (reply: { value: Commands[K]['get']; error?: string }) => {
        child.off('exit', onExit);
        if (reply.error === undefined) resolve(reply.value);
        else reject(new Error(`${this.client}, ${kind}: ${reply.error}`));
      });
      child.send({ kind, ask });
    });
  }

  async end(): Promise<void> {
    await this.ask('end', null);
    await this.stop();
  }

  /** Ends the process at once; its servers end with their input. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = new Promise((resolve) => {
      this.#process.once('exit', resolve);
    });
    // A profile is only written at an orderly end, which follows when nothing is left to wait for.
    this.#process.disconnect();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(timer);
  }
}
