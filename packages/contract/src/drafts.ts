/** What is being written and not yet sent: text and attachments, kept by the host so that no crash, reload or restart loses them. */
import * as z from 'zod/mini';
import { AnnotationsView } from './content.ts';
import { AttachmentInput } from './conversations.ts';
import { request, stream } from './define.ts';
import { FileView } from './files.ts';
import { ConversationId } from './ids.ts';
import { ResourceVersion } from './resource-versions.ts';

/** An attachment as it stands in a composer. */
export const PendingAttachment = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(16_384)),
  label: z.string().check(z.maxLength(4096)),
  serverName: z.string().check(z.maxLength(1024)),
  input: AttachmentInput,
  /** The version of a resource that was attached; absent until it was read. */
  version: z.optional(ResourceVersion),
  /** What the server says of a resource. */
  annotations: z.optional(AnnotationsView),
  /** Of a file, and of the smaller copy that goes to models. */
  file: z.optional(FileView),
  forModel: z.optional(FileView),
});
export type PendingAttachment = z.infer<typeof PendingAttachment>;

/** As many as one message may carry. */
export const mostAttachments = 50;
/** Characters of all attachments of one draft as they are kept; a frame of a window holds twice as much. */
export const longestAttachments = 4_000_000;

export const PendingAttachments = z.array(PendingAttachment).check(z.maxLength(mostAttachments));
export const draftText = z.string().check(z.maxLength(2_000_000));

export const drafts = {
  /** What other connections save from now on; what is left out is as it was. */
  'drafts/watch': stream(z.object({ conversationId: ConversationId }), z.object({ text: z.optional(z.string()), attachments: z.optional(z.array(PendingAttachment)) })),
  /** `attachments` are absent where there are none. */
  'drafts/get': request(z.object({ conversationId: ConversationId }), z.object({ text: z.string(), attachments: z.optional(z.array(PendingAttachment)) })),
  /** What is left out stays as it is. */
  'drafts/save': request(z.object({ conversationId: ConversationId, text: z.optional(draftText), attachments: z.optional(PendingAttachments) }), z.object({})),
} as const;
