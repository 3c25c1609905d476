/** The context of a chat in the host in memory: what was said to it is kept, and told again. */
import type { context as contextContract, ContextState, ChatToolView, InstructionsView } from '@portolan/contract/context';
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { Feed } from './feed.ts';

export interface ContextInMemory {
  state: ContextState;
  isSearched: boolean;
  tools: ChatToolView[];
  instructions?: InstructionsView[];
}

export const noContext = (): ContextInMemory => ({ state: { meter: null, summary: null, isSummarising: false, isAutomatic: true }, isSearched: false, tools: [] });

export function contextHandlers(of: () => ContextInMemory, feed: Feed<ContextState>): HandlersFor<typeof contextContract> {
  const change = (next: Partial<ContextState>) => {
    of().state = { ...of().state, ...next };
    feed.publish(of().state);
    return {};
  };
  const changeTool = (serverId: string, name: string, next: Partial<ChatToolView>) => {
    of().tools = of().tools.map((tool) => (tool.serverId === serverId && tool.name === name ? { ...tool, ...next } : tool));
    return {};
  };
  return {
    'context/watch': (_input, { signal }) => feed.watch(signal, [of().state]),
    'context/tools': () => ({ isSearched: of().isSearched, tools: of().tools }),
    'context/instructions': () => ({ instructions: of().instructions ?? [], files: [] }),
    'context/setAlways': ({ serverId, tool, isOn }) => changeTool(serverId, tool, { isAlways: isOn }),
    'context/setOff': ({ serverId, tool, isOff }) => changeTool(serverId, tool, { state: isOff ? 'off' : 'loaded' }),
    'context/summarise': () => {
      const { summary } = of().state;
      if (summary === null) throw new HostError('context-nothing-to-summarise');
      return { summary };
    },
    'context/undoSummary': () => change({ summary: null, isAutomatic: false }),
    'context/setAutomatic': ({ isOn }) => change({ isAutomatic: isOn }),
    'context/setWindow': ({ tokens }) => {
      const { meter } = of().state;
      return change({ meter: meter === null ? null : { ...meter, window: tokens === null ? { tokens: 8_192, source: 'usual' } : { tokens, source: 'own' } } });
    },
  };
}
