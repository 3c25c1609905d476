/** The `Client` of one open connection: the features over one caller, one hub of events, one end. */
import type { CallOptions, Client, ClientEvent, Implementation, Listing, LogLevel, ServerCapabilities } from './client.ts';
import type { Caller } from './era/caller.ts';
import type { Handshake } from './era/handshake.ts';
import { LocalError, ServerError } from './errors.ts';
import { complete } from './features/completion.ts';
import type { Completion, CompletionRef } from './features/completion.ts';
import type { EventHub } from './features/events.ts';
import type { FeatureContext } from './features/list.ts';
import type { ResultCache } from './features/result-cache.ts';
import { getPrompt, listPrompts } from './features/prompts.ts';
import { listResources, listResourceTemplates, readResourceContents } from './features/resources.ts';
import { Tools } from './features/tools.ts';
import type { JsonObject } from './jsonrpc/message.ts';
import type { TaskState, ToolCall, ToolTask } from './tasks/task.ts';
import type { Tasks } from './tasks/tasks.ts';
import { METHOD_NOT_FOUND } from './era/versions.ts';
import type { Caps, CloseReason, Era, TransportKind } from './transport/transport.ts';

export interface ConnectedParts {
  handshake: Handshake;
  caller: Caller;
  hub: EventHub;
  caps: Caps;
  transportKind: TransportKind;
  closed: Promise<CloseReason>;
  report: (kind: string, message: string) => void;
  cache: ResultCache;
  tasks: Tasks;
  watchResource: (uri: string, isWanted: boolean, options: CallOptions) => Promise<void>;
  rootsChanged: () => void;
  revalidate: () => void;
  close: () => Promise<void>;
}

export class ConnectedClient implements Client {
  readonly era: Era;
  readonly transport: TransportKind;
  readonly protocolVersion: string;
  readonly server: Implementation;
  readonly instructions: string | undefined;
  readonly capabilities: ServerCapabilities;
  readonly closed: Promise<CloseReason>;
  readonly #parts: ConnectedParts;
  readonly #context: FeatureContext;
  readonly #tools: Tools;

  constructor(parts: ConnectedParts) {
    const { handshake } = parts;
    this.era = handshake.era;
    this.transport = parts.transportKind;
    this.protocolVersion = handshake.protocolVersion;
    this.server = handshake.server;
    this.instructions = handshake.instructions;
    this.capabilities = handshake.capabilities;
    this.closed = parts.closed;
    this.#parts = parts;
    this.#context = { caller: parts.caller, caps: parts.caps, cache: parts.cache, report: parts.report };
    this.#tools = new Tools(this.#context, parts.tasks, this.capabilities.tools, this.era === 'modern' && parts.transportKind === 'streamable-http');
  }

  listen(listener: (event: ClientEvent) => void): () => void {
    return this.#parts.hub.listen(listener);
  }

  listTools(options?: CallOptions): ReturnType<Client['listTools']> {
    return this.#tools.list(options);
  }

  callTool(name: string, args: JsonObject, options?: CallOptions): ReturnType<Client['callTool']> {
    return this.#tools.call(name, args, options);
  }

  callToolAsTask(name: string, args: JsonObject, options?: CallOptions): Promise<ToolCall> {
    return this.#tools.callAsTask(name, args, options);
  }

  resumeTask(taskId: string, options?: CallOptions): Promise<ToolTask> {
    return this.#parts.tasks.resume(taskId, options);
  }

  listTasks(options: CallOptions = {}): Promise<Listing<TaskState>> {
    return this.#parts.tasks.list(this.#context, options);
  }

  listResources(options?: CallOptions): ReturnType<Client['listResources']> {
    return listResources(this.#context, this.capabilities.resources, options);
  }

  listResourceTemplates(options?: CallOptions): ReturnType<Client['listResourceTemplates']> {
    return listResourceTemplates(this.#context, options);
  }

  readResource(uri: string, options?: CallOptions): ReturnType<Client['readResource']> {
    return readResourceContents(this.#context, uri, options);
  }

  subscribeResource(uri: string, options: CallOptions = {}): Promise<void> {
    if (!this.capabilities.resourceSubscriptions) {
      return Promise.reject(new LocalError('not-supported', 'The server does not offer to tell of updates of its resources.', { mayHaveHappened: false }));
    }
    return this.#parts.watchResource(uri, true, options);
  }

  unsubscribeResource(uri: string, options: CallOptions = {}): Promise<void> {
    return this.#parts.watchResource(uri, false, options);
  }

  listPrompts(options?: CallOptions): ReturnType<Client['listPrompts']> {
    return listPrompts(this.#context, this.capabilities.prompts, options);
  }

  getPrompt(name: string, args: Record<string, string>, options?: CallOptions): ReturnType<Client['getPrompt']> {
    return getPrompt(this.#context, name, args, options);
  }

  complete(ref: CompletionRef, argument: { name: string; value: string }, context: Record<string, string>, options?: CallOptions): Promise<Completion> {
    if (!this.capabilities.completions) return Promise.resolve({ values: [], hasMore: false });
    return complete(this.#context, ref, argument, context, options);
  }

  setLogLevel(level: LogLevel, options: CallOptions = {}): Promise<void> {
    if (this.era === 'legacy' && !this.capabilities.logging) {
      return Promise.reject(new LocalError('not-supported', 'The server does not offer to set a log level.', { mayHaveHappened: false }));
    }
    return this.#parts.caller.setLogLevel(level, options);
  }

  rootsChanged(): void {
    this.#parts.rootsChanged();
  }

  revalidate(): void {
    this.#parts.revalidate();
  }

  clearCache(): void {
    this.#parts.cache.clear();
  }

  request(method: string, params: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    return this.#parts.caller.request(method, params, options);
  }

  async ping(options: CallOptions = {}): Promise<number> {
    const start = performance.now();
    try {
      await this.#parts.caller.request(this.era === 'modern' ? 'server/discover' : 'ping', this.era === 'modern' ? {} : undefined, options);
    } catch (error) {
      // "I do not know ping" is as good a sign of life as any.
      if (!(error instanceof ServerError) || error.code !== METHOD_NOT_FOUND) throw error;
    }
    return performance.now() - start;
  }

  close(): Promise<void> {
    return this.#parts.close();
  }
}
