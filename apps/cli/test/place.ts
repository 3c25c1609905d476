/** The real program on a data folder of its own, with real servers beside it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stdioFixture } from '@portolan/fixture-servers/start';
import { forkHost } from '@portolan/host/process/host-child';
import { Launcher } from '@portolan/host/process/launcher';
import { runCommandLine } from '../src/run.ts';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Everything it has said so far. */
  output(): string;
  until(text: string): Promise<void>;
}

export interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** As scripts/run.mjs does: what Node makes of the sources is kept. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

export const everything: Entry = { command: bin('mcp-server-everything'), args: ['stdio'] };
export const filesystem = (folder: string): Entry => ({ command: bin('mcp-server-filesystem'), args: [folder] });
export function fixture(...what: Parameters<typeof stdioFixture>): Entry {
  const { command, args } = stdioFixture(...what);
  return { command, args: [...args] };
}

export class Place implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'portolan-cli-'));
  readonly dataDir = join(this.folder, 'data');
  #app: Launcher | null = null;
  readonly #children: ChildProcess[] = [];

  constructor(servers: Record<string, Entry> = {}, own: object = {}) {
    mkdirSync(this.dataDir, { mode: 0o700 });
    writeFileSync(join(this.dataDir, 'portolan.json'), JSON.stringify({ mcpServers: servers, portolan: own }), { mode: 0o600 });
  }

  get config(): { mcpServers: Record<string, Record<string, unknown>> } {
    return JSON.parse(readFileSync(join(this.dataDir, 'portolan.json'), 'utf8')) as { mcpServers: Record<string, Record<string, unknown>> };
  }

  /** The host's own process, as both shells run it. From then on commands run in this process, from the place's folder: see `run`. */
  async startApp(): Promise<void> {
    process.chdir(this.folder);
    this.#app = new Launcher({
      start: { dataDir: this.dataDir, shell: 'browser', version: '0.0.1' },
      spawn: () => forkHost(fileURLToPath(import.meta.resolve('@portolan/host/process/host-process')), { onLog: () => undefined, env: { HOME: this.folder, XDG_CONFIG_HOME: undefined, NODE_COMPILE_CACHE: compileCache } }),
    });
    await this.#app.start();
  }

  async stopApp(): Promise<void> {
    await this.#app?.stop();
  }

  start(args: readonly string[], options: { stdin?: string; env?: Record<string, string>; terminal?: boolean } = {}): Running {
    const line = ['--disable-warning=ExperimentalWarning', main, `--data-dir=${this.dataDir}`, ...args];
    const env = this.#environment(options.env);
    // util-linux `script` gives it a terminal of its own, and what is typed.
    const child = options.terminal
      ? spawn('script', ['-qefc', [process.execPath, ...line].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' '), '/dev/null'], { env, cwd: this.folder })
      : spawn(process.execPath, line, { env, cwd: this.folder });
    this.#children.push(child);
    let stdout = '';
    let stderr = '';
    const listeners = new Set<() => void>();
    const take = (put: (more: string) => void) => (data: Buffer) => {
      put(data.toString());
      for (const listener of listeners) listener();
    };
    child.stdout.on('data', take((more) => (stdout += more)));
    child.stderr.on('data', take((more) => (stderr += more)));
    child.stdin.on('error', () => undefined);
    if (!options.terminal) child.stdin.end(options.stdin ?? '');
    const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
    return {
      child,
      ended,
      output: () => stdout + stderr,
      until: (wanted) =>
        new Promise((resolve, reject) => {
          const look = () => {
            if (!(stdout + stderr).includes(wanted)) return;
            listeners.delete(look);
            resolve();
          };
          listeners.add(look);
          void ended.then(() => reject(new Error(`ended without "${wanted}":\n${stdout}\n${stderr}`)));
          look();
        }),
    };
  }

  /**
   * Runs a command to its end. Beside an app it is the function that the program consists of: a process for each of a hundred
   * commands takes longer than all else. What only a process has, its signals and a terminal, is for `start`.
   */
  run(args: readonly string[], options: { stdin?: string; env?: Record<string, string> } = {}): Promise<Ended> {
    return this.#app === null ? this.start(args, options).ended : this.#runHere(args, options);
  }

  async #runHere(args: readonly string[], { stdin = '', env }: { stdin?: string; env?: Record<string, string> }): Promise<Ended> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const said = Promise.all([text(stdout), text(stderr)]);
    const code = await runCommandLine({ argv: [`--data-dir=${this.dataDir}`, ...args], version: '0.0.1', stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, env: this.#environment(env), interrupted: new AbortController() });
    stdout.end();
    stderr.end();
    const [out, errors] = await said;
    return { code, signal: null, stdout: out, stderr: errors };
  }

  #environment(more: Record<string, string> = {}): Record<string, string | undefined> {
    return { ...process.env, NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: compileCache, LANG: 'en_GB.UTF-8', LC_ALL: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm', HOME: this.folder, XDG_CONFIG_HOME: undefined, ...more };
  }

  /** Its one JSON document, and how it ended. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects, and fails where it is not
  async json<T = Record<string, unknown>>(args: readonly string[], options: { stdin?: string } = {}): Promise<Ended & { value: T }> {
    const ended = await this.run(['--json', ...args], options);
    return { ...ended, value: JSON.parse(ended.stdout) as T };
  }

  /** Allows a server's launch as a script does that has read it. */
  async review(name: string): Promise<void> {
    const shown = await this.json<{ server: { launchHash: string } }>(['servers', 'show', name]);
    const { code, stderr } = await this.run(['servers', 'review', name, '--hash', shown.value.server.launchHash]);
    if (code !== 0) throw new Error(stderr);
  }

  /** Processes that have this place in their arguments or environment: the program's, and what it started. */
  processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(Number)
      .filter((pid) => ['cmdline', 'environ'].some((file) => readProc(pid, file).includes(this.folder)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app?.stop();
    for (const child of this.#children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    if (this.#app !== null) process.chdir(tmpdir());
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readProc(pid: number, file: string): string {
  try {
    // A zombie has neither.
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Asks again until it is so; fails with what it was last. */
export async function eventually<T>(read: () => T, isSo: (value: T) => boolean, limit = 10_000): Promise<T> {
  const deadline = performance.now() + limit;
  for (;;) {
    const value = read();
    if (isSo(value)) return value;
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
