/** Browser mode as a person has it: the real program, its printed address, a real Chromium. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { Complaints } from './complaints.ts';
import { DataFolder } from './data-folder.ts';
import type { RunningApp } from './running-app.ts';

const main = fileURLToPath(new URL('../../apps/browser/src/main.ts', import.meta.url));

export interface BrowserProgram {
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** The next address it prints. */
  nextAddress(): Promise<string>;
}

/** Starts the program itself, without a window. */
export function startProgram(dataDir: string, args: string[] = [], environment: Record<string, string | undefined> = {}): BrowserProgram {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--no-open', '--port=0', `--data-dir=${dataDir}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: undefined, PORTOLAN_KEYRING: 'off', ...environment },
  });
  let output = '';
  let handed = 0;
  const waiting: { resolve(address: string): void; reject(error: Error): void }[] = [];
  const look = () => {
    const addresses = [...output.matchAll(/^READY (\S+)$/gm)].map((match) => match[1] ?? '');
    while (handed < addresses.length && waiting.length > 0) waiting.shift()?.resolve(addresses[handed++] ?? '');
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString();
      look();
    });
  }
  child.once('exit', (code, signal) => {
    for (const entry of waiting.splice(0)) entry.reject(new Error(`the program ended (${signal ?? code ?? '?'}):\n${output}`));
  });
  return {
    process: child,
    output: () => output,
    nextAddress: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        look();
      }),
  };
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

export async function startBrowserApp(context: BrowserContext): Promise<RunningApp> {
  const data = new DataFolder();
  const complaints = new Complaints();
  complaints.watch(context);
  const env: RunningApp['env'] = { HOME: data.home };
  let program = startProgram(data.path, [], env);
  let page: Page = await context.newPage();
  await page.goto(await program.nextAddress());
  const quit = async () => {
    program.process.kill('SIGTERM');
    await ended(program.process);
  };
  return {
    shell: 'browser',
    get page() {
      return page;
    },
    data,
    complaints,
    env,
    quit: async () => {
      await page.close();
      await quit();
    },
    restart: async (between) => {
      await page.close();
      await quit();
      between?.();
      program = startProgram(data.path, [], env);
      page = await context.newPage();
      await page.goto(await program.nextAddress());
    },
  };
}
