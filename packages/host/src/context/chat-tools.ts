/** Which tools a chat's model is offered at once, and why; what is not is found by looking for it (C13). */
import type { LoadedWhy } from '@portolan/contract/context';
import type { PartView } from '@portolan/contract/conversations';
import type { ServerId } from '@portolan/contract/ids';
import type { AvailableTool } from '../ports.ts';
import { estimateTokens } from './estimate.ts';

/** Up to here all are offered: beyond, models choose worse and every request pays for definitions that it does not need. */
export const mostDirect = 40;
/** A chat that looks for its tools goes on doing so until there are this few: a server that comes and goes must not turn its requests over. */
const fewAgain = 30;
/** So few are never looked for, however long they are. */
const alwaysDirect = 10;

export interface ToolChoices {
  /** Keys of tools that the person wants loaded in every chat. */
  always: ReadonlySet<string>;
  /** Keys of tools that are off in this chat. */
  off: ReadonlySet<string>;
  /** Keys of what was found in this chat, oldest first, and what had been looked for. */
  found: ReadonlyMap<string, string>;
}

export interface ChatTool {
  tool: AvailableTool;
  key: string;
  state: 'loaded' | 'findable' | 'off';
  why?: LoadedWhy;
  query?: string;
}

export const toolKey = (serverId: ServerId, name: string): string => JSON.stringify([serverId, name]);

/** Tokens of its definition as it goes to models, about. */
export function tokensOfTool({ serverName, name, description = '', inputSchema }: AvailableTool): number {
  let schema = schemaTokens.get(inputSchema);
  if (schema === undefined) schemaTokens.set(inputSchema, (schema = estimateTokens(JSON.stringify(inputSchema))));
  return estimateTokens(serverName) + estimateTokens(name) + estimateTokens(description.slice(0, 8_000)) + schema + 12;
}
const schemaTokens = new WeakMap<object, number>();

/**
 * Whether so many are looked for instead of being offered.
 * @param windowTokens of the model; definitions are not to take more than half of it. Infinite where it is only guessed
 */
export function isSearched(tools: readonly AvailableTool[], windowTokens: number, wasSearched: boolean): boolean {
  if (tools.length > mostDirect || (wasSearched && tools.length > fewAgain)) return true;
  return tools.length > alwaysDirect && tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0) > windowTokens / 2;
}

/** Keys of what was called in these parts, in order: what a model has used it goes on having. */
export function calledIn(messages: readonly { parts: readonly PartView[] }[]): Set<string> {
  const called = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call' && part.serverId !== null) called.add(toolKey(part.serverId, part.tool));
  return called;
}

export interface ChatToolsOptions {
  choices: ToolChoices;
  called: ReadonlySet<string>;
  windowTokens: number;
  wasSearched: boolean;
  /** How many tools one request has room for. */
  room: number;
}

/** Every tool with where it stands, in the order given. */
export function chatTools(available: readonly AvailableTool[], { choices, called, windowTokens, wasSearched, room }: ChatToolsOptions): { isSearched: boolean; tools: ChatTool[] } {
  const keyed = available.map((tool) => ({ tool, key: toolKey(tool.serverId, tool.name) }));
  const searched = isSearched(keyed.filter(({ key }) => !choices.off.has(key)).map(({ tool }) => tool), windowTokens, wasSearched);
  const present = new Set(keyed.map(({ key }) => key).filter((key) => !choices.off.has(key)));
  // What there is no room for: what was found long ago goes before what is used, and both before what the person wants.
  const wanted = [...[...present].filter((key) => choices.always.has(key)), ...[...called].toReversed(), ...[...choices.found.keys()].toReversed()].filter((key) => present.has(key));
  const loaded = new Set([...new Set(wanted)].slice(0, room));
  return {
    isSearched: searched,
    tools: keyed.map(({ tool, key }): ChatTool => {
      if (choices.off.has(key)) return { tool, key, state: 'off' };
      if (!searched) return { tool, key, state: 'loaded', why: choices.always.has(key) ? 'always' : 'few' };
      if (!loaded.has(key)) return { tool, key, state: 'findable' };
      const query = choices.found.get(key);
      const why = choices.always.has(key) ? 'always' : query !== undefined ? 'found' : 'called';
      return { tool, key, state: 'loaded', why, ...(why === 'found' && query !== undefined ? { query } : {}) };
    }),
  };
}
