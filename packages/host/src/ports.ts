/**
 * The faces that the parts of the host show each other. Each part implements its own and takes the others' through its
 * constructor; `host.ts` is the only place that wires them.
 */
import type { ToolResultView, ProgressView } from '@portolan/contract/content';
import type { ChatFilterName, ChatFilters, ChatPlace } from '@portolan/contract/chat-filters';
import type { ConversationView, MessageView, ModelRef, PartView, SearchHit } from '@portolan/contract/conversations';
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { Problem } from '@portolan/contract/errors';
import type { FileHash } from '@portolan/contract/files';
import type { CallId, ConversationId, JobId, MessageId, ProfileId, ProjectId, ProviderId, ServerId } from '@portolan/contract/ids';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import type { ModelFile, ProviderKind } from '@portolan/contract/providers';
import type { QueuedId } from '@portolan/contract/queue';
import type { ReadBefore } from '@portolan/contract/rules';
import type { SamplingBudget } from '@portolan/contract/sampling';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { LaunchView, ServerInput, ServerLimits, Startup, ToolView } from '@portolan/contract/servers';
import type { Notice, Settings } from '@portolan/contract/settings';
import type { HttpTarget } from '@portolan/mcp-client/connect';
import type { Era, Tap } from '@portolan/mcp-client/transport/transport';
import type { AskConnection, AskingServer } from './interactions/ask-server.ts';

/** A launch as the configuration holds it: values in full, `${VAR}` not yet expanded. Never leaves the host. */
export type LaunchConfig =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd?: string }
  | { kind: 'http'; url: string; headers: Record<string, string>; transport: 'auto' | 'streamable-http' | 'sse' };

export interface ServerConfig {
  id: ServerId;
  /** The key under `mcpServers`. */
  name: string;
  launch: LaunchConfig;
  isEnabled: boolean;
  /** sha256 of the launch identity the person allowed; null when none was. The server is reviewed when it equals the current hash. */
  reviewedHash: string | null;
  disabledTools: string[];
  /** Declarations of the `${input:id}` references of the launch; each reference has one. Not part of launch identity. */
  inputs: ServerInput[];
  /** Answers to questions that are no secret. */
  answers?: Record<string, string>;
  /** Questions whose answer holds for one run and is kept nowhere. */
  asksEachTime?: string[];
  /** What a local server may reach; `off` is the person's decision, absent means nobody decided. */
  sandbox?: SandboxChoice;
  /** What the person decided about it beyond its launch; what is left out is as usual. */
  care?: ServerCare;
}

export interface ServerCare {
  disabledPrompts?: string[];
  /** URIs of resources and URI templates. */
  disabledResources?: string[];
  /** `launch` unless told. */
  startup?: Startup;
  limits?: ServerLimits;
  /** Forms and pages it may ask for; `ask` unless told. */
  elicitation?: 'ask' | 'off';
  /** Answers of models it may ask for; `off` unless told. */
  sampling?: 'ask' | 'off';
  /** What it may have of models; the usual unless told. */
  samplingBudget?: SamplingBudget;
  /** Folders it is told about; absent: none, and it is not told that there could be any. */
  roots?: string[];
}

export interface ProviderConfig {
  id: ProviderId;
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  /** Azure: the dated version of its older addresses. */
  apiVersion?: string | undefined;
  /** Bedrock: where the address does not name it. */
  region?: string | undefined;
  models: { id: string; source: 'listed' | 'added'; /** As the service itself said when it was last asked. */ capabilities?: ModelCapabilities | undefined }[];
  /** With `gguf` alone: which file, and how it is run. */
  file?: ModelFile | undefined;
}

export interface ConfigState {
  servers: ServerConfig[];
  providers: ProviderConfig[];
  defaultModel: ModelRef | null;
  settings: Settings;
}

export type ServerChange = Partial<Omit<ServerConfig, 'id'>>;

