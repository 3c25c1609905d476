/**
 * Supervises the host's process for a shell: starts it, starts it again when it ends on its own, tells windows, carries
 * their frames, and ends it in bounded time (`quit-times.ts`). Knows nothing of what the frames say.
 */
import { maxInstallLink } from '@portolan/contract/install-links';
import { FromHost, isLongerThan, maxFrameFromHost } from './messages.ts';
import type { HostStart, StartFailure } from './messages.ts';
import type { HostChild } from './host-child.ts';
import type { TakeScreenshot } from '../files/screenshot.ts';
import type { ChoosePath } from '../paths/routes.ts';
import type { ShellKeeper } from '../secrets/shell-holder.ts';
import { ShellModels } from './model-line.ts';
import type { ShellModel } from './model-line.ts';
import { quitTimes } from './quit-times.ts';
import { StartError } from './start-error.ts';
import { WindowLine } from './window-line.ts';
import type { WindowConnection, WindowEnd } from './window-line.ts';

export type EndedJob = Omit<Extract<FromHost, { t: 'job-ended' }>, 't'>;
export type WaitingQuestions = Omit<Extract<FromHost, { t: 'waiting' }>, 't'>;

export type LauncherState = 'starting' | 'ready' | 'backoff' | 'failed' | 'stopping' | 'stopped';

export interface LauncherOptions {
  start: Omit<HostStart, 'endedBefore' | 'shellPid'>;
  spawn: () => HostChild;
  /** Opens a checked link in the system's browser; says whether that worked. Desktop only. */
  openLink?: (url: string) => Promise<boolean>;
  /** Opens the system's dialog for a path; null when nothing was chosen. Desktop only. */
  choosePath?: ChoosePath;
  /** Has the person choose a screen or window and takes a picture of it. Desktop only. */
  takeScreenshot?: TakeScreenshot;
  /** The system's store of secrets. Desktop only. */
  keeper?: ShellKeeper;
  /** Starts the process of a model file. Desktop only. */
  startModel?: () => ShellModel;
  /** The host has something for the person and no window may be open. */
  onAttention?: () => void;
  /** Pages of apps: to be served, and no longer. When the host ends, none is. */
  apps?: { serve(instance: string, policy: string): void; end(instance: string): void; endAll(): void };
  /** How many questions wait for the person, and the newest; none when the host is gone. */
  onWaiting?: (waiting: WaitingQuestions) => void;
  /** A long job has ended. */
  onJobEnded?: (job: EndedJob) => void;
  /** What happens to the host, in plain words, for the terminal or the log. */
  onLog?: (line: string) => void;
  /** Times in milliseconds; the defaults are what people get. */
  timing?: Partial<Timing>;
}

interface Timing {
  /** From spawn to `ready`. Opening a large history and taking over from a dying host count in. */
  start: number;
  /** From `stop` to SIGKILL. */
  stop: number;
  /** Between heartbeats; the host counts as stuck after `missedBeats` unanswered ones in a row. */
  beat: number;
  missedBeats: number;
  /** First wait before a new start; doubles up to `backoffMost`. */
  backoff: number;
  backoffMost: number;
  /** A host that has run this long starts the count of crashes afresh. */
  settled: number;
}

const usual: Timing = { start: 30_000, stop: quitTimes.launcher, beat: 2000, missedBeats: 10, backoff: 100, backoffMost: 5000, settled: 60_000 };

/** Crashes in a row after which it is no longer started by itself. */
const maxCrashes = 6;
const maxEarlyLinks = 5;

