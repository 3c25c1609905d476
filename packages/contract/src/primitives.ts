/** Using what a server offers by hand: no model needed (C03, S14). */
import * as z from 'zod/mini';
import { ContentView, ProgressView, ResourceContentView, RepairView, ToolResultView } from './content.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';
import { JsonObject } from './json.ts';

const text = z.string().check(z.maxLength(8192));

export const primitives = {
  /** The person calls a tool. Ends after `done` or `failed`; closing the stream cancels the call. */
  'tools/run': stream(
    z.object({ serverId: ServerId, name: text, arguments: JsonObject }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('progress'), progress: ProgressView }),
      z.object({ type: z.literal('done'), result: ToolResultView, durationMs: z.number() }),
      z.object({ type: z.literal('failed'), problem: Problem, durationMs: z.number() }),
    ]),
  ),
  'resources/read': request(
    z.object({ serverId: ServerId, uri: text }),
    z.object({ contents: z.array(ResourceContentView), repairs: z.array(RepairView) }),
  ),
  /**
   * Reads a resource once more and gives one of its contents in pieces, strictly checked; for a file that the person saves. Closing
   * the stream ends it. Fails with `server-invalid-result` when it is not there or no base64.
   */
  'resources/save': stream(
    z.object({ serverId: ServerId, uri: text, index: z.int().check(z.minimum(0)) }),
    z.object({ base64: z.string(), done: z.number(), total: z.number() }),
  ),
  'prompts/get': request(
    z.object({ serverId: ServerId, name: text, arguments: z.record(z.string(), z.string()) }),
    z.object({
      description: z.optional(z.string()),
      messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: ContentView })),
      repairs: z.array(RepairView),
    }),
  ),
  'completion/complete': request(
    z.object({
      serverId: ServerId,
      ref: z.discriminatedUnion('type', [z.object({ type: z.literal('ref/prompt'), name: text }), z.object({ type: z.literal('ref/resource'), uri: text })]),
      argument: z.object({ name: text, value: z.string().check(z.maxLength(4096)) }),
      context: z.record(z.string(), z.string()),
    }),
    z.object({ values: z.array(z.string()), total: z.optional(z.number()), hasMore: z.boolean() }),
  ),
} as const;
