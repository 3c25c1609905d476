/** A script from its beginning to its end, as the host sees it: a thread that can be ended, and the calls that come out of it. */
import { Worker } from 'node:worker_threads';
import { isJson } from '@portolan/contract/json';
import type { Json, JsonObject } from '@portolan/contract/json';
import { FromScript } from './script-messages.ts';
import type { SandboxJob, ScriptEnding, ToScript } from './script-messages.ts';

/** One call that the script makes. Calls of one `batch` were made without waiting for each other. */
export interface ScriptCall {
  server: string;
  tool: string;
  arguments: JsonObject;
  batch: number;
}

/** What the script gets for it: a value, or an error that it can catch. */
export type ScriptAnswer = { isOk: true; value: Json } | { isOk: false; code: string; message: string };

export interface ScriptPort {
  /** Does not throw. */
  call(call: ScriptCall): Promise<ScriptAnswer>;
  onOutput(text: string): void;
}

/** `stopped`: the signal was aborted. */
export interface ScriptEnd {
  ending: ScriptEnding | 'stopped';
  /** Of its last error; may hold anything that the script made of it. */
  message: string;
  isOutputCut: boolean;
}

/** How much longer than its processor time a script may run at a stretch: other work may hold the processor, too. */
const patience = 3;
const moreMs = 20_000;
const bootMs = 60_000;

/** Runs it once. Does not reject. */
export function runScript(job: SandboxJob, port: ScriptPort, signal: AbortSignal): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('script-worker.ts', import.meta.url), {
      workerData: job,
      // Nothing of the app's: what computes here has no use for it.
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      stdin: false,
      stdout: true,
      stderr: true,
    });
    let isOver = false;
    let printed = 0;
    let calls = 0;
    let timer = setTimeout(() => end('broken', 'The sandbox did not start.'), bootMs);
    const end = (ending: ScriptEnd['ending'], message: string): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve({ ending, message, isOutputCut: printed > job.limits.outputCharacters });
      void thread.terminate();
    };
    const stop = (): void => end('stopped', '');
    const take = async (message: Extract<FromScript, { type: 'call' }>): Promise<void> => {
      const { id } = message;
      calls += 1;
      const answer = calls > job.limits.calls ? refused('limit', 'Too many calls.') : await answerTo(job, port, message);
      if (!isOver) thread.postMessage(toScript(id, answer, job.limits.resultCharacters));
    };
    thread.on('message', (value: unknown) => {
      if (isOver) return;
      const heard = FromScript.safeParse(value);
      if (!heard.success) return end('broken', '');
      const message = heard.data;
      switch (message.type) {
        case 'busy':
          clearTimeout(timer);
          timer = setTimeout(() => end('time', ''), job.limits.cpuMs * patience + moreMs);
          return;
        case 'idle':
          clearTimeout(timer);
          return;
        case 'print': {
          const room = Math.max(0, job.limits.outputCharacters - printed);
          printed += message.text.length;
          if (room > 0) port.onOutput(message.text.slice(0, room).toWellFormed());
          return;
        }
        case 'call':
          void take(message);
          return;
        case 'end':
          return end(message.ending, message.message);
        default:
          return message satisfies never;
      }
    });
    // Its words may hold what the script worked with; nobody reads them.
    thread.stdout.resume();
    thread.stderr.resume();
    thread.on('error', (error) => end(isOutOfMemory(error) ? 'memory' : 'broken', ''));
    thread.on('exit', () => end('broken', 'The sandbox ended.'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

async function answerTo(job: SandboxJob, port: ScriptPort, message: Extract<FromScript, { type: 'call' }>): Promise<ScriptAnswer> {
  const [server, tools] = job.tools[message.server] ?? [];
  const tool = tools?.[message.tool];
  if (server === undefined || tool === undefined) return refused('tool-unknown', 'There is no such tool.');
  if (message.arguments.length > job.limits.argumentCharacters) return refused('limit', 'The arguments are too large.');
  const args = parsed(message.arguments);
  if (args === null) return refused('tool-arguments-invalid', 'The arguments are not a JSON object of at most 128 levels.');
  if (hasOddKey(args)) return refused('tool-arguments-invalid', 'Arguments may not be named __proto__.');
  return port.call({ server, tool, arguments: args, batch: message.batch });
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** No honest tool has such an argument, and what is written in another language behind it may well stumble over it. */
function hasOddKey(value: Json): boolean {
  const open: Json[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    if (!Array.isArray(item) && Object.hasOwn(item, '__proto__')) return true;
    for (const child of Object.values(item)) open.push(child);
  }
  return false;
}

function toScript(id: number, answer: ScriptAnswer, most: number): ToScript {
  if (!answer.isOk) return { id, ...answer, message: answer.message.slice(0, 10_000).toWellFormed() };
  const value = JSON.stringify(answer.value);
  if (value.length > most) return { id, ...refused('result-too-large', `The result has ${value.length} characters; a script is given ${most} at most. Ask the tool for less.`) };
  return { id, isOk: true, value };
}

function refused(code: string, message: string): Extract<ScriptAnswer, { isOk: false }> {
  return { isOk: false, code, message };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