/** The one JSON file (S02). Every write is atomic and durable when its promise resolves. */
export interface ConfigStore {
  readonly path: string;
  current(): ConfigState;
  /** Called after every change, ours or from outside (with what was merged). Returns a function that stops it. */
  onChange(listener: (state: ConfigState, cause: 'self' | 'outside') => void): () => void;
  addServer(server: Omit<ServerConfig, 'id'>, replace?: ServerId): Promise<ServerConfig>;
  /** What depends on what stands is given as a function: two such changes at once must not undo each other. */
  updateServer(id: ServerId, change: ServerChange | ((standing: ServerConfig) => ServerChange)): Promise<ServerConfig>;
  /** The token brings it back through `restoreServer`, comments and unknown fields included. */
  removeServer(id: ServerId): Promise<{ undo: string }>;
  restoreServer(undo: string): Promise<ServerConfig>;
  saveProvider(provider: ProviderConfig): Promise<void>;
  removeProvider(id: ProviderId): Promise<void>;
  setDefaultModel(model: ModelRef | null): Promise<void>;
  /** A function is given the settings as they stand when the change is made: what is built on what was there needs that. */
  updateSettings(change: Partial<Settings> | ((standing: Settings) => Partial<Settings>)): Promise<Settings>;
  close(): Promise<void>;
}

/** Keys and tokens. Values never appear in errors, logs or the configuration. */
export interface SecretStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
  has(name: string): boolean;
}

/** A message as it is stored: what is shown, plus what a provider needs back verbatim. */
export interface StoredMessage extends MessageView {
  /** One entry a model step, opaque outside models/: provider that made it, its response messages. */
  providerState: Json[];
}

/** SQLite. Every method has committed durably when it returns. */
export interface ConversationStore {
  list(): ConversationView[];
  get(id: ConversationId): ConversationView | null;
  /** Errors: `project-unknown`. */
  create(model: ModelRef | null, projectId?: ProjectId | null): ConversationView;
  setProject(id: ConversationId, projectId: ProjectId | null): ConversationView;
  setServers(id: ConversationId, servers: readonly ServerId[] | null): ConversationView;
  rename(id: ConversationId, title: string): ConversationView;
  /** Unless the person named it, or it is called otherwise by now: then null, and nothing has changed. */
  retitle(id: ConversationId, before: string, title: string): ConversationView | null;
  setModel(id: ConversationId, model: ModelRef | null): ConversationView;
  setProfile(id: ConversationId, profileId: ProfileId | null): ConversationView;
  /** Appending a message brings an archived one back. */
  setPlace(id: ConversationId, place: ChatPlace | null): ConversationView;
  setReadsResources(id: ConversationId, isOn: boolean): ConversationView;
  setRunsScripts(id: ConversationId, isOn: boolean): ConversationView;
  remove(id: ConversationId): void;
  /** Deletes one for good that was removed; does nothing to any other. */
  deleteRemoved(id: ConversationId): void;
  restore(id: ConversationId): ConversationView;
  /** What the chat shows, oldest first; of that the newest, where a number is given. */
  messages(id: ConversationId, newest?: number): StoredMessage[];
  /** These messages, in this order; those that are not there are left out. */
  messagesOf(ids: readonly MessageId[]): StoredMessage[];
  /** Ids of what the chat shows, oldest first: those of `messages`. */
  path(id: ConversationId): MessageId[];
  /** Of each message that has others in its place: all of them, oldest first, itself included. */
  versions(id: ConversationId): Map<MessageId, MessageId[]>;
  /** What the chat shows ends there, and the next message follows it; null is before the first. */
  setHead(id: ConversationId, head: MessageId | null): void;
  /** What a message follows; null for a first one. */
  parent(id: MessageId): MessageId | null;
  newestBelow(id: MessageId): MessageId;
  message(id: MessageId): StoredMessage | null;
  /** Messages still marked `streaming`. At start nothing streams: these are what the last run did not finish. */
  streamingMessages(): StoredMessage[];
  /** Appends; the position in the conversation is the order of calls. */
  append(message: StoredMessage): void;
  /** What the person sent, all of it or nothing; at the same time it is out of the draft or the queue it comes from. */
  appendSent(messages: readonly StoredMessage[], from: 'draft' | QueuedId): void;
  /** Replaces the parts, status, usage … of a message. Streaming callers call this at most once a second. */
  save(message: StoredMessage): void;
  removeMessage(id: MessageId): void;
  search(query: string, limit: number, filters?: ChatFilters): SearchHit[];
  /** Chats that pass, the one used last first. */
  filter(filters: ChatFilters): ConversationId[];
  /** Filters without any one of which something would be found. */
  excluding(query: string, filters: ChatFilters): ChatFilterName[];
  filterChoices(): { models: string[]; servers: string[] };
  draft(id: ConversationId): string;
  saveDraft(id: ConversationId, text: string): void;
  draftAttachments(id: ConversationId): PendingAttachment[];
  saveDraftAttachments(id: ConversationId, attachments: readonly PendingAttachment[]): void;
  /** Hashes of the files that messages, drafts and what is queued need. */
  usedFiles(): Set<FileHash>;
  /** Deletes for good what was removed before that moment (ms since the epoch), so many at most. Returns how many conversations. */
  emptyRemoved(before: number, most?: number): number;
  /**
   * Journal of tool calls (durability contract 2): `intended` is written before dispatch, `settled` after. At start,
   * what is intended and not settled comes back here, to be marked `unknown`.
   */
  journalCall(call: { callId: CallId; conversationId: ConversationId; messageId: MessageId; serverId: ServerId; tool: string; argumentsHash: string; by?: 'app'; /** That made it (C17). */ script?: CallId }): void;
  settleCall(callId: CallId, outcome: 'done' | 'failed' | 'cancelled' | 'unknown'): void;
  unsettledCalls(): { callId: CallId; conversationId: ConversationId; messageId: MessageId }[];
  close(): void;
}

