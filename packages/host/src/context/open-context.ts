/** The parts of a chat's context, put together. */
import type { ConversationService } from '../conversations/service.ts';
import type { ConfigStore } from '../ports.ts';
import type { UsagePort } from '../usage/usage.ts';
import { ChatContext } from './chat-context.ts';
import type { ChatContextDeps } from './chat-context.ts';
import { ContextStates } from './context-states.ts';
import type { ContextStatesDeps } from './context-states.ts';
import { ModelWindows } from './model-window.ts';
import { contextRoutes } from './routes.ts';

export interface OpenContext extends Disposable {
  context: ChatContext;
  /** Of instructions or files around chats: whichever chat is watched is measured anew. */
  framesChanged(): void;
  routes(conversations: Pick<ConversationService, 'summarise'>): ReturnType<typeof contextRoutes>;
}

export function openContext(deps: Pick<ChatContextDeps, 'store' | 'servers' | 'frames'> & Pick<ContextStatesDeps, 'conversations' | 'watchServers'> & { config: ConfigStore; usage: UsagePort }): OpenContext {
  const context: ChatContext = new ChatContext({ ...deps, windows: new ModelWindows(deps.config), onChange: (id, messageId) => states.changed(id, messageId) });
  const states = new ContextStates({ ...deps, context });
  return {
    context,
    framesChanged: () => states.framesChanged(),
    routes: (conversations) => contextRoutes({ context, states, conversations, config: deps.config }),
    [Symbol.dispose]: () => states[Symbol.dispose](),
  };
}
