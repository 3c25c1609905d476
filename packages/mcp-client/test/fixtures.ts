/** Connections to fixture servers, closed after each test. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpFixture, stdioFixture } from '@portolan/fixture-servers/start';
import type { FixtureName, FixtureOptions, HttpFixture } from '@portolan/fixture-servers/start';
import { afterEach } from 'vitest';
import type { Client, ClientEvent } from '../src/client.ts';
import { connect } from '../src/connect.ts';
import type { ConnectOptions, Connection } from '../src/connect.ts';
import { processMark } from './guard.ts';

export type Overrides = Partial<Omit<ConnectOptions, 'target'>>;

export interface Opened extends Connection {
  events: ClientEvent[];
  /** One entry for each `onProcess` event, as `spawned 123`. */
  processes: { type: 'spawned' | 'gone'; pid: number }[];
}

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Runs after the test, last registered first. */
export function afterTest(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };
/** Processes started by tests share what Node makes of their sources; without that, starting is most of what they do. */
const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/test-processes', import.meta.url)) };
const env = { PATH: process.env['PATH'] ?? '', ...processMark, ...compileCache };

/** A directory of this test alone. */
export function scratch(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'mcp-client-'));
  afterTest(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** What a fixture was sent, in order, from its record file. */
export function received(recordFile: string): Record<string, unknown>[] {
  return readFileSync(recordFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

/** The methods among what was received, requests and notifications alike. */
export function methodsOf(recordFile: string): string[] {
  return received(recordFile).flatMap(({ line }) => {
    if (typeof line !== 'string') return [];
    const message: { method?: string } = JSON.parse(line);
    return message.method === undefined ? [] : [message.method];
  });
}

export function stdioTarget(name: FixtureName, options: FixtureOptions = {}): { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> } {
  return { kind: 'stdio', ...stdioFixture(name, options), env };
}

/** Spawns a Node script given as text. */
export function scriptTarget(script: string, ...args: string[]): { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> } {
  return { kind: 'stdio', command: process.execPath, args: ['-e', script, ...args], env };
}

export async function openTarget(target: ConnectOptions['target'], overrides: Overrides = {}): Promise<Opened> {
  const processes: Opened['processes'] = [];
  const connection = await connect({ ...identity, onProcess: (event) => processes.push(event), ...overrides, target });
  afterTest(() => connection.client.close());
  const events: ClientEvent[] = [];
  connection.client.listen((event) => events.push(event));
  return { ...connection, events, processes };
}

export function openStdio(name: FixtureName, options: FixtureOptions = {}, overrides: Overrides = {}): Promise<Opened> {
  return openTarget(stdioTarget(name, options), overrides);
}

export async function startHttp(name: FixtureName, options: FixtureOptions = {}): Promise<HttpFixture> {
  const fixture = await startHttpFixture(name, options);
  afterTest(() => fixture.close());
  return fixture;
}

export async function openHttp(name: FixtureName, options: FixtureOptions = {}, overrides: Overrides = {}): Promise<Opened & { fixture: HttpFixture }> {
  const fixture = await startHttp(name, options);
  return { ...(await openTarget({ kind: 'http', url: fixture.url, headers: {} }, overrides)), fixture };
}

/** The kinds of problems reported so far. */
export function problemsOf(events: ClientEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'problem' ? [event.kind] : []));
}

/** The text of a result's first block. */
export async function callText(client: Client, name: string, args: Record<string, string | number> = {}): Promise<string> {
  const [block] = (await client.callTool(name, args)).content;
  return block?.type === 'text' ? block.text : `(${block?.type ?? 'nothing'})`;
}

/** Resolves once `check` holds; fails the test when it does not within `ms`. */
export async function until(check: () => boolean, ms = 5000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!check()) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** True while a process runs. One that ended but was not reaped yet does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
