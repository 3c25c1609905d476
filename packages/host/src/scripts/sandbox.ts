/**
 * One script in QuickJS, which is WebAssembly: it computes, and can do nothing else but call five functions of ours with texts and numbers. Runs
 * in a thread of its own (`script-worker`), once; what is left of it goes with the thread.
 */
import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import type { CustomizeVariantOptions, QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { prelude } from './sandbox-prelude.ts';
import type { FromScript, SandboxJob, ScriptEnding, ToScript } from './script-messages.ts';

/** Node has it; its types come with those of browsers. */
declare const WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => NonNullable<CustomizeVariantOptions['wasmMemory']> };

const pageBytes = 64 * 1024;
/** What the engine itself takes, and some air: its own limit is to be reached first. */
const engineBytes = 32 * 1024 * 1024;
/** Jobs between two looks at the time. */
const jobsAtOnce = 64;
const longestMessage = 2_000;

export interface SandboxOptions {
  send(message: FromScript): void;
  /** Milliseconds of processor time of this thread. */
  cpu(): number;
}

export class Sandbox {
  readonly #job: SandboxJob;
  readonly #options: SandboxOptions;
  readonly #context: QuickJSContext;
  readonly #runtime: QuickJSRuntime;
  readonly #start: QuickJSHandle;
  readonly #settle: QuickJSHandle;
  readonly #describe: QuickJSHandle;
  #isEnded = false;
  /** Its last statement is done; calls that it did not wait for go on. */
  #isReturned = false;
  #spentMs = 0;
  #sliceFrom: number | null = null;
  #isOutOfTime = false;
  #output = '';
  #lastId = 0;
  #calls = 0;
  #open = 0;
  #batch = 0;
  #sleeps = 0;
  #sleptMs = 0;

