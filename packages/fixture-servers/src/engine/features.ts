import { asDict, asText, isDict } from './json.ts';
import { errorCode, RpcError } from './rpc-error.ts';
import { reaches } from './server.ts';
import type { FixtureServer } from './server.ts';
import { shape } from './shape.ts';
import type { Shape } from './shape.ts';
import { modernRevision } from './types.ts';
import type { CallContext, Definition, Dict, Revision } from './types.ts';

/** Answers one feature request of either era: lists, calls, reads, prompts, completion. Throws RpcError for a method it does not know. */
export async function answerFeature(server: FixtureServer, method: string, params: Dict, context: CallContext): Promise<Dict> {
  const { definition } = server;
  const own = await definition.answer?.(method, params, context);
  if (own !== undefined) return own;
  switch (method) {
    case 'tools/list':
      return listOf(server, 'tools', toolsOf(definition, context.revision).map((tool) => tool.definition), 'tool', context);
    case 'tools/call':
      return callTool(definition, params, context);
    case 'resources/list':
      return listOf(server, 'resources', valueOf(definition.resources).map((resource) => resource.definition), 'resource', context);
    case 'resources/templates/list':
      return listOf(server, 'resourceTemplates', (definition.templates ?? []).map((template) => template.definition), 'template', context);
    case 'resources/read':
      return { contents: await readResource(definition, asText(params['uri']), context) };
    case 'prompts/list':
      return listOf(server, 'prompts', valueOf(definition.prompts).map((prompt) => prompt.definition), 'prompt', context);
    case 'prompts/get':
      return getPrompt(definition, params, context);
    case 'completion/complete':
      return complete(definition, params);
    default:
      throw new RpcError(errorCode.methodNotFound, `Method not found: ${method}`, undefined, 404);
  }
}

/** The capabilities that a definition stands for, in the vocabulary of `revision`. */
export function capabilitiesOf(definition: Definition, revision: Revision): Dict {
  if (definition.capabilities !== undefined) return definition.capabilities;
  const capabilities: Dict = { logging: {} };
  if (definition.tools !== undefined) capabilities['tools'] = { listChanged: true };
  if (definition.resources !== undefined || definition.templates !== undefined) {
    capabilities['resources'] = { listChanged: true, subscribe: true };
  }
  if (definition.prompts !== undefined) capabilities['prompts'] = { listChanged: true };
  if (definition.complete !== undefined && reaches(revision, '2025-03-26')) capabilities['completions'] = {};
  return capabilities;
}

function valueOf<T>(list: readonly T[] | (() => readonly T[]) | undefined): readonly T[] {
  if (list === undefined) return [];
  return typeof list === 'function' ? list() : list;
}

function toolsOf(definition: Definition, revision: Revision) {
  return valueOf(definition.tools).filter((tool) => definition.verbatim === true || reaches(revision, tool.since));
}

function listOf(server: FixtureServer, key: string, items: readonly unknown[], kind: Shape, context: CallContext): Dict {
  const { page } = server.behaviour;
  const shaped = server.definition.verbatim === true ? items : items.map((item) => shape(kind, item, context.revision));
  if (page <= 0) return { [key]: shaped };
  const start = readCursor(context.params['cursor']);
  const next = start + page;
  return { [key]: shaped.slice(start, next), ...(next < shaped.length ? { nextCursor: `after-${next}` } : {}) };
}

function readCursor(cursor: unknown): number {
  if (cursor === undefined) return 0;
  const match = typeof cursor === 'string' ? /^after-(\d{1,9})$/.exec(cursor) : null;
  if (match === null) throw new RpcError(errorCode.invalidParams, 'Invalid cursor');
  return Number(match[1]);
}

async function callTool(definition: Definition, params: Dict, context: CallContext): Promise<Dict> {
  const name = params['name'];
  const tool = toolsOf(definition, context.revision).find((each) => asDict(each.definition)['name'] === name);
  if (tool?.call === undefined) throw new RpcError(errorCode.invalidParams, `Unknown tool: ${asText(name)}`);
  const result = await tool.call(asDict(params['arguments']), context);
  return definition.verbatim === true ? result : asDict(shape('result', result, context.revision));
}

async function readResource(definition: Definition, uri: string, context: CallContext): Promise<unknown[]> {
  const resource = valueOf(definition.resources).find((each) => asDict(each.definition)['uri'] === uri);
  if (resource?.read !== undefined) return resource.read(uri, context);
  for (const template of definition.templates ?? []) {
    const contents = template.read?.(uri, context);
    if (contents !== undefined) return contents;
  }
  // -32002 belongs to the legacy revisions; the modern one answers invalid params.
  const code = context.revision === modernRevision ? errorCode.invalidParams : errorCode.resourceNotFound;
  throw new RpcError(code, 'Resource not found', { uri });
}

async function getPrompt(definition: Definition, params: Dict, context: CallContext): Promise<Dict> {
  const name = params['name'];
  const prompt = valueOf(definition.prompts).find((each) => asDict(each.definition)['name'] === name);
  if (prompt?.get === undefined) throw new RpcError(errorCode.invalidParams, `Unknown prompt: ${asText(name)}`);
  const args = asDict(params['arguments']);
  const declared = asDict(prompt.definition)['arguments'];
  for (const argument of Array.isArray(declared) ? declared.filter(isDict) : []) {
    if (argument['required'] === true && typeof args[asText(argument['name'])] !== 'string') {
      throw new RpcError(errorCode.invalidParams, `Missing required argument: ${asText(argument['name'])}`);
    }
  }
  return prompt.get(args, context);
}

function complete(definition: Definition, params: Dict): Dict {
  if (definition.complete === undefined) throw new RpcError(errorCode.methodNotFound, 'Method not found: completion/complete', undefined, 404);
  const argument = asDict(params['argument']);
  const known = asDict(asDict(params['context'])['arguments']);
  const values = definition.complete(asDict(params['ref']), { name: asText(argument['name']), value: asText(argument['value'] ?? '') }, known);
  return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
}
