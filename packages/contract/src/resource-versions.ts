/**
 * Resources that live: what was attached is a version of one, known by the hash of its contents; a newer one is told of while
 * somebody looks (C08, P09).
 */
import * as z from 'zod/mini';
import { TextDiff } from './configuration.ts';
import { AnnotationsView, ResourceContentView } from './content.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { MessageId, ServerId } from './ids.ts';

export const ResourceHash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export const ResourceVersion = z.object({
  /** sha256 of all its contents. */
  hash: ResourceHash,
  /** Milliseconds since the epoch. */
  readAt: z.number(),
  bytes: z.number(),
  /** Estimated; null where nobody can tell before the model counts. */
  tokens: z.nullable(z.number()),
  /** How many contents it has. */
  contents: z.number(),
  mimeTypes: z.array(z.string()),
});
export type ResourceVersion = z.infer<typeof ResourceVersion>;

const uri = z.string().check(z.maxLength(8192));
const resource = z.object({ serverId: ServerId, uri });

export const resourceVersions = {
  /**
   * Reads a resource and keeps what came, so that what is sent later is what was looked at. `uriTemplate` names the template its
   * address was made of: what the server says of that holds for the resource.
   */
  'resources/attach': request(
    z.object({ serverId: ServerId, uri, uriTemplate: z.optional(uri) }),
    z.object({ version: ResourceVersion, annotations: z.optional(AnnotationsView) }),
  ),
  /** What was kept under a hash; null when it is kept no more. */
  'resources/attached': request(z.object({ serverId: ServerId, uri, hash: ResourceHash }), z.object({ contents: z.nullable(z.array(ResourceContentView)) })),
  /**
   * Reads a resource anew and compares it with a version of before: one that was attached, or, with `messageId`, the one that went
   * with a message. `diff` is null when the earlier version is kept no more, or when neither holds any text.
   */
  'resources/compare': request(
    z.object({ serverId: ServerId, uri, hash: ResourceHash, messageId: z.optional(MessageId) }),
    z.object({ now: ResourceVersion, diff: z.nullable(TextDiff) }),
  ),
  /**
   * The version a resource has now, told again when the server says that it changed. The server is subscribed to while at least one
   * window watches. `version` is null while it is not known: the server does not run, or tells of no changes (`isLive` false).
   */
  'resources/watch': stream(resource, z.object({ version: z.nullable(ResourceVersion), isLive: z.boolean(), problem: z.nullable(Problem) })),
} as const;