  static async open(job: SandboxJob, options: SandboxOptions): Promise<Sandbox> {
    const most = Math.ceil((job.limits.memoryBytes + engineBytes) / pageBytes);
    const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: Math.max(most, 256) });
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
    const runtime = quickjs.newRuntime();
    runtime.setMemoryLimit(job.limits.memoryBytes);
    runtime.setMaxStackSize(job.limits.stackBytes);
    return new Sandbox(job, options, runtime);
  }

  private constructor(job: SandboxJob, options: SandboxOptions, runtime: QuickJSRuntime) {
    this.#job = job;
    this.#options = options;
    this.#runtime = runtime;
    this.#context = runtime.newContext();
    runtime.setInterruptHandler(() => this.#isTimeUp());
    const context = this.#context;
    const { limits, tools } = job;
    const functions = [
      context.newFunction('call', (server, tool, args) => context.newNumber(this.#call(server, tool, args))),
      context.newFunction('print', (text) => this.#print(text)),
      context.newFunction('end', (ending, message) => {
        if (this.#text(ending) === 'done') this.#isReturned = true;
        else this.#end('error', this.#text(message));
      }),
      context.newFunction('sleep', (ms) => context.newNumber(this.#sleep(ms))),
      context.newString(JSON.stringify(tools)),
      context.newNumber(limits.outputCharacters),
    ];
    const made = context.unwrapResult(context.callFunction(context.unwrapResult(context.evalCode(prelude, 'portolan.js', { type: 'global' })), context.undefined, ...functions));
    this.#start = context.getProp(made, 0);
    this.#settle = context.getProp(made, 1);
    this.#describe = context.getProp(made, 2);
  }

  run(): void {
    this.#slice(() => {
      const context = this.#context;
      // One line before the first, so that the lines of its errors are the script's own.
      const made = context.evalCode(`(async () => {'use strict';${this.#job.code}\n})`, 'script.js', { type: 'global' });
      if (made.error) return this.#failed('syntax', made.error);
      if (context.typeof(made.value) !== 'function') return this.#end('syntax', 'The script is not a list of statements.');
      const begun = context.callFunction(this.#start, context.undefined, made.value);
      if (begun.error) this.#failed('error', begun.error);
    });
  }

  answer(answer: ToScript): void {
    if (this.#isEnded) return;
    this.#open -= 1;
    this.#batch += 1;
    const context = this.#context;
    this.#slice(() => {
      const given = answer.isOk ? [context.true, context.newString(answer.value)] : [context.false, context.newString(answer.code), context.newString(answer.message)];
      const settled = context.callFunction(this.#settle, context.undefined, context.newNumber(answer.id), ...given);
      if (settled.error) this.#failed('error', settled.error);
    });
  }

  /** Everything that runs in the sandbox runs in here: measured, and to the end of what there is to do. */
  #slice(work: () => void): void {
    if (this.#isEnded) return;
    this.#options.send({ type: 'busy' });
    this.#sliceFrom = this.#options.cpu();
    try {
      work();
      while (!this.#isEnded && this.#runtime.hasPendingJob()) {
        const done = this.#runtime.executePendingJobs(jobsAtOnce);
        if (done.error) this.#failed('error', done.error);
        if (this.#isTimeUp()) this.#end('time', '');
      }
      if (this.#isOutOfTime) this.#end('time', '');
      if (this.#open === 0) this.#end(this.#isReturned ? 'done' : 'stuck', '');
    } catch (error) {
      // The engine's own failure: WebAssembly out of stack or memory. Nothing of it is used again.
      this.#end(this.#isOutOfTime ? 'time' : 'broken', error instanceof Error ? error.message : '');
    } finally {
      this.#spentMs += this.#options.cpu() - this.#sliceFrom;
      this.#sliceFrom = null;
      this.#flush();
      if (!this.#isEnded) this.#options.send({ type: 'idle' });
    }
  }

  #isTimeUp(): boolean {
    const running = this.#sliceFrom === null ? 0 : this.#options.cpu() - this.#sliceFrom;
    this.#isOutOfTime ||= this.#spentMs + running > this.#job.limits.cpuMs;
    return this.#isOutOfTime;
  }

  #call(server: QuickJSHandle, tool: QuickJSHandle, args: QuickJSHandle): number {
    const { limits } = this.#job;
    if (this.#calls >= limits.calls) throw new RangeError(`A script may make ${limits.calls} calls; this was one more.`);
    const characters = this.#lengthOf(args);
    if (characters > limits.argumentCharacters) throw new RangeError(`The arguments have ${characters} characters; ${limits.argumentCharacters} are allowed.`);
    this.#calls += 1;
    this.#open += 1;
    const id = (this.#lastId += 1);
    // What was printed before stands before it.
    this.#flush();
    this.#options.send({ type: 'call', id, server: this.#number(server), tool: this.#number(tool), arguments: this.#text(args), batch: this.#batch });
    return id;
  }

  #sleep(handle: QuickJSHandle): number {
    const { limits } = this.#job;
    const ms = Math.ceil(this.#number(handle));
    this.#sleeps += 1;
    this.#sleptMs += ms;
    if (this.#sleeps > limits.sleeps || this.#sleptMs > limits.sleepMs) throw new RangeError(`A script may sleep ${limits.sleepMs / 1000} seconds in all.`);
    const id = (this.#lastId += 1);
    this.#open += 1;
    setTimeout(() => this.answer({ id, isOk: true, value: 'null' }), ms);
    return id;
  }

  #print(handle: QuickJSHandle): void {
    const room = this.#job.limits.outputCharacters + 1;
    if (this.#lengthOf(handle) > room) return;
    this.#output += this.#text(handle);
  }

  #flush(): void {
    if (this.#output !== '') this.#options.send({ type: 'print', text: this.#output });
    this.#output = '';
  }

  /** @param error is told by the sandbox itself: reading it from here would run what the script made of it */
  #failed(ending: ScriptEnding, error: QuickJSHandle): void {
    if (this.#isOutOfTime) return this.#end('time', '');
    const context = this.#context;
    const told = context.callFunction(this.#describe, context.undefined, error);
    const message = told.error === undefined && context.typeof(told.value) === 'string' ? this.#text(told.value) : '';
    this.#end(ending, message);
  }

  #end(ending: ScriptEnding, message: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#flush();
    const isMemory = ending === 'error' && message.startsWith('InternalError: out of memory');
    // An interruption comes out of an async function as an error like any other.
    const why = this.#isOutOfTime ? 'time' : isMemory ? 'memory' : ending;
    this.#options.send({ type: 'end', ending: why, message: message.slice(0, longestMessage).toWellFormed() });
  }

  /** Of a text, without making a copy of it; anything else has none. */
  #lengthOf(handle: QuickJSHandle): number {
    if (this.#context.typeof(handle) !== 'string') return Number.POSITIVE_INFINITY;
    return this.#context.getNumber(this.#context.getProp(handle, 'length'));
  }

  #text(handle: QuickJSHandle): string {
    return this.#context.typeof(handle) === 'string' ? this.#context.getString(handle) : '';
  }

  #number(handle: QuickJSHandle): number {
    const value = this.#context.typeof(handle) === 'number' ? this.#context.getNumber(handle) : 0;
    return Number.isFinite(value) ? Math.max(0, value) : 0;
  }
}
