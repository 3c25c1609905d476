/** A whole host with servers that want tokens, and a person who reads what is asked and uses a browser. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostHandlers } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import type { ReturnPage, SignInView } from '@portolan/contract/sign-in';
import { startAuthFixture, visit } from '@portolan/fixture-servers/auth-server';
import type { AuthFixture, AuthFixtureOptions } from '@portolan/fixture-servers/auth-server';
import { createHost } from '../../host.ts';
import type { Host } from '../../host.ts';

export const page: ReturnPage = { lang: 'en', title: 'Signing in', text: 'You can close this page.', refused: 'Nothing here.' };

export class SignInRig implements AsyncDisposable {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'portolan-sign-in-'));
  /** Every address the system's browser was sent to. */
  readonly opened: string[] = [];
  /** What the browser showed in the end. */
  readonly pages: { status: number; address: string; text: string }[] = [];
  readonly errors: string[] = [];
  #handlers: HostHandlers | undefined;
  readonly #servers = new Map<ServerId, ServerView>();
  readonly #signIns = new Map<ServerId, SignInView>();
  readonly #waiting = new Set<() => void>();
  readonly #fixtures: AuthFixture[] = [];
  #ending = new AbortController();
  #host: Host | undefined;
  /** What the person's browser does with an address; goes there by default. */
  browse: (url: string) => Promise<unknown> = async (url) => {
    const { status, address, text } = await visit(url);
    this.pages.push({ status, address, text });
  };
  #shell: 'browser' | 'desktop' = 'desktop';

  static async create(shell: 'browser' | 'desktop' = 'desktop'): Promise<SignInRig> {
    const rig = new SignInRig();
    rig.#shell = shell;
    await rig.#start();
    // The desktop app writes nothing before somebody chose where (E27).
    await rig.handlers['secrets/protect']({ kind: 'file' }, rig.context());
    return rig;
  }

  async #start(): Promise<void> {
    this.#ending = new AbortController();
    this.#host = await createHost({
      dataDir: this.dataDir,
      shell: this.#shell,
      version: '0',
      onError: (where, error) => this.errors.push(`${where}: ${String(error)}`),
      ...(this.#shell === 'desktop' ? { openLink: (url: string) => this.#open(url) } : {}),
    });
    this.#handlers = this.#host.handlers;
    void this.#follow(this.handlers['servers/watch']({}, this.context()), (event) => {
      if (event.type === 'snapshot') for (const each of event.servers) this.#servers.set(each.id, each);
      else if (event.type === 'changed') this.#servers.set(event.server.id, event.server);
    });
    void this.#follow(this.handlers['signIn/watch']({}, this.context()), (event) => {
      if (event.type === 'snapshot') for (const each of event.signIns) this.#signIns.set(each.serverId, each);
      else if (event.type === 'changed') this.#signIns.set(event.signIn.serverId, event.signIn);
      else this.#signIns.delete(event.serverId);
    });
  }

  async #follow<T>(stream: AsyncIterable<T>, take: (event: T) => void): Promise<void> {
    for await (const event of stream) {
      take(event);
      for (const wake of this.#waiting) wake();
    }
  }

  #open(url: string): Promise<boolean> {
    this.opened.push(url);
    void this.browse(url).catch(() => undefined);
    return Promise.resolve(true);
  }

  get handlers(): HostHandlers {
    return this.#handlers ?? fail('the host was not started');
  }

  context(): { connection: string; signal: AbortSignal } {
    return { connection: 'window-1', signal: this.#ending.signal };
  }

  /** An MCP server that wants tokens. */
  async fixture(options: AuthFixtureOptions = {}): Promise<AuthFixture> {
    const fixture = await startAuthFixture(options);
    this.#fixtures.push(fixture);
    return fixture;
  }

  /** Adds a server by its address, as a person does: reviewed, and contacted at once. */
  async add(name: string, url: string, headers: { name: string; value: string }[] = [], start = true): Promise<ServerId> {
    const added = await this.handlers['servers/add']({ name, launch: { kind: 'http', url, headers, transport: 'auto' } }, this.context());
    this.#servers.set(added.id, added);
    if (start) await this.handlers['servers/review']({ serverId: added.id, launchHash: added.launchHash, start: true }, this.context());
    return added.id;
  }

  server(id: ServerId): ServerView {
    return this.#servers.get(id) ?? fail(`no server ${id}`);
  }

  signIn(id: ServerId): SignInView {
    return this.#signIns.get(id) ?? fail(`no sign-in of ${id}`);
  }

  /** Waits until this holds of what a window has been told. */
  async until(holds: () => boolean, limitMs = 15_000): Promise<void> {
    const end = Date.now() + limitMs;
    while (!isTrue(holds)) {
      if (Date.now() > end) fail(`not reached: ${JSON.stringify([...this.#servers.values()].map(({ name, state, problem }) => ({ name, state, problem })))} ${JSON.stringify([...this.#signIns.values()])}`);
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, 50);
        this.#waiting.add(wake);
      });
    }
  }

  untilState(id: ServerId, ...states: ServerView['state'][]): Promise<void> {
    return this.until(() => states.includes(this.server(id).state));
  }

  /** The server waits for a person to sign in. */
  untilWanted(id: ServerId): Promise<void> {
    return this.until(() => this.server(id).state === 'failed' && this.server(id).problem?.code === 'server-needs-authorization');
  }

  /** Presses "Sign in", and returns when the question is there. */
  async ask(id: ServerId): Promise<NonNullable<NonNullable<SignInView['flow']>['ask']>> {
    await this.handlers['signIn/start']({ serverId: id, page }, this.context());
    await this.until(() => this.signIn(id).flow?.stage === 'asking' || this.signIn(id).flow === null);
    return this.signIn(id).flow?.ask ?? fail(`nothing was asked: ${JSON.stringify(this.signIn(id).problem)}`);
  }

  /** The whole of it. */
  async signInTo(id: ServerId): Promise<void> {
    const { id: askId } = await this.ask(id);
    const answer = await this.handlers['signIn/continue']({ serverId: id, askId, page }, this.context());
    if (answer.outcome === 'open-in-tab') await this.#open(answer.href);
    await this.until(() => this.signIn(id).flow === null);
  }

  async restart(): Promise<void> {
    await this.#stop();
    this.#servers.clear();
    this.#signIns.clear();
    await this.#start();
  }

  /** Everything in the data folder, as text. */
  allFiles(): { path: string; text: string }[] {
    return readdirSync(this.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.dataDir, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
  }

  async #stop(): Promise<void> {
    this.#ending.abort();
    await this.#host?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
    await Promise.all(this.#fixtures.map((fixture) => fixture.close()));
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** What is not there yet is not reached yet. */
function isTrue(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}

function fail(message: string): never {
  throw new Error(message);
}
