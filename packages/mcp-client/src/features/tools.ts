/** Tools: list and call (https://modelcontextprotocol.io/specification/2026-07-28/server/tools). */
import type { CallOptions, Listing, Tool, ToolResult } from '../client.ts';
import type { CallerOptions } from '../era/caller.ts';
import { findParamHeaders, paramHeadersOf } from '../era/param-headers.ts';
import type { ParamHeader } from '../era/param-headers.ts';
import { HEADER_MISMATCH } from '../era/versions.ts';
import { ServerError } from '../errors.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { readToolResult } from '../reading/tool-result.ts';
import { readTool } from '../reading/tools.ts';
import { followTask } from '../tasks/follow-task.ts';
import type { ToolCall } from '../tasks/task.ts';
import type { TaskWatch } from '../tasks/task-watch.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { readList } from './list.ts';
import type { FeatureContext } from './list.ts';

/** The tools of one connection; remembers which arguments go into headers too. */
export class Tools {
  readonly #context: FeatureContext;
  readonly #isDeclared: boolean;
  /** Whether `x-mcp-header` has a meaning here: the modern era over HTTP. */
  readonly #mirrorsArguments: boolean;
  readonly #tasks: Tasks;
  #paramHeaders = new Map<string, ParamHeader[]>();
  #taskSupport: ReadonlyMap<string, Tool['taskSupport']> = new Map();

  constructor(context: FeatureContext, tasks: Tasks, isDeclared: boolean, mirrorsArguments: boolean) {
    this.#context = context;
    this.#tasks = tasks;
    this.#isDeclared = isDeclared;
    this.#mirrorsArguments = mirrorsArguments;
  }

  async list(options?: CallOptions): Promise<Listing<Tool>> {
    const listing = await readList(this.#context, { method: 'tools/list', field: 'tools', kind: { key: 'name', read: readTool }, isDeclared: this.#isDeclared, group: 'tools', most: Math.min(this.#context.caps.tools, this.#context.caps.listItems) }, options);
    this.#taskSupport = new Map(listing.items.map(({ name, taskSupport }) => [name, taskSupport]));
    return this.#mirrorsArguments ? this.#withParamHeaders(listing) : listing;
  }

  #withParamHeaders(listing: Listing<Tool>): Listing<Tool> {
    this.#paramHeaders = new Map();
    const items: Tool[] = [];
    const refused = [...listing.refused];
    for (const tool of listing.items) {
      const found = findParamHeaders(tool.inputSchema);
      if (found.kind === 'invalid') {
        refused.push({ label: tool.name, reason: found.reason, raw: tool.raw });
        continue;
      }
      if (found.headers.length > 0) this.#paramHeaders.set(tool.name, found.headers);
      items.push(tool);
    }
    return { ...listing, items, refused };
  }

  /** Calls and waits; a call that becomes a task is followed to its result. */
  async call(name: string, args: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
    const call = await this.#start(name, args, options, options.task !== undefined);
    return call.kind === 'result' ? call.result : followTask(call.task, options);
  }

  /** Calls, as a task where that is possible, and does not wait for it. */
  callAsTask(name: string, args: JsonObject, options: CallOptions = {}): Promise<ToolCall> {
    return this.#start(name, args, options, true);
  }

  async #start(name: string, args: JsonObject, options: CallOptions, wantsTask: boolean): Promise<StartedCall> {
    const { canAsk } = this.#tasks;
    // Whether a tool may be a task is known from the list alone.
    if (wantsTask && canAsk && !this.#taskSupport.has(name)) await this.list(listOptions(options));
    const asTask = this.#isTask(name, wantsTask);
    try {
      return await this.#send(name, args, options, asTask);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // Unknown tools and arguments that are wrong all of a sudden speak of definitions that have changed unsaid.
      if (error.kind === 'invalid-params' || error.kind === 'method-not-found') this.#context.cache.drop('tools');
      const lacksHeaders = this.#mirrorsArguments && error.code === HEADER_MISMATCH;
      const mayBeTask = canAsk && error.kind === 'method-not-found';
      if (!lacksHeaders && !mayBeTask) throw error;
      // The server refused before running the tool because it wants headers or a task, or no task: its definitions have changed.
      await this.list(listOptions(options));
      if (mayBeTask && this.#isTask(name, wantsTask) === asTask) throw error;
    }
    return this.#send(name, args, options, this.#isTask(name, wantsTask));
  }

  /** Tools that must be tasks are, wanted or not; a server that does not offer tasks gets none. */
  #isTask(name: string, isWanted: boolean): boolean {
    const support = this.#taskSupport.get(name);
    return this.#tasks.canAsk && (support === 'required' || (isWanted && support === 'optional'));
  }

  async #send(name: string, args: JsonObject, options: CallOptions, asTask: boolean): Promise<StartedCall> {
    const { accepts, canAsk } = this.#tasks;
    const mirrored = this.#paramHeaders.get(name);
    const headers = mirrored === undefined ? undefined : paramHeadersOf(mirrored, args);
    const params: JsonObject = { name, arguments: args };
    const request: CallerOptions = { ...options, wantsProgress: true, ...(headers === undefined ? {} : { headers }) };
    if (!accepts && !canAsk) return { kind: 'result', result: readToolResult(await this.#context.caller.request('tools/call', params, request)) };
    let requestId = 0;
    request.onId = (id) => {
      requestId = id;
      options.onId?.(id);
    };
    request.takesTask = accepts;
    request.keepsProgress = asTask;
    const { ttlMs } = options.task ?? {};
    if (asTask) params['task'] = ttlMs === undefined ? {} : { ttl: ttlMs };
    const isKnown = this.#tasks.expect();
    let task: TaskWatch | undefined;
    try {
      const result = await this.#context.caller.request('tools/call', params, request);
      task = await this.#tasks.begin({ tool: name, requestId, options, result });
      if (task === undefined) {
        if (asTask) this.#tasks.stopProgress(requestId);
        return { kind: 'result', result: readToolResult(result) };
      }
    } finally {
      isKnown();
    }
    options.task?.onTask?.(task);
    return { kind: 'task', task };
  }
}

type StartedCall = { kind: 'task'; task: TaskWatch } | { kind: 'result'; result: ToolResult };

/** For a list that is read again because a call needs it: nobody but the call is told of it. */
function listOptions({ signal, limits }: CallOptions): CallOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(limits === undefined ? {} : { limits }), cache: 'reload' };
}
