/** What the rest of the host does with servers: their tools, resources, prompts and completions. */
import type { AnnotationsView, ProgressView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { CallId, JobId, ServerId } from '@portolan/contract/ids';
import type { Json, JsonObject } from '@portolan/contract/json';
import { lookAlikeOf } from '@portolan/contract/names';
import type { LogLine, ResourceView, ToolView } from '@portolan/contract/servers';
import type { Client, Tool, ToolResult } from '@portolan/mcp-client/client';
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';
import type { ToolCall, ToolTask } from '@portolan/mcp-client/tasks/task';
import { checkOutput } from '@portolan/mcp-client/schema/output-check';
import type { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import { recordedCall } from '../activity/recorded-call.ts';
import type { AppServersPort } from '../apps/app-servers.ts';
import type { WireContent } from '../apps/app-page.ts';
import { isForModels, readToolUi } from '../apps/ui-meta.ts';
import { LastFailures } from '../pins/last-failures.ts';
import type { JobDoor, JobServers } from '../jobs/jobs-port.ts';
import { launchHash } from '../launch-hash.ts';
import type { PinsPort } from '../pins/pins-port.ts';
import type { AvailableTool, ResourceServer, ServersPort } from '../ports.ts';
import { failed, hostToolOf, isHostTool, isServerHostTool, listResult, listTool, readResult, readTool } from '../resources/host-tools.ts';
import type { HostTool, ListedResource } from '../resources/host-tools.ts';
import type { Connector } from './connector.ts';
import { StrikeOut } from './own-secrets.ts';
import { toHostError } from './problems.ts';
import { compareNames } from './supervisor.ts';
import type { Supervisor } from './supervisor.ts';
import type { ResourceSign } from './watched-resources.ts';
import { toResourceView, toToolResultView } from './views/content-view.ts';
import { toResourceItemView, toToolView } from './views/list-views.ts';
import type { DescribeForModel } from './views/list-views.ts';

export interface ServersServiceOptions {
  supervisor: Supervisor;
  schemas: SchemaChecker;
  describeForModel: DescribeForModel;
  /** What models have refused of a tool while the host runs, as sentences; `modelName` is its name towards them. */
  refusalsOf?: (modelName: string) => string[];
  /** What was pinned of servers; without it no tool is ever suspended. */
  pins?: PinsPort;
  /** Secrets that no answer of a server may carry further (T:C18); asked anew each time, as more become known. */
  secrets?: () => readonly string[];
  /** Hears of calls that belong to no chat; those of chats are told with their journal. */
  activity?: ActivityPort;
  /** Where calls go on that servers make tasks of; without it they are waited for here. */
  jobs?: JobDoor;
}

interface CallOptions {
  signal: AbortSignal;
  onProgress(progress: ProgressView): void;
  callId?: CallId;
  onJob?(id: JobId): void;
  /** For the app that made the call. */
  keepsMeta?: boolean;
}

export class ServersService implements ServersPort, AppServersPort, JobServers {
  readonly #options: ServersServiceOptions;
  /** What tools last failed with: a text that models read. */
  readonly failures = new LastFailures();
  /** How each tool is sent to models, made once a definition and server name. */
  #described = new WeakMap<Tool, { serverName: string; model: ToolView['model'] }>();

  constructor(options: ServersServiceOptions) {
    this.#options = options;
  }

  availableTools(): AvailableTool[] {
    return this.#options.supervisor.all().flatMap((connector) => {
      const { config } = connector;
      return usableTools(connector)
        .filter((tool) => !isHostTool(tool.name) && !config.disabledTools.includes(tool.name) && !this.#isSuspended(connector, tool.name) && isForModels(readToolUi(tool.raw)))
        .toSorted((a, b) => compareNames(a.name, b.name))
        .map((tool) => this.#available(connector, tool));
    });
  }

  /** What models may have been offered before its definition changed, and are offered no longer (H03). */
  suspendedTools(): AvailableTool[] {
    return this.#options.supervisor.all().flatMap((connector) =>
      usableTools(connector)
        .filter((tool) => !isHostTool(tool.name) && this.#isSuspended(connector, tool.name))
        .map((tool) => this.#available(connector, tool)),
    );
  }

  #isSuspended(connector: Connector, name: string): boolean {
    return this.#options.pins?.of(connector.config.id, usableTools(connector)).get(name)?.state === 'suspended';
  }

  instructions(): { serverId: ServerId; serverName: string; text: string }[] {
    return this.#options.supervisor.all().flatMap((connector) => {
      const { config, connection } = connector;
      const text = connection === null ? (connector.canWake ? connector.remembered?.instructions : undefined) : connection.client.instructions;
      return text === undefined || this.#options.pins?.areInstructionsHeld(config.id) === true ? [] : [{ serverId: config.id, serverName: config.name, text }];
    });
  }

  tool(serverId: ServerId, name: string): AvailableTool | null {
    const connector = this.#options.supervisor.find(serverId);
    if (connector === null) return null;
    if (isServerHostTool(name)) return hostToolOf({ serverId, serverName: connector.config.name, launchHash: connector.launchHash }, name);
    // Nobody is asked about one as if it were the app's, whoever calls it.
    const tool = isHostTool(name) ? undefined : usableTools(connector).find((item) => item.name === name);
    if (tool === undefined) return null;
    const available = this.#available(connector, tool);
    const double = this.#doubleOf(connector, name);
    return double === null ? available : { ...available, view: { ...available.view, looksLike: double } };
  }

  resourceServers(): ResourceServer[] {
    return this.#options.supervisor.all().flatMap((connector) => {
      const { config } = connector;
      const isUsable = connector.connection !== null || connector.canWake;
      return isUsable && listedResources(connector).length > 0 ? [{ serverId: config.id, serverName: config.name, launchHash: connector.launchHash }] : [];
    });
  }

  /** A server or tool whose name is another one and can be taken for this one (C04). */
  #doubleOf(connector: Connector, tool: string): string | null {
    const all = this.#options.supervisor.all();
    const server = lookAlikeOf(connector.config.name, all.map(({ config }) => config.name));
    return server ?? lookAlikeOf(tool, all.flatMap((each) => usableTools(each).map(({ name }) => name)));
  }

  /** The tools of a server as its page shows them, once they have been read; without a connection those of the last one. */
  async toolViews(serverId: ServerId): Promise<{ connector: Connector; tools: ToolView[] }> {
    const connector = this.#options.supervisor.get(serverId);
    const tools = connector.connection === null && connector.remembered !== null && connector.isReviewed ? connector.remembered.tools : await this.#liveTools(connector);
    return { connector, tools: tools.map((tool) => this.#view(connector, tool, tools)) };
  }

  /** Brings up a server that starts as it is used, and reads its tools. @throws {HostError} why it cannot be used */
  async wake(serverId: ServerId, signal: AbortSignal): Promise<void> {
    const { lists } = await this.#options.supervisor.get(serverId).wake(signal);
    await lists.tools.load();
  }

  async #liveTools(connector: Connector): Promise<readonly Tool[]> {
    const { tools } = connector.requireConnection().lists;
    await tools.load();
    return tools.items;
  }

  /**
   * Calls a tool once. It is never repeated by itself: an error that says `call-lost` leaves open whether it happened.
   * @throws {HostError}
   */
  callTool(serverId: ServerId, name: string, args: JsonObject, options: CallOptions): Promise<ToolResultView> {
    const call = (): Promise<ToolResultView> => this.#callTool(serverId, name, args, options);
    return options.callId === undefined ? recordedCall(this.#options.activity ?? noActivity, { serverId, tool: name }, options.signal, call) : call();
  }

  async #callTool(serverId: ServerId, name: string, args: JsonObject, options: CallOptions): Promise<ToolResultView> {
    if (isHostTool(name)) return this.#useResources(serverId, name, args, options);
    const connector = this.#options.supervisor.get(serverId);
    const { signal, callId } = options;
    const before = connector.connection === null ? usableTools(connector).find((item) => item.name === name) : undefined;
    await connector.wake(signal);
    const tool = await this.#findTool(connector, name);
    // What was looked at, and perhaps allowed, was remembered: the server may offer something else by now (C03).
    if (before !== undefined && tool !== null && JSON.stringify(before.raw) !== JSON.stringify(tool.raw)) throw new HostError('server-changed', { server: connector.config.name, tool: name });
    // The one door for every call, whoever makes it: nobody has looked at what this tool is by now (H03).
    if (this.#isSuspended(connector, name)) throw new HostError('tool-suspended', { server: connector.config.name, tool: name });
    this.#options.pins?.used(serverId, name);
    const { jobs } = this.#options;
    let task: ToolTask | null = null;
    try {
      const call = await connector.request({ tool: name, signal }, async (client, trace, limits): Promise<ToolCall> => {
        const how = {
          signal,
          limits,
          onProgress: (progress: ProgressView) => {
            const clean = this.#strikeOut().progress(progress);
            options.onProgress(clean);
            if (task !== null) jobs?.progress(task, clean);
          },
          ...(callId === undefined ? {} : { reference: callId, onId: (id: number) => trace.noteCall(callId, id) }),
        };
        return jobs === undefined ? { kind: 'result', result: await client.callTool(name, args, how) } : client.callToolAsTask(name, args, how);
      });
      if (call.kind === 'result') return await this.#resultOf(serverId, tool, name, call.result, options.keepsMeta);
      task = call.task;
    } catch (error) {
      throw this.errorOf(serverId, connector.config.name, name, error);
    }
    const { id, name: serverName, launch } = connector.config;
    const title = tool?.title;
    // It takes no place among the calls of its server any more, and has no time limit but the person's patience.
    if (jobs === undefined) throw new HostError('internal', { where: 'job' });
    return jobs.follow(task, { server: { id, name: serverName, launchHash: launchHash(launch) }, signal, ...(title === undefined ? {} : { title }), ...(options.onJob === undefined ? {} : { onJob: (job) => options.onJob?.(job) }) });
  }

  async #resultOf(serverId: ServerId, tool: Tool | null, name: string, result: ToolResult, keepsMeta = false): Promise<ToolResultView> {
    const view = toToolResultView(result, { keepsMeta: keepsMeta || (tool !== null && readToolUi(tool.raw)?.resourceUri !== undefined) });
    const mismatch = await this.#mismatch(tool, result.structuredContent, result.isError, view);
    const clean = this.#strikeOut().result(mismatch === null ? view : { ...view, schemaMismatch: mismatch });
    this.failures.note(serverId, name, clean);
    return clean;
  }

  /** Of a call that went on as a job, perhaps from an earlier connection. */
  resultOf(serverId: ServerId, name: string, result: ToolResult): Promise<ToolResultView> {
    const connector = this.#options.supervisor.find(serverId);
    const tool = connector === null ? undefined : usableTools(connector).find((each) => each.name === name);
    return this.#resultOf(serverId, tool ?? null, name, result);
  }

  errorOf(serverId: ServerId, server: string, tool: string, error: unknown): Error {
    const clean = this.#strikeOut().error(error instanceof HostError ? error : toHostError(error, { server, tool }));
    this.failures.noteError(serverId, tool, clean);
    return clean instanceof Error ? clean : new HostError('internal', { server, tool });
  }

  clean(text: string): string {
    return this.#strikeOut().text(text);
  }

  clientOf(serverId: ServerId, hash: string): Client | null {
    const connector = this.#options.supervisor.find(serverId);
    return connector !== null && launchHash(connector.config.launch) === hash ? (connector.connection?.client ?? null) : null;
  }

  /** What a model asks for by the app's own tools. */
  async #useResources(serverId: ServerId, name: HostTool, args: JsonObject, { signal, callId }: CallOptions): Promise<ToolResultView> {
    const connector = this.#options.supervisor.get(serverId);
    const uri = args['uri'];
    try {
      if (name === listTool) {
        const { lists } = await connector.wake(signal);
        await Promise.all([lists.resources.load(), lists.templates.load()]);
        return this.#strikeOut().result(listResult(listedResources(connector), args));
      }
      // What is read of a chat is read where the chat is; nothing of it is a matter of the server.
      if (name !== readTool) throw new HostError('tool-unknown', { server: connector.config.name, tool: name });
      if (typeof uri !== 'string' || uri === '') return failed('The address of the resource is missing.');
      if (connector.config.care?.disabledResources?.includes(uri) === true) return failed('The user has switched this resource off for models.');
      const { contents } = await this.readResourceContents(serverId, uri, signal, callId);
      return readResult(uri, contents, this.resourceAnnotations(serverId, uri), args['offset']);
    } catch (error) {
      throw this.#strikeOut().error(error);
    }
  }

  /** @throws {HostError} */
  async readResourceContents(serverId: ServerId, uri: string, signal: AbortSignal, callId?: CallId): Promise<{ contents: ResourceContentView[]; repairs: ToolResultView['repairs'] }> {
    const connector = this.#options.supervisor.get(serverId);
    await connector.wake(signal);
    const { contents, repairs } = await connector.request({ signal }, (client, trace, limits) =>
      client.readResource(uri, { signal, limits, ...(callId === undefined ? {} : { reference: callId, onId: (id: number) => trace.noteCall(callId, id) }) }),
    );
    const strike = this.#strikeOut();
    return { contents: contents.map((each) => strike.resource(toResourceView(each))), repairs };
  }

  /** From the connection as it stands; null where there is none. @throws {HostError} */
  async readStanding(serverId: ServerId, uri: string, signal: AbortSignal): Promise<ResourceContentView[] | null> {
    if (this.#options.supervisor.find(serverId)?.connection == null) return null;
    return (await this.readResourceContents(serverId, uri, signal)).contents;
  }

  /** What the server says of a listed resource, or of the template that its address was made of. */
  resourceAnnotations(serverId: ServerId, uri: string, uriTemplate?: string): AnnotationsView | undefined {
    const connector = this.#options.supervisor.find(serverId);
    const lists = connector?.connection?.lists;
    const resources = lists?.resources.items ?? connector?.remembered?.resources ?? [];
    const templates = lists?.templates.items ?? connector?.remembered?.templates ?? [];
    return resources.find((each) => each.uri === uri)?.annotations ?? (uriTemplate === undefined ? undefined : templates.find((each) => each.uriTemplate === uriTemplate)?.annotations);
  }

  /** @throws {HostError} `server-unknown` */
  watchResource(serverId: ServerId, uri: string, listener: (sign: ResourceSign) => void): { settled: Promise<void>; stop: () => void } {
    return this.#options.supervisor.get(serverId).watched.watch(uri, listener);
  }

  isLive(serverId: ServerId, uri: string): boolean {
    return this.#options.supervisor.find(serverId)?.watched.isLive(uri) ?? false;
  }

  async subscribed(serverId: ServerId, uri: string): Promise<void> {
    await this.#options.supervisor.find(serverId)?.watched.settled(uri);
  }

  async readContents(serverId: ServerId, uri: string, signal: AbortSignal): Promise<WireContent[]> {
    const connector = this.#options.supervisor.get(serverId);
    await connector.wake(signal);
    const { contents } = await connector.request({ signal }, (client, _trace, limits) => client.readResource(uri, { signal, limits }));
    const strike = this.#strikeOut();
    return contents.map((each) => {
      const meta = each.raw['_meta'];
      return { content: strike.resource(toResourceView(each)), ...(isJsonObject(meta) ? { meta: strike.object(meta) } : {}) };
    });
  }

  async listResources(serverId: ServerId, signal: AbortSignal): Promise<{ view: ResourceView; meta?: JsonObject }[]> {
    const connector = this.#options.supervisor.get(serverId);
    await connector.wake(signal);
    const { resources } = connector.requireConnection().lists;
    await resources.load();
    const off = connector.config.care?.disabledResources ?? [];
    return resources.items.map((item) => {
      const meta = item.raw['_meta'];
      return { view: toResourceItemView(item, !off.includes(item.uri)), ...(isJsonObject(meta) ? { meta } : {}) };
    });
  }

  isContained(serverId: ServerId): boolean {
    const config = this.#options.supervisor.find(serverId)?.config;
    return config?.launch.kind === 'stdio' && config.sandbox !== undefined && config.sandbox !== 'off' && config.sandbox.network === 'none';
  }

  log(serverId: ServerId, level: NonNullable<LogLine['level']>, text: string): void {
    this.#options.supervisor.find(serverId)?.log.append({ source: 'message', level, logger: 'app', text: this.#strikeOut().text(text) });
  }

  #strikeOut(): StrikeOut {
    return new StrikeOut(this.#options.secrets?.() ?? []);
  }

  serverName(serverId: ServerId): string | null {
    return this.#options.supervisor.find(serverId)?.config.name ?? null;
  }

  /** A list that can't be read does not keep the person from calling a tool whose name is known. */
  async #findTool(connector: Connector, name: string): Promise<Tool | null> {
    const { tools } = connector.requireConnection().lists;
    await tools.load();
    const tool = tools.items.find((item) => item.name === name);
    if (tool === undefined && tools.isLoaded && !tools.isTruncated) throw new HostError('tool-unknown', { server: connector.config.name, tool: name });
    return tool ?? null;
  }

  /** The result is shown whatever this says (H07, H10, try-out 27). */
  async #mismatch(tool: Tool | null, structured: Json | undefined, isError: boolean, view: ToolResultView): Promise<string | null> {
    const outcome = await checkOutput(this.#options.schemas, tool ?? undefined, { ...(structured === undefined ? {} : { structuredContent: structured }), isError });
    switch (outcome.kind) {
      case 'fits':
      case 'nothing-declared':
        return null;
      case 'missing':
        return 'structuredContent is missing, although the tool declares an outputSchema';
      case 'misfit':
        return outcome.message;
      case 'unusable':
        view.repairs = [...view.repairs, { path: 'structuredContent', reason: `not checked, the outputSchema can not be used: ${outcome.message}` }];
        return null;
      case 'unchecked':
        view.repairs = [...view.repairs, { path: 'structuredContent', reason: `not checked: ${outcome.message}` }];
        return null;
    }
  }

  #available(connector: Connector, tool: Tool): AvailableTool {
    return {
      serverId: connector.config.id,
      serverName: connector.config.name,
      launchHash: connector.launchHash,
      name: tool.name,
      ...(tool.title === undefined ? {} : { title: tool.title }),
      ...(tool.description === undefined ? {} : { description: tool.description }),
      inputSchema: tool.inputSchema,
      view: this.#view(connector, tool, usableTools(connector)),
    };
  }

  #view({ config }: Connector, tool: Tool, listed: readonly Tool[]): ToolView {
    let described = this.#described.get(tool);
    if (described === undefined || described.serverName !== config.name) {
      described = { serverName: config.name, model: this.#options.describeForModel(config.name, tool) };
      this.#described.set(tool, described);
    }
    const refusals = this.#options.refusalsOf?.(described.model.name) ?? [];
    const model = refusals.length === 0 ? described.model : { ...described.model, changes: [...described.model.changes, ...refusals] };
    return toToolView(tool, !config.disabledTools.includes(tool.name), model, this.#options.pins?.of(config.id, listed).get(tool.name));
  }
}

/** What of a server can be called: what it lists, or what it listed the last time where calling it brings it up (S16). */
function usableTools(connector: Connector): readonly Tool[] {
  if (connector.connection !== null) return connector.connection.lists.tools.items;
  return connector.canWake ? (connector.remembered?.tools ?? []) : [];
}

/** Resources and templates that are not switched off. */
function listedResources({ connection, canWake, remembered, config }: Connector): ListedResource[] {
  const off = new Set(config.care?.disabledResources);
  const resources = connection?.lists.resources.items ?? (canWake ? (remembered?.resources ?? []) : []);
  const templates = connection?.lists.templates.items ?? (canWake ? (remembered?.templates ?? []) : []);
  return [
    ...resources.filter(({ uri }) => !off.has(uri)).map((each) => ({ ...each, isTemplate: false })),
    ...templates.filter(({ uriTemplate }) => !off.has(uriTemplate)).map((each) => ({ ...each, uri: each.uriTemplate, isTemplate: true })),
  ];
}