/** A tool of a running server, as the turn loop needs it. */
export interface AvailableTool {
  serverId: ServerId;
  serverName: string;
  /** Launch identity of the server, part of every approval hash. */
  launchHash: string;
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonObject;
  view: ToolView;
}

/** A server whose resources models may ask for. */
export type ResourceServer = Pick<AvailableTool, 'serverId' | 'serverName' | 'launchHash'>;

export interface ServersPort {
  /** Enabled tools of servers that are ready and not suspended, sorted by server name then tool name. */
  availableTools(): AvailableTool[];
  /** Tools that are not what they were when they were pinned (H03). */
  suspendedTools(): AvailableTool[];
  instructions(): { serverId: ServerId; serverName: string; text: string }[];
  tool(serverId: ServerId, name: string): AvailableTool | null;
  /** Servers with resources that models may be offered, sorted by name. */
  resourceServers(): ResourceServer[];
  callTool(
    serverId: ServerId,
    name: string,
    args: JsonObject,
    /** `callId` lets the call be found in the trace. */
    options: { signal: AbortSignal; onProgress(progress: ProgressView): void; callId?: CallId; /** Told when the server has made a job of it. */ onJob?(id: JobId): void },
  ): Promise<ToolResultView>;
  serverName(serverId: ServerId): string | null;
}

export interface ApprovalRequest {
  conversationId: ConversationId;
  conversationTitle: string;
  callId: CallId;
  tool: AvailableTool;
  arguments: JsonObject;
  /** What the model had read in this chat when it asked for this, the latest first (H10). Not part of what is decided about. */
  readBefore?: ReadBefore[];
  /** Not a model asks but the app of this call (P23). Not part of what is decided about. */
  ofApp?: CallId;
  /** Calls that the model made in one step share it: they are one batch, however many (C17). Not part of the decision. */
  batch?: string;
}

/** Why the host itself refuses a call without asking (C17). */
export type HostRefusal = 'storm-limit' | 'mute' | 'unattended';

/** Keeps servers from wearing the person out: asked before a question is put, and before a standing permission is used. */
export interface QuestionGate {
  isMuted(serverId: ServerId, conversationId: ConversationId): boolean;
  /** Counts one more question; false when it is one too many, and is not to be put. */
  admits(request: ApprovalRequest): boolean;
  /** A call was refused because its server is muted. */
  refused(serverId: ServerId, conversationId: ConversationId): void;
}

