/** The door of this package: one connected MCP client, the same face whatever the era and the transport. */
import type { Implementation, Listing, Progress, Prompt, PromptResult, Resource, ResourceResult, ResourceTemplate, Tool, ToolResult } from './data.ts';
import type { Json, JsonObject } from './jsonrpc/message.ts';
import type { TaskCallOptions, TaskState, ToolCall, ToolTask } from './tasks/task.ts';
import type { CloseReason, Era, TransportKind } from './transport/transport.ts';

export type { Listing, RefusedItem, Repair, Icon, Implementation, ToolAnnotations, Tool, Annotations, Resource, ResourceTemplate, PromptArgument, Prompt, ResourceContents, ResourceResult, ContentBlock, ToolResult, PromptMessage, PromptResult, Progress } from './data.ts';

/** Time limits of one request, in milliseconds. Progress extends `idleMs`; nothing extends `totalMs`. */
export interface TimeLimits {
  idleMs: number;
  totalMs: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  limits?: Partial<TimeLimits>;
  onProgress?: (progress: Progress) => void;
  /** The id of each request this call makes, told before it is sent: some calls are made again after a refusal. */
  onId?: (id: number) => void;
  /** The host's own name for this call. What the server asks because of it carries it back (`InputContext.call`). */
  reference?: string;
  /** For tool calls: the wish that the server makes it a task, and who is told of that task. */
  task?: TaskCallOptions;
  /** For lists and `readResource`: `reload` asks the server although an earlier answer may still be good. */
  cache?: 'use' | 'reload';
}

/** https://www.w3.org/TR/trace-context/ and https://www.w3.org/TR/baggage/, as they go into `_meta`. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
  baggage?: string;
}

export interface ServerCapabilities {
  tools: boolean;
  resources: boolean;
  resourceSubscriptions: boolean;
  prompts: boolean;
  completions: boolean;
  logging: boolean;
  toolsListChanged: boolean;
  resourcesListChanged: boolean;
  promptsListChanged: boolean;
  extensions: string[];
  raw: JsonObject;
}

export type ClientEvent =
  | { type: 'list-changed'; list: 'tools' | 'resources' | 'prompts' }
  | { type: 'resource-updated'; uri: string }
  | { type: 'log'; level: LogLevel; logger?: string; data: Json }
  /** Legacy: what a person did in the browser for this elicitation is done. Told once, and only for what was accepted. */
  | { type: 'elicitation-complete'; elicitationId: string }
  /** The server refuses the version of this connection, having been replaced perhaps: connect anew, without the verdict. */
  | { type: 'version-refused'; supported: string[] }
  /** Something tolerated; `count` grows for repeats of one kind, so a flood stays one line. */
  | { type: 'problem'; kind: string; message: string; sample?: string; count: number }
  | { type: 'closed'; reason: CloseReason };

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** One connected server. Created by `connect` (connect.ts). */
export interface Client {
  readonly era: Era;
  /** What the connection runs over; with `auto` only known once it stands. */
  readonly transport: TransportKind;
  readonly protocolVersion: string;
  readonly server: Implementation;
  readonly instructions: string | undefined;
  readonly capabilities: ServerCapabilities;
  /** Settles (never rejects) when the connection is over, whoever ended it. */
  readonly closed: Promise<CloseReason>;
  /** Returns a function that stops listening. */
  listen(listener: (event: ClientEvent) => void): () => void;

  listTools(options?: CallOptions): Promise<Listing<Tool>>;
  /**
   * Calls a tool and waits for its result. A call that becomes a task is followed to its result too: `options.task.onTask` has
   * its handle meanwhile, `options.signal` cancels it, and of `options.limits` only a `totalMs` that was given holds for it.
   */
  callTool(name: string, args: JsonObject, options?: CallOptions): Promise<ToolResult>;
  /** Calls a tool, as a task where the server and the tool allow it, and does not wait for the result of that task. */
  callToolAsTask(name: string, args: JsonObject, options?: CallOptions): Promise<ToolCall>;
  /**
   * Follows a task whose id was kept, after a restart for instance.
   * @throws {LocalError} `not-supported` for a modern server when `connect` got no store
   */
  resumeTask(taskId: string, options?: CallOptions): Promise<ToolTask>;
  /** The tasks the server has of us. @throws {LocalError} `not-supported`; modern servers list none */
  listTasks(options?: CallOptions): Promise<Listing<TaskState>>;
  listResources(options?: CallOptions): Promise<Listing<Resource>>;
  listResourceTemplates(options?: CallOptions): Promise<Listing<ResourceTemplate>>;
  readResource(uri: string, options?: CallOptions): Promise<ResourceResult>;
  /** From then on `resource-updated` tells of changes of this resource. @throws {LocalError} `not-supported` */
  subscribeResource(uri: string, options?: CallOptions): Promise<void>;
  unsubscribeResource(uri: string, options?: CallOptions): Promise<void>;
  listPrompts(options?: CallOptions): Promise<Listing<Prompt>>;
  getPrompt(name: string, args: Record<string, string>, options?: CallOptions): Promise<PromptResult>;
  complete(
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    argument: { name: string; value: string },
    context: Record<string, string>,
    options?: CallOptions,
  ): Promise<{ values: string[]; total?: number; hasMore: boolean }>;
  /** Legacy: `logging/setLevel`. Modern: the level goes with every later request. */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  /** Tells a legacy server that the answer of the `roots` handler is another now. A modern one asks each time. */
  rootsChanged(): void;
  /**
   * The machine was asleep or the network changed: streams for messages of the server are opened anew, for one that broke
   * meanwhile looks like a quiet server. What changed meanwhile is told by `list-changed`.
   */
  revalidate(): void;
  /** Forgets every cached answer; for when somebody else signed in. */
  clearCache(): void;
  /**
   * A method of an extension, which this package knows nothing of; whether the server knows it, `capabilities.extensions` says.
   * @returns the result as the server sent it
   * @throws {ServerError | LocalError}
   */
  request(method: string, params: JsonObject, options?: CallOptions): Promise<JsonObject>;
  /** Round trip in milliseconds. Modern servers have no ping: `server/discover` is asked instead. */
  ping(options?: CallOptions): Promise<number>;
  close(): Promise<void>;
}
