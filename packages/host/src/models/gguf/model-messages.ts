/**
 * What the host and the process that runs a model file say to each other. That process reads a stranger's file with a
 * program of another language: what it says is checked like anything from outside.
 */
import * as z from 'zod/mini';
import type { JsonObject } from '@portolan/contract/json';

z.config({ jitless: true });

/** One entry of a conversation as llama.cpp's chat templates take it; calls stand with what came of them. */
export type HistoryItem =
  | { type: 'system' | 'user'; text: string }
  | { type: 'model'; response: (string | { type: 'functionCall'; name: string; params: unknown; result: unknown })[] };

export interface OfferedFunction {
  description: string;
  /** In the subset of JSON Schema that a grammar is made of. */
  params: JsonObject;
}

export interface GenerateRequest {
  history: HistoryItem[];
  functions: Record<string, OfferedFunction>;
  maxTokens: number | null;
  temperature: number | null;
  stop: string[];
}

export type ToModel =
  | { t: 'load'; path: string; contextSize: number; threads: number }
  | { t: 'generate'; id: number; request: GenerateRequest }
  | { t: 'stop'; id: number }
  | { t: 'close' };

const id = z.number().check(z.int(), z.minimum(1));
const text = z.string().check(z.maxLength(1_000_000));
const tokens = z.number().check(z.int(), z.minimum(0));

export const FromModel = z.discriminatedUnion('t', [
  z.object({ t: z.literal('up') }),
  /** Of loading, 0 to 1. */
  z.object({ t: z.literal('loading'), progress: z.number() }),
  z.object({ t: z.literal('ready'), contextSize: tokens }),
  /** It could not be loaded. `engine`: nothing here runs models; `memory`: there is too little; `refused`: the file is no good. */
  z.object({ t: z.literal('failed'), why: z.enum(['engine', 'memory', 'refused']), log: z.string().check(z.maxLength(10_000)) }),
  z.object({ t: z.literal('text'), id, text }),
  z.object({ t: z.literal('thought'), id, text }),
  z.object({ t: z.literal('call'), id, name: z.string().check(z.maxLength(256)), params: z.unknown() }),
  z.object({ t: z.literal('done'), id, end: z.enum(['stop', 'length', 'calls', 'stopped']), input: tokens, cached: tokens, output: tokens }),
  z.object({ t: z.literal('error'), id, why: z.enum(['too-long', 'other']), log: z.string().check(z.maxLength(10_000)) }),
]);
export type FromModel = z.infer<typeof FromModel>;
