/**
 * Pinned definitions (H03): what a tool was when this host first saw it is kept, and a tool that is something else by now is
 * suspended until the person has looked at what changed.
 */
import * as z from 'zod/mini';
import { TextDiff } from './configuration.ts';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { JsonObject } from './json.ts';
import { ProviderKind } from './providers.ts';
import { ToolPin } from './tool-pin.ts';

/** What of a definition is pinned. Of `_meta` it is the app alone (`ui`: its page, and who may call), for servers put timestamps there. */
export const PinnedField = z.enum(['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'ui']);
export type PinnedField = z.infer<typeof PinnedField>;

/** A text before and now in one: what was taken away, what was put in, and what stands between. */
export const WordDiff = z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }));
export type WordDiff = z.infer<typeof WordDiff>;

/** One field that is no longer what it was, as text: schemas are written with sorted keys, so that only what differs differs. */
export const PinnedChange = z.object({
  field: PinnedField,
  diff: TextDiff,
  /** Word by word, where the field is prose that can be read like that. */
  words: z.optional(WordDiff),
  /** Characters of the new text that a reader would not see. */
  hidden: z.number(),
});
export type PinnedChange = z.infer<typeof PinnedChange>;

export const SuspendedTool = z.object({
  tool: z.string(),
  pin: ToolPin,
  /** Of the definition as it is now; handed back, so that what was read is what is accepted. */
  hash: z.string(),
  /** When the definition it is compared with was first seen, in milliseconds since the epoch; null when there is none. */
  pinnedAt: z.nullable(z.number()),
  changes: z.array(PinnedChange),
});
export type SuspendedTool = z.infer<typeof SuspendedTool>;

/** What a server says of itself, when it says something else than it did. */
export const ServerDrift = z.object({
  field: z.enum(['name', 'version', 'instructions']),
  before: z.string(),
  after: z.string(),
  diff: TextDiff,
  words: z.optional(WordDiff),
});
export type ServerDrift = z.infer<typeof ServerDrift>;

const Fetched = z.object({ version: z.string(), /** Of the archive, as npm notes it; null where it noted none. */ integrity: z.nullable(z.string()) });

/** A package without a fixed version that became another one between two starts: its tools wait, whatever they say of themselves (A14). */
export const PackageDrift = z.object({ /** As written in the launch. */ spec: z.string(), before: Fetched, after: Fetched });
export type PackageDrift = z.infer<typeof PackageDrift>;

const toolName = z.string().check(z.maxLength(8192));
const decided = z.object({ serverId: ServerId, tools: z.array(z.object({ tool: toolName, hash: z.string().check(z.maxLength(128)) })).check(z.maxLength(1000)) });
const none = z.object({});

export const pins = {
  /** Everything about a server that is not as it was pinned. */
  'pins/changes': request(
    z.object({ serverId: ServerId }),
    z.object({ suspended: z.array(SuspendedTool), added: z.array(z.string()), removed: z.array(z.string()), server: z.array(ServerDrift), package: z.nullable(PackageDrift) }),
  ),
  /** These definitions take the place of what was pinned. Fails with `server-changed` when one is not what was shown any more; then none is taken. */
  'pins/accept': request(decided, none),
  /** These stay suspended, and are not brought up again until they change once more. Fails like `pins/accept`. */
  'pins/keepOff': request(decided, none),
  /** The person has seen what is new, what is gone, and what the server says of itself now. */
  'pins/acknowledge': request(z.object({ serverId: ServerId }), none),
  /** The person has seen which package runs now, and its tools may be used. Fails with `server-changed` when it is not the one that was shown. */
  'pins/acceptPackage': request(z.object({ serverId: ServerId, version: z.string().check(z.maxLength(256)), integrity: z.nullable(z.string().check(z.maxLength(1024))) }), none),
  /** All that a model reads of a tool, and what the tool last failed with. Fails with `tool-unknown`. */
  'pins/definition': request(
    z.object({ serverId: ServerId, tool: toolName }),
    z.object({
      /** As the server sent it. */
      raw: JsonObject,
      /** As models of the kind in use are given it; `schema` is null where the tool is left out. */
      sent: z.object({ kind: ProviderKind, name: z.string(), description: z.string(), schema: z.nullable(JsonObject), excluded: z.nullable(z.string()) }),
      /** Characters in the whole definition that a reader would not see. */
      hidden: z.number(),
      /** The text of the last failure since the host started: models read that too. */
      lastFailure: z.nullable(z.object({ at: z.number(), text: z.string() })),
    }),
  ),
} as const;
