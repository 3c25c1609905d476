/**
 * Files the person attaches (C07): sent to the host in chunks, kept there by the hash of their bytes, known by what the bytes are and
 * never by what they are called.
 */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ConversationId } from './ids.ts';

/** Largest file, in bytes. */
export const maxFile = 25_000_000;
/** Bytes of one chunk before base64; a multiple of three, so that chunks of base64 can be put together. */
export const fileChunk = 768 * 1024;

/** sha256 of all bytes, in hexadecimal. */
export const FileHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export type FileHash = z.infer<typeof FileHash>;

/** What the bytes of a file are. */
const facts = {
  hash: FileHash,
  bytes: z.number().check(z.minimum(0)),
  /** Told by its bytes; `application/octet-stream` where nothing is known of them. */
  mimeType: z.string().check(z.maxLength(128)),
  /** Pixels of a picture, as its head says. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
};

/** A picture made smaller for models, where the one that was attached is too large for them. */
export const FileFacts = z.object(facts);
export type FileFacts = z.infer<typeof FileFacts>;

export const FileView = z.object({
  ...facts,
  /** On one line, without a path, bounded. */
  name: z.string().check(z.maxLength(256)),
  /** Estimated; null where only the service itself could tell. */
  tokens: z.nullable(z.number()),
});
export type FileView = z.infer<typeof FileView>;

/** Stands beside the content of an attachment that is a file: the bytes themselves are kept apart. */
export const FileRef = z.object({
  ...facts,
  forModel: z.optional(FileFacts),
  /** The person sends only word of it: this model cannot be given the file. */
  asWords: z.optional(z.literal(true)),
});
export type FileRef = z.infer<typeof FileRef>;

/** Whether a model takes a file: `kind` when it takes nothing of the kind, `size` when this one is too large for it. */
export const FileFit = z.enum(['fits', 'kind', 'size']);
export type FileFit = z.infer<typeof FileFit>;

const uploadId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/));

export const files = {
  /** Announces a file. Errors: `file-refused` (too large, empty, too many at once), `storage-failed`. */
  'files/begin': request(z.object({ name: z.string().check(z.maxLength(4096)), bytes: z.number().check(z.int(), z.minimum(0)) }), z.object({ uploadId })),
  'files/append': request(z.object({ uploadId, offset: z.number().check(z.int(), z.minimum(0)), data: z.string().check(z.maxLength(2 * fileChunk)) }), z.object({ received: z.number() })),
  /** All of it is there: kept from now on. Errors: `file-refused` (not what was announced, gone meanwhile). */
  'files/finish': request(z.object({ uploadId }), FileView),
  'files/discard': request(z.object({ uploadId }), z.object({})),
  /** A piece of a file that is kept. Errors: `file-gone`. */
  'files/read': request(z.object({ hash: FileHash, offset: z.number().check(z.int(), z.minimum(0)) }), z.object({ data: z.string(), total: z.number() })),
  /**
   * Whether the model of a chat takes these files, before they are sent, and which others would take all of them. `hash` is of what
   * would go to the model.
   */
  'files/fit': request(
    z.object({ conversationId: ConversationId, hashes: z.array(FileHash).check(z.maxLength(100)) }),
    z.object({
      /** Null where the chat has no model. */
      model: z.nullable(z.string()),
      fits: z.array(FileFit),
      others: z.array(z.object({ providerId: z.string(), providerName: z.string(), model: z.string() })),
    }),
  ),
  /**
   * Has the person choose a screen or a window in a menu of the desktop app and keeps a picture of it. Null when nothing was chosen, and at
   * once in browser mode. Errors: `file-refused` (the system gives no picture of its screen).
   */
  'files/screenshot': request(z.object({}), z.object({ file: z.nullable(FileView) })),
} as const;
