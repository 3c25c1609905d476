/** The door of this package: one connected MCP client, the same face whatever the era and the transport. */
import type { Json, JsonObject } from './jsonrpc/message.ts';
import type { CloseReason, Era, TransportKind } from './transport/transport.ts';

/** A list as it was read: what is valid, what was refused and why, and whether the server had more than we took. */
export interface Listing<T> {
  items: T[];
  refused: RefusedItem[];
  isTruncated: boolean;
}

export interface RefusedItem {
  /** Name, URI or index of the item as far as it could be read. */
  label: string;
  reason: string;
  raw: Json;
}

/** A repair made while reading, so that the server page can show it. */
export interface Repair {
  path: string;
  reason: string;
}

export interface Icon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
}

export interface Implementation {
  name: string;
  version: string;
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: Icon[];
}

export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations?: ToolAnnotations;
  icons?: Icon[];
  repairs: Repair[];
  /** The definition exactly as the server sent it. */
  raw: JsonObject;
}

export interface Annotations {
  audience?: ('user' | 'assistant')[];
  priority?: number;
  lastModified?: string;
}

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  annotations?: Annotations;
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}

export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments: PromptArgument[];
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export type ResourceContents =
  | { kind: 'text'; uri: string; mimeType?: string; text: string; raw: JsonObject }
  | { kind: 'blob'; uri: string; mimeType?: string; blob: string; raw: JsonObject };

/** A content block. A type we do not know is kept as `unknown` with its raw form; it never spoils the others. */
export type ContentBlock =
  | { type: 'text'; text: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'image'; data: string; mimeType: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'audio'; data: string; mimeType: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'resource'; resource: ResourceContents; annotations?: Annotations; raw: JsonObject }
  | { type: 'resource_link'; resource: Resource; annotations?: Annotations; raw: JsonObject }
  | { type: 'unknown'; originalType: string; reason: string; raw: JsonObject };

export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: Json;
  isError: boolean;
  meta?: JsonObject;
  repairs: Repair[];
}

export interface PromptMessage {
  role: 'user' | 'assistant';
  content: ContentBlock;
}

export interface PromptResult {
  description?: string;
  messages: PromptMessage[];
  repairs: Repair[];
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

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
  callTool(name: string, args: JsonObject, options?: CallOptions): Promise<ToolResult>;
  listResources(options?: CallOptions): Promise<Listing<Resource>>;
  listResourceTemplates(options?: CallOptions): Promise<Listing<ResourceTemplate>>;
  readResource(uri: string, options?: CallOptions): Promise<{ contents: ResourceContents[]; repairs: Repair[] }>;
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
