/** Content blocks and resources as a window shows them. Bytes travel as base64 under a cap; bigger ones by reference. */
import * as z from 'zod/mini';
import { Json, JsonObject } from './json.ts';

export const AnnotationsView = z.object({
  audience: z.optional(z.array(z.enum(['user', 'assistant']))),
  priority: z.optional(z.number()),
  lastModified: z.optional(z.string()),
});
export type AnnotationsView = z.infer<typeof AnnotationsView>;

/** What is too large for a window is left out of a blob, and cut from a text (`isLeftOut`); `resources/save` gives it whole, in pieces. */
export const ResourceContentView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), uri: z.string(), mimeType: z.optional(z.string()), text: z.string(), isLeftOut: z.optional(z.literal(true)) }),
  z.object({ kind: z.literal('blob'), uri: z.string(), mimeType: z.optional(z.string()), blob: z.string(), bytes: z.number(), isLeftOut: z.optional(z.literal(true)) }),
]);
export type ResourceContentView = z.infer<typeof ResourceContentView>;

const annotations = z.optional(AnnotationsView);

export const ContentView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), annotations }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string(), annotations }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string(), annotations }),
  z.object({ type: z.literal('resource'), resource: ResourceContentView, annotations }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    mimeType: z.optional(z.string()),
    size: z.optional(z.number()),
    annotations,
  }),
  /** A block of a type nobody knows, kept whole. */
  z.object({ type: z.literal('unknown'), originalType: z.string(), reason: z.string(), raw: JsonObject }),
]);
export type ContentView = z.infer<typeof ContentView>;

export const RepairView = z.object({ path: z.string(), reason: z.string() });
export type RepairView = z.infer<typeof RepairView>;

export const ToolResultView = z.object({
  content: z.array(ContentView),
  structuredContent: z.optional(Json),
  /** Set when structuredContent does not fit the tool's outputSchema: shown beside the result, never instead of it. */
  schemaMismatch: z.optional(z.string()),
  isError: z.boolean(),
  /** Places where a secret of ours stood and was taken out before anyone read it; absent when there was none. */
  secretsRemoved: z.optional(z.number()),
  repairs: z.array(RepairView),
  /** `_meta` of the result, kept only for the app of the tool (P23): no model reads it. */
  meta: z.optional(JsonObject),
});
export type ToolResultView = z.infer<typeof ToolResultView>;

export const ProgressView = z.object({
  progress: z.number(),
  total: z.optional(z.number()),
  message: z.optional(z.string()),
});
export type ProgressView = z.infer<typeof ProgressView>;
