/**
 * One model file while it runs: its process is started with the first question, taken out of memory after a while without
 * one, and killed when it does not obey, takes more memory than it said, or its parent ends. Whatever happens to it, the
 * host goes on, and what it had written of an answer is kept.
 */
import { randomBytes } from 'node:crypto';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ModelRun as RunView } from '@portolan/contract/model-files';
import { makeLikelyVictim } from '../../servers/warden/memory-victim.ts';
import type { Warden } from '../../servers/warden/warden.ts';
import { AnswerQueue } from './answer-queue.ts';
import { memoryKills, memoryOf } from './child-memory.ts';
import type { Answering } from './model-adapter.ts';
import type { ModelChild, ModelEnd, StartModel } from './model-child.ts';
import { FromModel } from './model-messages.ts';
import type { GenerateRequest } from './model-messages.ts';

/** What is loaded, as it was decided when it was. */
export interface RunPlan {
  path: string;
  contextSize: number;
  threads: number;
  /** Bytes of its own it may have, beyond the pages of its file. */
  memoryLimit: number;
}

export interface ModelRunDeps {
  /** How the person knows it, for errors. */
  names: { provider: string; model: string; file: string };
  start: StartModel;
  warden: Warden;
  onChange: () => void;
  timing?: Partial<Timing>;
}

/** Milliseconds. */
interface Timing {
  /** From a stop to the kill of a process that goes on. */
  stop: number;
  /** Between two looks at its memory. */
  look: number;
}

const usual: Timing = { stop: 5_000, look: 1_000 };

interface Running {
  plan: RunPlan;
  child: ModelChild;
  isReady: boolean;
  progress: number;
  answers: Map<number, AnswerQueue>;
  /** Why we end it; null while we don't. */
  ending: 'unloaded' | 'memory' | 'failed' | null;
  failure: HostError | null;
  /** It listens, and has been told what to load. */
  up: PromiseWithResolvers<void>;
  gone: PromiseWithResolvers<void>;
  look: NodeJS.Timeout;
  /** How often the system had ended processes for want of memory when this one began. */
  kills: number | null;
}

export class ModelRun {
  readonly #deps: ModelRunDeps;
  readonly #timing: Timing;
  #running: Running | null = null;
  #memory: number | null = null;
  #problem: Problem | null = null;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;

  constructor(deps: ModelRunDeps) {
    this.#deps = deps;
    this.#timing = { ...usual, ...deps.timing };
  }

