/** What a script's thread and the host tell each other: texts and numbers, each bounded, nothing that could carry an object of either side. */
import * as z from 'zod/mini';

export interface ScriptLimits {
  /** Milliseconds of processor time in the sandbox; waiting for calls takes none. */
  cpuMs: number;
  /** Bytes that the script's values may take. */
  memoryBytes: number;
  /** Bytes of calls within calls. */
  stackBytes: number;
  /** Calls of tools by one script. */
  calls: number;
  /** Characters printed, in all. */
  outputCharacters: number;
  /** Characters of the arguments of one call, as JSON. */
  argumentCharacters: number;
  /** Characters of one result that a script is given, as JSON. */
  resultCharacters: number;
  /** Milliseconds that it may sleep, in all. */
  sleepMs: number;
  /** How often it may sleep. */
  sleeps: number;
}

export const scriptLimits: ScriptLimits = {
  cpuMs: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  calls: 50,
  outputCharacters: 200_000,
  argumentCharacters: 1_000_000,
  resultCharacters: 4_000_000,
  sleepMs: 60_000,
  sleeps: 1_000,
};

/** Characters of code; more is no script of a model's but something it was made to copy. */
export const longestScript = 100_000;

/** Names of servers, each with the names of its tools: a call names their places. */
export type ScriptTools = readonly (readonly [server: string, tools: readonly string[]])[];

export interface SandboxJob {
  code: string;
  tools: ScriptTools;
  limits: ScriptLimits;
}

/**
 * How a script ended. `error`: by an error of its own. `syntax`: it is none. `time`, `memory`: a limit. `stuck`: it waits for what never comes.
 * `broken`: the sandbox itself gave up.
 */
export const ScriptEnding = z.enum(['done', 'error', 'syntax', 'time', 'memory', 'stuck', 'broken']);
export type ScriptEnding = z.infer<typeof ScriptEnding>;

const place = z.int().check(z.minimum(0), z.maximum(100_000));

/** From the thread. It holds a stranger's program, so what comes out of it is looked at like what comes from a server. */
export const FromScript = z.discriminatedUnion('type', [
  /** It runs, or waits: how long it runs at a stretch is measured from outside as well. */
  z.object({ type: z.literal('busy') }),
  z.object({ type: z.literal('idle') }),
  z.object({ type: z.literal('print'), text: z.string() }),
  /** `batch`: calls made without waiting for each other share one. */
  z.object({ type: z.literal('call'), id: place, server: place, tool: place, arguments: z.string(), batch: place }),
  z.object({ type: z.literal('end'), ending: ScriptEnding, message: z.string() }),
]);
export type FromScript = z.infer<typeof FromScript>;

/** To the thread: the answer to a call, as JSON, or why there is none. */
export type ToScript = { id: number; isOk: true; value: string } | { id: number; isOk: false; code: string; message: string };
