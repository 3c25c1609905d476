/** Conversations: kept by the host, watched by windows. */
import * as z from 'zod/mini';
import { ChatFilters, ChatPlace } from './chat-filters.ts';
import { ChatSourceName } from './chat-source.ts';
import { ContentView, ProgressView, ToolResultView } from './content.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { FileHash, FileRef } from './files.ts';
import { CallId, ConversationId, InteractionId, JobId, MessageId, ProfileId, ProjectId, ProviderId, ServerId } from './ids.ts';
import { JsonObject } from './json.ts';
import { ResourceHash } from './resource-versions.ts';

export const ModelRef = z.object({ providerId: ProviderId, model: z.string().check(z.minLength(1), z.maxLength(256)) });
export type ModelRef = z.infer<typeof ModelRef>;

export const ConversationView = z.object({
  id: ConversationId,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  model: z.nullable(ModelRef),
  isRunning: z.boolean(),
  messageCount: z.number(),
  /** False: in this chat models are offered no tools for listing and reading resources. */
  modelReadsResources: z.optional(z.boolean()),
  /** True: in this chat models may write scripts that call tools (C17). */
  runsScripts: z.optional(z.boolean()),
  /** Above the others, or out of the way; absent is neither. */
  place: z.optional(ChatPlace),
  /** It was not had here but came from a file: all of it is a stranger's word. */
  importedFrom: z.optional(ChatSourceName),
  projectId: z.optional(ProjectId),
  /** The only servers whose tools and resources models have in this chat; absent: as its project says, else all. */
  servers: z.optional(z.array(ServerId)),
  /** What it is had with; absent: no profile. */
  profileId: z.optional(ProfileId),
});
export type ConversationView = z.infer<typeof ConversationView>;

/**
 * `unknown`: the host died between sending the call and reading its result; it may or may not have happened.
 * `interrupted`: it certainly did not run.
 */
export const CallState = z.enum(['waiting', 'running', 'done', 'failed', 'denied', 'cancelled', 'interrupted', 'unknown']);
export type CallState = z.infer<typeof CallState>;

export const ToolCallView = z.object({
  type: z.literal('tool-call'),
  callId: CallId,
  serverId: z.nullable(ServerId),
  /** The server's name at the time, so that old chats still read well after it is removed. */
  serverName: z.string(),
  tool: z.string(),
  title: z.optional(z.string()),
  /** The app that the tool had when it was called (P23): an address on the same server. */
  app: z.optional(z.object({ resourceUri: z.string() })),
  /** The script that made this call (C17): its model reads what that printed, and not this. */
  script: z.optional(CallId),
  /** Of a script that runs: the end of what it has printed so far. */
  printed: z.optional(z.string()),
  /** What the call is made with. */
  arguments: JsonObject,
  /** What the model asked for, where the person changed it before allowing the call (H02). */
  modelArguments: z.optional(JsonObject),
  /** Set when the model's arguments were not a JSON object; the text it sent. */
  invalidArguments: z.optional(z.string()),
  state: CallState,
  interactionId: z.nullable(InteractionId),
  /**
   * How it came to run or not: asked this time, or by which standing permission; or refused by the host itself, because the
   * server asked too often (`storm-limit`) or is muted (`mute`), or because nobody could be asked (`unattended`).
   */
  decidedBy: z.nullable(z.enum(['person', 'chat-rule', 'always-rule', 'never-rule', 'storm-limit', 'mute', 'unattended'])),
  denyReason: z.optional(z.string()),
  progress: z.nullable(ProgressView),
  /** What the model reads. Null as well while the person has not decided about it, and where they withheld it. */
  result: z.nullable(ToolResultView),
  /** Set where the person saw the result first (H02). `edited`: the model reads what they left of it; the host keeps what the server answered. */
  review: z.optional(z.object({ state: z.enum(['waiting', 'sent', 'edited', 'withheld']), note: z.optional(z.string()) })),
  /**
   * The server made a job of it (C18). `isBackground`: the answer did not wait for it, and its result came, or will come, later.
   * `reviewsResult`: the person wanted to see what comes before the model does.
   */
  job: z.optional(z.object({ id: JobId, isBackground: z.optional(z.boolean()), reviewsResult: z.optional(z.boolean()) })),
  problem: z.nullable(Problem),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
});
export type ToolCallView = z.infer<typeof ToolCallView>;

