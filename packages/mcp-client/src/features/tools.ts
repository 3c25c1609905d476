/** Tools: list and call (https://modelcontextprotocol.io/specification/2026-07-28/server/tools). */
import type { CallOptions, Listing, Tool, ToolResult } from '../client.ts';
import { findParamHeaders, paramHeadersOf } from '../era/param-headers.ts';
import type { ParamHeader } from '../era/param-headers.ts';
import { HEADER_MISMATCH } from '../era/versions.ts';
import { ServerError } from '../errors.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { readToolResult } from '../reading/tool-result.ts';
import { readTool } from '../reading/tools.ts';
import { readList } from './list.ts';
import type { FeatureContext } from './list.ts';

/** The tools of one connection; remembers which arguments go into headers too. */
export class Tools {
  readonly #context: FeatureContext;
  readonly #isDeclared: boolean;
  /** Whether `x-mcp-header` has a meaning here: the modern era over HTTP. */
  readonly #mirrorsArguments: boolean;
  #paramHeaders = new Map<string, ParamHeader[]>();

  constructor(context: FeatureContext, isDeclared: boolean, mirrorsArguments: boolean) {
    this.#context = context;
    this.#isDeclared = isDeclared;
    this.#mirrorsArguments = mirrorsArguments;
  }

  async list(options?: CallOptions): Promise<Listing<Tool>> {
    const listing = await readList(this.#context, { method: 'tools/list', field: 'tools', kind: { key: 'name', read: readTool }, isDeclared: this.#isDeclared, group: 'tools' }, options);
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

  async call(name: string, args: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
    try {
      return readToolResult(await this.#send(name, args, options));
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // Unknown tools and arguments that are wrong all of a sudden speak of definitions that have changed unsaid.
      if (error.kind === 'invalid-params' || error.kind === 'method-not-found') this.#context.cache.drop('tools');
      if (!this.#mirrorsArguments || error.code !== HEADER_MISMATCH) throw error;
    }
    // The server refused before running the tool because it wants headers we did not know of: its definitions have changed.
    await this.list({ ...options, cache: 'reload' });
    return readToolResult(await this.#send(name, args, options));
  }

  #send(name: string, args: JsonObject, options: CallOptions): Promise<JsonObject> {
    const mirrored = this.#paramHeaders.get(name);
    const headers = mirrored === undefined ? undefined : paramHeadersOf(mirrored, args);
    return this.#context.caller.request('tools/call', { name, arguments: args }, { ...options, wantsProgress: true, ...(headers === undefined ? {} : { headers }) });
  }
}