  view(): Omit<RunView, 'providerId'> {
    const running = this.#running;
    const state = running === null || running.ending !== null ? 'resting' : !running.isReady ? 'loading' : running.answers.size > 0 ? 'answering' : 'ready';
    return { state, progress: running?.progress ?? 0, memory: this.#memory, problem: this.#problem };
  }

  get plan(): RunPlan | null {
    return this.#running?.ending === null ? this.#running.plan : null;
  }

  get isAnswering(): boolean {
    return (this.#running?.answers.size ?? 0) > 0;
  }

  /** Its process, for tests and the process page. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /**
   * Starts the process where none runs, or one that was loaded otherwise. Leaving the iteration stops the answer.
   * @param idleMs after so long without a question it is taken out of memory; 0 keeps it
   */
  async *generate(plan: RunPlan, request: GenerateRequest, signal: AbortSignal | undefined, idleMs: number): AsyncGenerator<Answering> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const running = await this.#ensure(plan);
    signal?.throwIfAborted();
    const id = this.#nextId++;
    const answer = new AnswerQueue();
    running.answers.set(id, answer);
    this.#deps.onChange();
    void running.up.promise.then(() => running.child.send({ t: 'generate', id, request }));
    let late: NodeJS.Timeout | undefined;
    const stop = (): void => {
      running.child.send({ t: 'stop', id });
      late ??= setTimeout(() => running.child.kill(), this.#timing.stop);
    };
    signal?.addEventListener('abort', stop, { once: true });
    let isDone = false;
    try {
      for await (const message of answer) {
        isDone = message.t === 'done' || message.t === 'error';
        if (isDone) {
          clearTimeout(late);
          running.answers.delete(id);
        }
        yield message;
        if (isDone) return;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      if (!isDone && running.answers.has(id)) {
        // Nobody listens any more, but it has to end before the next one can begin.
        stop();
        void answer.ended().then(() => {
          clearTimeout(late);
          running.answers.delete(id);
          this.#rest(running, idleMs);
        });
      } else {
        clearTimeout(late);
        this.#rest(running, idleMs);
      }
    }
  }

  /** Takes it out of memory; answers under way are cut. Resolves when its process is gone. */
  async unload(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    if (running === null) return;
    running.ending ??= 'unloaded';
    running.child.send({ t: 'close' });
    const late = setTimeout(() => running.child.kill(), 1000);
    this.#deps.onChange();
    await running.gone.promise;
    clearTimeout(late);
  }

  #rest(running: Running, idleMs: number): void {
    if (this.#running !== running || running.answers.size > 0) return;
    this.#deps.onChange();
    clearTimeout(this.#idle);
    if (idleMs > 0) this.#idle = setTimeout(() => void this.unload(), idleMs).unref();
  }

  async #ensure(plan: RunPlan): Promise<Running> {
    const standing = this.#running;
    const isAsPlanned = standing?.ending === null && JSON.stringify(standing.plan) === JSON.stringify(plan);
    if (standing !== null && isAsPlanned) return standing;
    if (standing !== null) {
      // Loaded otherwise, or on its way out.
      if (standing.ending === null) await this.unload();
      else await standing.gone.promise;
      return this.#ensure(plan);
    }
    return this.#begin(plan, await memoryKills());
  }

  #begin(plan: RunPlan, kills: number | null): Running {
    if (this.#running !== null) return this.#running;
    this.#problem = null;
    const marker = `${this.#deps.warden.hostTag}-${randomBytes(8).toString('hex')}`;
    const child = this.#deps.start(marker);
    const running: Running = { plan, child, isReady: false, progress: 0, answers: new Map(), ending: null, failure: null, up: Promise.withResolvers(), gone: Promise.withResolvers(), look: setInterval(() => void this.#look(running), this.#timing.look).unref(), kills };
    this.#running = running;
    if (child.pid !== undefined) {
      this.#deps.warden.add(child.pid, marker, this.#deps.names.file);
      makeLikelyVictim(child.pid);
    }
    child.onMessage((raw) => {
      const { data } = FromModel.safeParse(raw);
      if (data !== undefined && running.ending === null) this.#take(running, data);
    });
    child.onEnd((end) => void this.#ended(running, end));
    this.#deps.onChange();
    return running;
  }

  #take(running: Running, message: FromModel): void {
    switch (message.t) {
      case 'up': {
        const { path, contextSize, threads } = running.plan;
        running.child.send({ t: 'load', path, contextSize, threads });
        return running.up.resolve();
      }
      case 'loading':
        running.progress = Math.min(1, Math.max(0, message.progress));
        return this.#deps.onChange();
      case 'ready':
        running.isReady = true;
        running.progress = 1;
        return this.#deps.onChange();
      case 'failed':
        running.ending = 'failed';
        running.failure = this.#failure(message);
        return running.child.kill();
      default:
        running.answers.get(message.id)?.push(message);
    }
  }

  #failure({ why, log }: Extract<FromModel, { t: 'failed' }>): HostError {
    const { names } = this.#deps;
    if (why === 'engine') return new HostError('model-engine-missing', { platform: `${process.platform} (${process.arch})` }, { log });
    return why === 'memory' ? new HostError('model-process-ended', { ...names, reason: 'memory' }, { log }) : new HostError('model-file-unusable', { ...names, reason: 'refused' }, { log });
  }

  async #look(running: Running): Promise<void> {
    const { pid } = running.child;
    const memory = pid === undefined ? null : await memoryOf(pid);
    if (this.#running !== running || memory === null) return;
    const before = this.#memory ?? 0;
    this.#memory = memory.resident;
    if (memory.own > running.plan.memoryLimit && running.ending === null) {
      running.ending = 'memory';
      running.child.kill();
    } else if (Math.abs(memory.resident - before) > before * 0.02) this.#deps.onChange();
  }

  async #ended(running: Running, end: ModelEnd): Promise<void> {
    clearInterval(running.look);
    if (this.#running === running) {
      this.#running = null;
      this.#memory = null;
    }
    const error = await this.#reason(running, end);
    this.#problem = running.ending === 'unloaded' ? null : error.problem;
    for (const answer of running.answers.values()) answer.fail(error);
    running.answers.clear();
    if (running.child.pid !== undefined) void this.#deps.warden.remove(running.child.pid);
    running.gone.resolve();
    this.#deps.onChange();
  }

  async #reason(running: Running, { how, said }: ModelEnd): Promise<HostError> {
    const { names } = this.#deps;
    if (running.failure !== null) return running.failure;
    const log = [how, said].filter((text) => text !== '').join('\n');
    if (running.ending === 'unloaded' || running.ending === 'memory') return new HostError('model-process-ended', { ...names, reason: running.ending }, { log });
    const kills = how === 'SIGKILL' ? await memoryKills() : null;
    const isStarved = kills !== null && running.kills !== null && kills > running.kills;
    return new HostError('model-process-ended', { ...names, reason: isStarved ? 'memory' : 'crash' }, { log });
  }
}
