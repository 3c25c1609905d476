/** The model looks for tools (C13, try-out 21): what is found is loaded into the chat and called like any other, with every question that goes with it. */
import type { ToolResultView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import { failed } from '../resources/host-tools.ts';
import type { AvailableTool } from '../ports.ts';
import { signatureOf } from '../scripts/signatures.ts';
import { toolKey } from './chat-tools.ts';
import type { ChatTool } from './chat-tools.ts';
import { argumentNames, searchTools } from './tool-search.ts';

/** A handful, as each stays in every request from then on. */
const mostFound = 8;
const longestDescription = 300;
const longestQuery = 500;

export interface Found {
  result: ToolResultView;
  /** To be loaded. */
  tools: AvailableTool[];
  query: string;
}

/** @param forScripts whether scripts may call what is found. @throws when the signal is aborted */
export async function findTools(tools: readonly ChatTool[], args: JsonObject, signal: AbortSignal, forScripts = false): Promise<Found> {
  const query = typeof args['query'] === 'string' ? args['query'].trim().slice(0, longestQuery) : '';
  if (query === '') return { result: failed('Say in "query" what the tools are to do.'), tools: [], query };
  const offered = tools.filter(({ state, tool }) => state !== 'off' && tool.view.model.excluded === undefined);
  const found = await searchTools(offered.map(({ tool }) => tool), query, mostFound, signal);
  if (found.length === 0) return { result: say('No tool was found. Try other words, or fewer.'), tools: [], query };
  const loaded = new Set(offered.filter(({ state }) => state === 'loaded').map(({ key }) => key));
  const lines = found.map((tool) =>
    JSON.stringify({
      name: tool.view.model.name,
      server: tool.serverName,
      title: tool.title,
      description: shortened(tool.description),
      arguments: argumentNames(tool),
      ...(forScripts ? { inScripts: signatureOf({ ...tool, description: '', title: '' }) } : {}),
      ...(loaded.has(toolKey(tool.serverId, tool.name)) ? { alreadyYours: true } : {}),
    }),
  );
  return { result: say(`These are among your tools from your next message on:\n${lines.join('\n')}`), tools: found, query };
}

function shortened(text: string | undefined): string | undefined {
  return text === undefined || text.length <= longestDescription ? text : `${text.slice(0, longestDescription).toWellFormed()} […]`;
}

const say = (text: string): ToolResultView => ({ content: [{ type: 'text', text }], isError: false, repairs: [] });
