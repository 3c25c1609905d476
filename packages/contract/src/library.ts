/** Everything that every server offers, searched in one place: the library page, and what `@` and `/` offer in a chat. */
import * as z from 'zod/mini';
import { AnnotationsView } from './content.ts';
import { request, stream } from './define.ts';
import { ServerId } from './ids.ts';
import { PromptView, ResourceTemplateView, ResourceView, ToolView } from './servers.ts';

/** `template` is a resource template. */
export const LibraryKind = z.enum(['tool', 'prompt', 'resource', 'template']);
export type LibraryKind = z.infer<typeof LibraryKind>;

/** Where the text that was asked for stands in a field, in UTF-16 units: from `start` up to `end`. */
export const LibraryMatch = z.object({ field: z.enum(['name', 'title', 'description', 'uri']), start: z.number(), end: z.number() });
export type LibraryMatch = z.infer<typeof LibraryMatch>;

/** One tool, prompt, resource or resource template of one server. Everything but `serverName` is the server's own word. */
export const LibraryHit = z.object({
  serverId: ServerId,
  serverName: z.string(),
  kind: LibraryKind,
  name: z.string(),
  title: z.optional(z.string()),
  /** At most `descriptionLimit` characters of it. */
  description: z.optional(z.string()),
  /** Of a resource its address, of a template the template; with the kind and the server it names the entry. */
  uri: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  /** In bytes, as the server says. */
  size: z.optional(z.number()),
  annotations: z.optional(AnnotationsView),
  /** Of a prompt; a prompt without any has an empty list. */
  arguments: z.optional(z.array(z.object({ name: z.string(), title: z.optional(z.string()), description: z.optional(z.string()), required: z.optional(z.boolean()) }))),
  /** Of a tool, where the server says so: it changes nothing. */
  readOnlyHint: z.optional(z.boolean()),
  /** There is an icon to ask for (`icons/get`). */
  hasIcon: z.optional(z.literal(true)),
  /** False: switched off by the person, or a tool that is suspended (H03). It is offered neither to models nor in pickers. */
  isEnabled: z.boolean(),
  matches: z.array(LibraryMatch),
});
export type LibraryHit = z.infer<typeof LibraryHit>;

/** What names an entry within its server and kind: the address of a resource or template, the name of anything else. */
export function libraryKey({ uri, name }: Pick<LibraryHit, 'uri' | 'name'>): string {
  return uri ?? name;
}

export const descriptionLimit = 240;

const count = z.number();

export const library = {
  /**
   * The entries that answer `text`, best first; all of them for an empty text, by server, kind and name. Every word has to stand
   * somewhere in the name, title, address or description. Where nothing does, words that are nearly written so are looked
   * for, and `instead` says which. An answer is never waited for until a server speaks: lists that are not read yet are not in it.
   */
  'library/search': request(
    z.object({
      text: z.string().check(z.maxLength(1000)),
      /** Only these kinds; all when left out. */
      kinds: z.optional(z.array(LibraryKind).check(z.maxLength(4))),
      serverIds: z.optional(z.array(ServerId).check(z.maxLength(1000))),
      /** Leaves out what is switched off or suspended, and servers that are off. */
      onlyEnabled: z.optional(z.boolean()),
      /**
       * Entries of one server, or of one kind, stand together; the one with the best entry comes first. By `folder` they stand by the
       * folders of their addresses, each right after the folder that holds it.
       */
      groupBy: z.optional(z.enum(['server', 'kind', 'folder'])),
      /** Place of the first one wanted; 0 unless told. */
      offset: z.optional(z.int().check(z.minimum(0))),
      limit: z.int().check(z.minimum(1), z.maximum(500)),
    }),
    z.object({
      hits: z.array(LibraryHit),
      /** How many there are in all. */
      total: count,
      /** In the order in which they stand; `key` is a server id, a kind, or a server id and a folder with a space between. Empty without `groupBy`. */
      groups: z.array(z.object({ key: z.string(), count })),
      /** How many answer of each kind, whatever `kinds` says; and of each server, whatever `serverIds` says. */
      kinds: z.object({ tool: count, prompt: count, resource: count, template: count }),
      servers: z.array(z.object({ serverId: ServerId, count })),
      /** The words that were looked for instead of those nothing was found for. */
      instead: z.optional(z.string()),
      /** Grows whenever anything in the library changes; places of two answers belong together only when it is the same. */
      stamp: z.number(),
    }),
  ),
  /**
   * One entry with everything that is known of it; `key` is its name, or the address of a resource or template. Null when
   * its server offers it no more. Fails with `server-unknown`.
   */
  'library/entry': request(
    z.object({ serverId: ServerId, kind: LibraryKind, key: z.string().check(z.maxLength(65_536)) }),
    z.nullable(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('tool'), tool: ToolView }),
        z.object({ kind: z.literal('prompt'), prompt: PromptView }),
        z.object({ kind: z.literal('resource'), resource: ResourceView }),
        z.object({ kind: z.literal('template'), template: ResourceTemplateView }),
      ]),
    ),
  ),
  /** The stamp of now, then a new one whenever servers changed what they offer, at most some times a second. */
  'library/watch': stream(z.object({}), z.object({ stamp: z.number() })),
} as const;
