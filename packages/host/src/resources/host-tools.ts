/**
 * Tools of the app itself, by which a model finds and reads the resources of servers (P08), reads on in long results and looks
 * for tools (C13). Each call but a look for tools is about one server and is decided, journalled and logged like a call of that
 * server's own tools. Their names hold a colon, which no tool of a server may hold
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names), so neither is taken for the other.
 */
import type { AnnotationsView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import { ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { AvailableTool, ResourceServer } from '../ports.ts';

export const listTool = 'host:list_resources';
export const readTool = 'host:read_resource';
/** Reads on in a result of the chat: nothing goes to the server that gave it. */
export const readOnTool = 'host:read_result';
/** Looks for tools; about no server, so there is nothing to be decided. */
export const findTool = 'host:find_tools';
/** Looks into files that go with the chat; about no server either, and nothing leaves the app. */
export const readFileTool = 'host:read_project_file';
/** Runs a script (C17). About no server: what it calls is. */
export const runTool = 'host:run_script';
/** Those that are about one server. */
export type ServerHostTool = typeof listTool | typeof readTool | typeof readOnTool;
export type HostTool = ServerHostTool | typeof findTool | typeof readFileTool | typeof runTool;

export const isServerHostTool = (name: string): name is ServerHostTool => name === listTool || name === readTool || name === readOnTool;
export const isHostTool = (name: string): name is HostTool => name === findTool || name === readFileTool || name === runTool || isServerHostTool(name);

/** Stands before their names towards models; no server has this id. */
export const hostName = 'portolan';
export const hostId = ServerId.parse('portolan-host');

/** Towards models they are `portolan__list_resources`, `portolan__read_resource` … */
export const plainName = (tool: HostTool): string => tool.slice('host:'.length);

const words: Readonly<Record<Exclude<HostTool, typeof runTool>, { title: string; description: string; arguments: JsonObject; required: string[] }>> = {
  [readOnTool]: {
    title: 'Read more of a result',
    description: 'Reads a part of a tool result of this conversation that was too long to be given whole. The place where something was left out names the id and the offset.',
    arguments: {
      id: { type: 'string', description: 'The id of the result, as it stands where something was left out.' },
      offset: { type: 'integer', minimum: 0, description: 'The first character to read, counted from the beginning of the whole result.' },
      length: { type: 'integer', minimum: 1, description: 'How many characters; as many as fit when it is left out.' },
    },
    required: ['id', 'offset'],
  },
  [readFileTool]: {
    title: 'Read a file of the project',
    description: 'Reads in a text file that the user keeps with this conversation and that was too long to be given to you whole. With "find" it tells where words stand, with some text around; with "offset" it reads from there on.',
    arguments: {
      find: { type: 'string', description: 'Words to look for in the file; every place where all of them stand near each other is told with its offset.' },
      offset: { type: 'integer', minimum: 0, description: 'The first character to read, counted from the beginning of the file.' },
      length: { type: 'integer', minimum: 1, description: 'How many characters; as many as fit when it is left out.' },
    },
    required: ['file'],
  },
  [findTool]: {
    title: 'Find tools',
    description: '',
    arguments: { query: { type: 'string', description: 'What is to be done, in a few words, for example "create issue" or "read spreadsheet".' } },
    required: ['query'],
  },
  [listTool]: {
    title: 'List resources',
    description: 'Lists resources (documents, records, pictures …) that a server offers for reading, and templates of addresses. Reads none of them.',
    arguments: {
      query: { type: 'string', description: 'Only those with all of these words in their name, title, address or description.' },
      offset: { type: 'integer', minimum: 0, description: 'How many to skip; the answer says when there are more.' },
    },
    required: ['server'],
  },
  [readTool]: {
    title: 'Read a resource',
    description: 'Reads one resource of a server by its address, for example one that was listed, one made of a listed template, or one that a tool result of the same server links to. Of a long text you see the beginning and the end; read on with an offset.',
    arguments: {
      uri: { type: 'string', description: 'The address, exactly as it was given, or a template with its variables filled in (RFC 6570).' },
      offset: { type: 'integer', minimum: 0, description: 'From which character of its text on; the answer says where it ends and how long the whole is.' },
    },
    required: ['server', 'uri'],
  },
};

/** What a model is offered: one pair of tools for all servers that have resources. Nothing when none has. */
export function offeredHostTools(servers: readonly ResourceServer[]): AvailableTool[] {
  if (servers.length === 0) return [];
  const names = [...new Set(servers.map(({ serverName }) => serverName))].toSorted();
  return ([listTool, readTool] as const).map((tool) => available(ofHost, tool, plainName(tool), { type: 'string', enum: names, description: 'The name of the server.' }));
}

const ofHost = { serverId: hostId, serverName: hostName, launchHash: '' };

/** For a chat with a result that is longer than what a model is given of one. */
export const offeredReadOn = (): AvailableTool => available(ofHost, readOnTool, plainName(readOnTool));

/** For a chat with files that are read on demand. */
export function offeredReadFile(files: readonly { name: string; way: string }[]): AvailableTool[] {
  const names = files.filter(({ way }) => way === 'on-demand').map(({ name }) => name);
  if (names.length === 0) return [];
  const offered = available(ofHost, readFileTool, plainName(readFileTool));
  const inputSchema: JsonObject = { ...offered.inputSchema, properties: { file: { type: 'string', enum: names, description: 'The name of the file.' }, ...words[readFileTool].arguments } };
  return [{ ...offered, inputSchema, view: { ...offered.view, inputSchema, raw: { ...offered.view.raw, inputSchema } } }];
}

/** In place of more tools than are offered at once. @param servers names of those that have such tools */
export function offeredFind(servers: readonly string[]): AvailableTool {
  const names = [...new Set(servers)].toSorted().map((name) => JSON.stringify(name.slice(0, 64)));
  const listed = names.length > mostListed ? `${names.slice(0, mostListed).join(', ')} and ${names.length - mostListed} more` : names.join(', ');
  const description = `Looks for tools by what they do. There are more tools than you were given: these servers have others, which can be called once they are found: ${listed}. Whenever none of your tools does what is needed, look here first. What is found is among your tools from your next message on, and stays there.`;
  return available(ofHost, findTool, plainName(findTool), undefined, description);
}
const mostListed = 60;

/** The same as what is decided about: a tool for reading from this server and from no other. */
export function hostToolOf(server: ResourceServer, tool: ServerHostTool): AvailableTool {
  return available(server, tool, tool, tool === readOnTool ? undefined : { type: 'string', const: server.serverName, description: 'The name of the server.' });
}

function available(server: ResourceServer, tool: Exclude<HostTool, typeof runTool>, name: string, serverSchema?: JsonObject, ownDescription?: string): AvailableTool {
  const { title, arguments: own, required } = words[tool];
  const description = ownDescription ?? words[tool].description;
  const inputSchema: JsonObject = { type: 'object', properties: { ...(serverSchema === undefined ? {} : { server: serverSchema }), ...own }, required, additionalProperties: false };
  return {
    ...server,
    name,
    title,
    description,
    inputSchema,
    view: { name, title, description, inputSchema, annotations: { readOnlyHint: true }, isEnabled: true, repairs: [], model: { name, changes: [] }, raw: { name, description, inputSchema } },
  };
}

export interface ListedResource {
  uri: string;
  isTemplate: boolean;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  size?: number | undefined;
  annotations?: AnnotationsView | undefined;
}

const page = 100;
const longestDescription = 300;

/** What a model is told of the resources of a server. Those meant for people alone are not among them. */
export function listResult(resources: readonly ListedResource[], args: JsonObject): ToolResultView {
  const wanted = typeof args['query'] === 'string' ? args['query'].toLowerCase().split(/\s+/).filter(Boolean) : [];
  const offset = typeof args['offset'] === 'number' && args['offset'] > 0 ? Math.floor(args['offset']) : 0;
  const found = resources.filter((each) => isForModels(each.annotations) && wanted.every((word) => `${each.name} ${each.title ?? ''} ${each.uri} ${each.description ?? ''}`.toLowerCase().includes(word)));
  const shown = found.slice(offset, offset + page).map(({ uri, isTemplate, name, title, description, mimeType, size, annotations }) =>
    JSON.stringify({
      [isTemplate ? 'uriTemplate' : 'uri']: uri,
      name,
      title,
      description: description !== undefined && description.length > longestDescription ? `${description.slice(0, longestDescription)} […]` : description,
      mimeType,
      size,
      priority: annotations?.priority,
      lastModified: annotations?.lastModified,
    }),
  );
  const left = found.length - offset - shown.length;
  const text = shown.length === 0 ? 'There is none.' : shown.join('\n');
  return { content: [{ type: 'text', text: left > 0 ? `${text}\n[${left} more: ask again with offset ${offset + shown.length}, or with a query.]` : text }], isError: false, repairs: [] };
}

/** Characters of one resource that are kept in a chat, base64 included; what a model is given of it is cut further. */
const mostCharacters = 10_000_000;

/** Of one read with an offset: what a model is given whole. */
const mostAtOnce = 40_000;

/** @param offset as a model gave it: anything may stand there */
export function readResult(uri: string, contents: readonly ResourceContentView[], annotations: AnnotationsView | undefined, offset?: unknown): ToolResultView {
  if (!isForModels(annotations)) return failed('The server means this resource for people, not for models. Ask the user to attach it if you need it.');
  const characters = contents.reduce((sum, content) => sum + (content.kind === 'text' ? content.text.length : content.blob.length), 0);
  if (characters > mostCharacters) return failed(`The resource is too big to be read here: ${characters} characters.`);
  if (contents.length === 0) return failed(`The resource ${uri} is empty.`);
  if (typeof offset === 'number' && offset >= 0) return partOf(contents, Math.floor(offset), annotations);
  return { content: contents.map((resource) => ({ type: 'resource', resource, ...(annotations === undefined ? {} : { annotations }) })), isError: false, repairs: [] };
}

/** The texts from a place on, as if they were one. */
function partOf(contents: readonly ResourceContentView[], offset: number, annotations: AnnotationsView | undefined): ToolResultView {
  const texts = contents.filter((content) => content.kind === 'text');
  const total = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (offset >= total) return failed(`There is nothing at ${offset}: its text has ${total} characters.`);
  let before = 0;
  let end = offset;
  const parts: ToolResultView['content'] = [];
  for (const resource of texts) {
    const from = Math.max(0, offset - before);
    // A letter of two units is not cut in two.
    const text = resource.text.slice(from, from + Math.max(0, mostAtOnce - (end - offset))).replace(/[\uD800-\uDBFF]$/, '');
    before += resource.text.length;
    if (text === '') continue;
    end += text.length;
    parts.push({ type: 'resource', resource: { ...resource, text }, ...(annotations === undefined ? {} : { annotations }) });
  }
  const more = end < total ? ` To read on, ask again with offset ${end}.` : ' That is the end.';
  return { content: [...parts, { type: 'text', text: `[Characters ${offset} to ${end} of ${total}.${more}]` }], isError: false, repairs: [] };
}

function isForModels(annotations: AnnotationsView | undefined): boolean {
  const audience = annotations?.audience ?? [];
  return audience.length === 0 || audience.includes('assistant');
}

export const failed = (text: string): ToolResultView => ({ content: [{ type: 'text', text }], isError: true, repairs: [] });