export const PartView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  ToolCallView,
  /**
   * Something attached by the person: a resource read from a server, messages of a prompt, or a `file`, of which the content holds no more
   * than the beginning of a text. `version`: the hash of all of that resource.
   */
  z.object({ type: z.literal('attachment'), serverId: z.nullable(ServerId), serverName: z.string(), uri: z.string(), name: z.string(), content: ContentView, version: z.optional(z.string()), file: z.optional(FileRef) }),
]);
export type PartView = z.infer<typeof PartView>;

export const MessageStatus = z.enum(['complete', 'streaming', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const MessageView = z.object({
  id: MessageId,
  conversationId: ConversationId,
  role: z.enum(['user', 'assistant']),
  createdAt: z.number(),
  parts: z.array(PartView),
  status: MessageStatus,
  problem: z.nullable(Problem),
  model: z.nullable(ModelRef),
  /** `cost` in US dollars; null where a step has no known price, absent in messages from before it was kept. */
  /** Other messages that were in its place, oldest first, and which of them this one is; absent when there are none. */
  versions: z.optional(z.object({ ids: z.array(MessageId), at: z.number() })),
  usage: z.nullable(z.object({ inputTokens: z.nullable(z.number()), outputTokens: z.nullable(z.number()), cost: z.optional(z.nullable(z.number())) })),
});
export type MessageView = z.infer<typeof MessageView>;

export const AttachmentInput = z.discriminatedUnion('type', [
  /**
   * `hash`: the version that was attached, which is what is sent; without it the resource is read when the message is sent.
   * `uriTemplate`: what its address was made of. `despiteAudience`: the person wants the model to have it although the server
   * meant it for people alone.
   */
  z.object({
    type: z.literal('resource'),
    serverId: ServerId,
    uri: z.string().check(z.maxLength(8192)),
    name: z.string().check(z.maxLength(1024)),
    hash: z.optional(ResourceHash),
    uriTemplate: z.optional(z.string().check(z.maxLength(8192))),
    despiteAudience: z.optional(z.boolean()),
  }),
  /** Messages of a prompt, as the person saw and perhaps changed them. */
  z.object({ type: z.literal('prompt'), serverId: ServerId, name: z.string().check(z.maxLength(1024)), role: z.enum(['user', 'assistant']), content: ContentView }),
  /** A file that the host keeps. `forModel`: a picture made smaller for the model. `asWords`: the model is only told that it is there. */
  z.object({ type: z.literal('file'), hash: FileHash, name: z.string().check(z.minLength(1), z.maxLength(256)), forModel: z.optional(FileHash), asWords: z.optional(z.literal(true)) }),
]);
export type AttachmentInput = z.infer<typeof AttachmentInput>;

export const SearchHit = z.object({
  conversationId: ConversationId,
  messageId: z.nullable(MessageId),
  title: z.string(),
  updatedAt: z.number(),
  /** The matching text in pieces; hits are the marked ones. No markup crosses the contract. */
  snippet: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
});
export type SearchHit = z.infer<typeof SearchHit>;

const none = z.object({});
const conversationId = z.object({ conversationId: ConversationId });

export const conversations = {
  'conversations/watchList': stream(
    none,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), conversations: z.array(ConversationView) }),
      z.object({ type: z.literal('changed'), conversation: ConversationView }),
      z.object({ type: z.literal('removed'), conversationId: ConversationId }),
    ]),
  ),
  /**
   * Snapshot, then changes, coalesced to at most 30 events a second. `delta` appends to a text or reasoning part. Of a long chat the
   * snapshot holds the end and says `hasEarlier`; what came before follows in `earlier`, each piece older than the one before it.
   */
  'conversations/watch': stream(
    conversationId,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), conversation: ConversationView, messages: z.array(MessageView), hasEarlier: z.optional(z.boolean()) }),
      z.object({ type: z.literal('earlier'), messages: z.array(MessageView), isLast: z.boolean() }),
      z.object({ type: z.literal('conversation'), conversation: ConversationView }),
      z.object({ type: z.literal('message'), message: MessageView }),
      z.object({ type: z.literal('delta'), messageId: MessageId, part: z.number(), text: z.string() }),
      z.object({ type: z.literal('part'), messageId: MessageId, part: z.number(), value: PartView }),
      z.object({ type: z.literal('message-removed'), messageId: MessageId }),
    ]),
  ),
  /** Without a profile told it begins with the default one; its model, where it has one, is the chat's. */
  'conversations/create': request(z.object({ model: z.nullable(ModelRef), projectId: z.optional(ProjectId), profileId: z.optional(z.nullable(ProfileId)) }), ConversationView),
  'conversations/rename': request(z.object({ conversationId: ConversationId, title: z.string().check(z.minLength(1), z.maxLength(300)) }), ConversationView),
  'conversations/setModel': request(z.object({ conversationId: ConversationId, model: z.nullable(ModelRef) }), ConversationView),
  /** Whether models may ask to list and read resources of servers in this chat. */
  'conversations/setReadsResources': request(z.object({ conversationId: ConversationId, isOn: z.boolean() }), ConversationView),
  /** Whether models may write and run scripts in this chat (C17). */
  'conversations/setRunsScripts': request(z.object({ conversationId: ConversationId, isOn: z.boolean() }), ConversationView),
  /** Pins it, archives it, or (null) puts it back among the others. */
  'conversations/setPlace': request(z.object({ conversationId: ConversationId, place: z.nullable(ChatPlace) }), ConversationView),
  /** Hidden at once, kept until emptied; `conversations/restore` is the undo. */
  'conversations/remove': request(conversationId, none),
  'conversations/restore': request(conversationId, ConversationView),
  'conversations/search': request(
    z.object({ query: z.string().check(z.maxLength(500)), limit: z.number().check(z.minimum(1), z.maximum(200)), filters: z.optional(ChatFilters) }),
    z.object({ hits: z.array(SearchHit) }),
  ),
  /** Resolves once the person's message is durable; the answer arrives through `conversations/watch`. Errors: `attachment-unfit`, `file-gone`. */
  'conversations/send': request(
    z.object({ conversationId: ConversationId, text: z.string().check(z.maxLength(2_000_000)), attachments: z.array(AttachmentInput).check(z.maxLength(50)) }),
    z.object({ messageId: MessageId }),
  ),
  /**
   * Puts another text in the place of a message of the person's and asks the model again; what was there stays as a version.
   * What was attached is attached again as it was. Errors: `message-unknown`, `conversation-busy`.
   */
  'conversations/edit': request(z.object({ conversationId: ConversationId, messageId: MessageId, text: z.string().check(z.maxLength(2_000_000)) }), none),
  /**
   * Asks again for this answer; the one that was there stays as a version, and nothing of it is done again by itself. With a
   * model, that one is asked this once: what the chat's model is stays as it is.
   */
  'conversations/regenerate': request(z.object({ conversationId: ConversationId, messageId: MessageId, model: z.optional(ModelRef) }), none),
  /** One message as it is stored, whichever version of the chat it belongs to. Errors: `message-unknown`. */
  'conversations/version': request(z.object({ conversationId: ConversationId, messageId: MessageId }), z.object({ message: MessageView })),
  /** Shows the version that this message belongs to, up to its newest end. */
  'conversations/choose': request(z.object({ conversationId: ConversationId, messageId: MessageId }), none),
  /** Ends the running answer, its calls and its open questions. */
  'conversations/stop': request(conversationId, none),
  /** Asks the model again after a failed, cut or stopped answer; the cut text stays. */
  'conversations/continue': request(conversationId, none),
} as const;