export type ApprovalOutcome =
  /** With `arguments` the person changed what is to be sent; the hash is then over those. */
  | { decision: 'allow'; by: 'person' | 'chat-rule' | 'always-rule'; hash: string; arguments?: JsonObject; reviewResult?: boolean }
  /** `never-rule`: the person said so before; `storm-limit` and `mute`: the host refused it itself. */
  | { decision: 'deny'; by: 'person' | 'never-rule' | HostRefusal; reason: string | null }
  /** Stopped or shut down before anyone decided; with a problem, what was asked about is no longer to be had. */
  | { decision: 'withdrawn'; problem?: Problem };

/** The one place where a call is allowed (H01). */
export interface ApprovalsPort {
  /** `onAsked` is called with the interaction's id when a person has to be asked. */
  decide(request: ApprovalRequest, options: { signal: AbortSignal; onAsked(interactionId: string): void }): Promise<ApprovalOutcome>;
  /**
   * Recomputes the hash right before dispatch, and asks the standing permissions once more; false means the decision was for
   * something else or holds no more, and it is spent either way.
   */
  spend(hash: string, request: ApprovalRequest): boolean;
}

/** A result that is shown to the person before the model reads it. */
export interface ReviewRequest {
  conversationId: ConversationId;
  conversationTitle: string;
  callId: CallId;
  serverId: ServerId;
  serverName: string;
  tool: string;
  title?: string;
  arguments: JsonObject;
  result: ToolResultView;
}

export type ReviewOutcome =
  | { action: 'send' }
  /** The model reads this instead. */
  | { action: 'edit'; result: ToolResultView }
  | { action: 'withhold'; note: string | null }
  /** Stopped or shut down before anyone decided: nothing is told. */
  | { action: 'withdrawn' };

/** The one place where it is decided what a model reads of a result (H02). */
export interface ResultReviewsPort {
  /** Whether the person chose to see results of this server, this tool or in this chat. */
  wants(call: { serverId: ServerId; tool: string; conversationId: ConversationId }): boolean;
  /** Before anybody is asked: what came is kept whatever happens. @throws when the disk refuses */
  keep(request: ReviewRequest): void;
  /** `onAsked` is called with the interaction's id. */
  ask(request: ReviewRequest, options: { signal: AbortSignal; onAsked(interactionId: string): void }): Promise<ReviewOutcome>;
  /** What the server had answered, where it was kept. */
  original(callId: CallId): ToolResultView | null;
  /** The message has all of it by now. */
  forget(callId: CallId): void;
}

/** What one connection tells the trace; for the engine's tap, and for what only the host knows. */
export interface ConnectionTrace {
  readonly tap: Tap;
  established(era: Era, protocolVersion: string): void;
  /** The request with this id, which is about to be sent, makes this call. */
  noteCall(callId: CallId, requestId: number): void;
  /** The connection is over, or never stood. */
  end(): void;
}

export interface TracePort {
  /** For one connection, or one try at one. */
  connection(serverId: ServerId): ConnectionTrace;
  /** A launch with its variables expanded: its secrets are struck out of everything a window is shown. */
  learn(launch: LaunchConfig): void;
}

/** Sign-ins as a connection needs them. Nothing here opens a browser: only a person's own action does (try-out 36). */
export interface SignInPort {
  /** Carries the tokens of this server, where it is known to want some; undefined leaves the exchange as it is. */
  fetchFor(serverId: ServerId, target: HttpTarget): Promise<typeof fetch | undefined>;
  /** It answered 401 although it was not known to want tokens. Undefined when a credential of its settings was refused. */
  fetchAfterRefusal(serverId: ServerId, target: HttpTarget): Promise<typeof fetch | undefined>;
}

/** What servers ask of the person, as a connection needs it. */
export interface AsksPort {
  /** For one connection, or one try at one. */
  connection(server: AskingServer): AskConnection;
  /** The person told it to stop asking. */
  isStopped(serverId: ServerId): boolean;
}

/** Tells the app something about itself; shown as a banner until dismissed. */
export interface NoticesPort {
  /** Replaces a notice of the same id. */
  add(notice: Notice): void;
  /** Called by the part that raised it once its reason is gone. */
  dismiss?(id: string): void;
}

export type { ConversationView, MessageView, PartView, LaunchView };