export class Launcher {
  readonly #options: LauncherOptions;
  readonly #timing: Timing;
  readonly #lines = new Map<string, WindowLine>();
  readonly #listeners = new Set<(state: LauncherState) => void>();
  #state: LauncherState = 'stopped';
  #child: HostChild | null = null;
  #crashes = 0;
  #timers = new Set<NodeJS.Timeout>();
  #firstStart: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #failure: StartFailure | null = null;
  #stopped: Promise<void> | null = null;
  #onExit: (() => void) | null = null;
  /** The host said that it ends in order to be started again: no crash. */
  #isRestarting = false;
  /** Links that came before the host was ready. */
  #earlyLinks: string[] = [];
  readonly #models: ShellModels;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#timing = { ...usual, ...options.timing };
    this.#models = new ShellModels(options.startModel);
  }

  get state(): LauncherState {
    return this.#state;
  }

  /** The pid of the host that runs now; undefined between two. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  onState(listener: (state: LauncherState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the host is ready. Rejects with StartError when it cannot be: folder in use, folder unusable, crash at start. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#firstStart = { resolve, reject };
      this.#spawn(null);
    });
  }

  /**
   * Connects a window under a name of its own. While the host is starting, frames wait for it (within the window's
   * limits); when the host ends, the window is told `host-gone` and connects anew.
   */
  connect(name: string, window: WindowEnd): WindowConnection {
    this.#lines.get(name)?.end('replaced');
    const line = new WindowLine(name, window, (message) => this.#child?.send(message), () => this.#lines.delete(name));
    if (this.#state === 'failed' || this.#state === 'stopping' || this.#state === 'stopped') {
      queueMicrotask(() => line.end('host-gone'));
      return line;
    }
    this.#lines.set(name, line);
    if (this.#state === 'ready') line.open();
    return line;
  }

  /** Hands a `portolan://` link to the host, which alone reads it; one that comes before the host is ready waits for it. */
  installLink(link: string): void {
    const text = link.slice(0, maxInstallLink + 1);
    if (this.#state === 'ready') this.#child?.send({ t: 'install-link', text });
    else this.#earlyLinks = [...this.#earlyLinks, text].slice(-maxEarlyLinks);
  }

  /** The machine woke up: the host looks after its servers. A host that is just starting has none. */
  resumed(): void {
    if (this.#state === 'ready') this.#child?.send({ t: 'resumed' });
  }

  /** Ends the host, its servers first; kills it when that takes too long. Resolves when the process is gone. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#set('stopping');
    this.#clearTimers();
    this.#firstStart?.reject(new StartError({ kind: 'internal', message: 'stopped while starting' }));
    this.#firstStart = null;
    const child = this.#child;
    if (child) {
      await new Promise<void>((resolve) => {
        this.#onExit = resolve;
        child.send({ t: 'stop' });
        this.#after(this.#timing.stop, () => child.kill());
      });
    }
    this.#endLines();
    this.#clearTimers();
    this.#set('stopped');
  }

  #spawn(endedBefore: string | null): void {
    this.#set('starting');
    const child = this.#options.spawn();
    this.#child = child;
    const giveUp = this.#after(this.#timing.start, () => {
      this.#log('the host did not become ready in time; ending it');
      child.kill();
    });
    let unanswered = 0;
    let beat = 0;
    child.onMessage((raw) => {
      if (this.#child !== child) return;
      const parsed = FromHost.safeParse(raw);
      if (!parsed.success) return;
      const message = parsed.data;
      switch (message.t) {
        case 'up':
          child.send({ t: 'start', start: { ...this.#options.start, shellPid: process.pid, endedBefore } });
          return;
        case 'ready':
          clearTimeout(giveUp);
          this.#ready(child, () => {
            unanswered += 1;
            if (unanswered > this.#timing.missedBeats) {
              this.#log('the host no longer answers; ending it');
              child.kill();
            } else child.send({ t: 'ping', n: ++beat });
          });
          return;
        case 'restarting':
          this.#isRestarting = true;
          return;
        case 'failed':
          this.#failure = message.failure;
          return;
        case 'frame':
          // The host keeps to its own limit; a longer one means it is not itself any more.
          if (isLongerThan(message.text, maxFrameFromHost)) this.#lines.get(message.c)?.end('too-large');
          else this.#lines.get(message.c)?.deliver(message.text);
          return;
        case 'close':
          this.#lines.get(message.c)?.end('host-gone');
          return;
        case 'pong':
          unanswered = 0;
          return;
        case 'attention':
          this.#options.onAttention?.();
          return;
        case 'waiting':
          this.#options.onWaiting?.({ count: message.count, newest: message.newest, notifies: message.notifies });
          return;
        case 'job-ended':
          this.#options.onJobEnded?.(message);
          return;
        case 'app':
          this.#options.apps?.serve(message.instance, message.policy);
          return;
        case 'app-end':
          this.#options.apps?.end(message.instance);
          return;
        case 'link':
          void this.#link(child, message.n, message.url);
          return;
        case 'screenshot':
          void this.#screenshot(child, message.n);
          return;
        case 'choose':
          void this.#choose(child, message);
          return;
        case 'model-start':
        case 'model-say':
        case 'model-kill':
          this.#models.take(message, (back) => child.send(back));
          return;
        case 'keep':
          void this.#keep(child, message);
          return;
        default:
          message satisfies never;
      }
    });
    child.onExit((how) => {
      clearTimeout(giveUp);
      if (this.#child === child) this.#ended(how);
    });
  }

  #ready(child: HostChild, ping: () => void): void {
    this.#after(this.#timing.settled, () => (this.#crashes = 0));
    const ticking = setInterval(ping, this.#timing.beat);
    this.#timers.add(ticking);
    this.#set('ready');
    this.#firstStart?.resolve();
    this.#firstStart = null;
    for (const line of this.#lines.values()) line.open();
    for (const text of this.#earlyLinks.splice(0)) child.send({ t: 'install-link', text });
    this.#log(`host ready (process ${child.pid ?? '?'})`);
  }

  #ended(how: string): void {
    this.#child = null;
    this.#clearTimers();
    this.#options.onWaiting?.({ count: 0, newest: null, notifies: false });
    this.#options.apps?.endAll();
    this.#models.endAll();
    if (this.#state === 'stopping') {
      this.#onExit?.();
      return;
    }
    const failure = this.#failure;
    this.#failure = null;
    if (this.#firstStart || failure?.kind === 'locked' || failure?.kind === 'data-folder') {
      this.#fail(failure ?? { kind: 'internal', message: `The host ${how} before it was ready.` });
      return;
    }
    this.#endLines();
    if (this.#isRestarting) {
      this.#isRestarting = false;
      this.#spawn(null);
      return;
    }
    this.#crashes += 1;
    if (this.#crashes > maxCrashes) {
      this.#fail({ kind: 'internal', message: `The host ${how}, ${this.#crashes} times in a row.` });
      return;
    }
    const pause = Math.min(this.#timing.backoffMost, this.#timing.backoff * 2 ** (this.#crashes - 1));
    this.#log(`the host ${how}; starting it again in ${pause} ms`);
    this.#set('backoff');
    this.#after(pause, () => this.#spawn(how));
  }

  #fail(failure: StartFailure): void {
    // Whoever waits for the first start tells it in words of its own.
    if (this.#firstStart === null) this.#log(failure.message);
    this.#set('failed');
    this.#endLines();
    this.#firstStart?.reject(new StartError(failure));
    this.#firstStart = null;
  }

  async #link(child: HostChild, n: number, url: string): Promise<void> {
    let isOpened = false;
    try {
      isOpened = (await this.#options.openLink?.(url)) ?? false;
    } catch (error) {
      this.#log(`a link could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    child.send({ t: 'link', n, isOpened });
  }

  async #screenshot(child: HostChild, n: number): Promise<void> {
    let taken: Awaited<ReturnType<TakeScreenshot>> = null;
    try {
      taken = (await this.#options.takeScreenshot?.()) ?? null;
    } catch (error) {
      taken = 'refused';
      this.#log(`a screenshot could not be taken: ${error instanceof Error ? error.message : String(error)}`);
    }
    child.send({ t: 'screenshot-taken', n, taken });
  }

  async #choose(child: HostChild, { n, kind, start }: Extract<FromHost, { t: 'choose' }>): Promise<void> {
    let path: string | null = null;
    try {
      path = (await this.#options.choosePath?.({ kind, start })) ?? null;
    } catch (error) {
      this.#log(`the dialog for a path could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    child.send({ t: 'chosen', n, path });
  }

  async #keep(child: HostChild, { n, act, text }: Extract<FromHost, { t: 'keep' }>): Promise<void> {
    const { keeper } = this.#options;
    let answer: string | null = null;
    try {
      if (keeper !== undefined) answer = await (act === 'status' ? keeper.status() : act === 'seal' ? keeper.seal(text) : keeper.open(text));
    } catch {
      // What was to be kept could be in the error's words: only that it failed is told.
      this.#log(`the system's store of secrets could not ${act === 'status' ? 'be asked' : act}`);
    }
    child.send({ t: 'kept', n, answer });
  }

  #endLines(): void {
    for (const line of this.#lines.values()) line.end('host-gone');
  }

  #after(milliseconds: number, run: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #set(state: LauncherState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #log(line: string): void {
    this.#options.onLog?.(line);
  }
}
