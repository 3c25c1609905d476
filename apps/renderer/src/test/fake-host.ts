/**
 * A host in memory, behind the real contract: calls go as frames over a MessageChannel through `serve` and
 * `createHostClient`, so that what a test shows has passed both checks. Handlers that a test needs otherwise are replaced
 * one by one; the compiler holds them to the contract.
 */
import type { ConversationView, MessageView, PartView } from '@portolan/contract/conversations';
import type { EventOf, HostHandlers, InputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { FramePort } from '@portolan/contract/frames';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InteractionView, RuleView } from '@portolan/contract/interactions';
import type { ProviderView } from '@portolan/contract/providers';
import { serve } from '@portolan/contract/serve';
import type { LogLine, PromptView, ResourceTemplateView, ResourceView, ServerView, ToolView } from '@portolan/contract/servers';
import type { Notice, Settings } from '@portolan/contract/settings';
import { Refused } from '../host/link.ts';
import { Feed } from './feed.ts';
import { handlersOf } from './handlers.ts';

export interface HostState {
  servers: ServerView[];
  tools: ToolView[];
  resources: ResourceView[];
  templates: ResourceTemplateView[];
  prompts: PromptView[];
  log: LogLine[];
  conversations: ConversationView[];
  messages: MessageView[];
  interactions: InteractionView[];
  rules: RuleView[];
  providers: ProviderView[];
  settings: Settings;
  notices: Notice[];
  drafts: Record<ConversationId, string>;
}

export interface Asked {
  method: string;
  input: unknown;
}

export class FakeHost {
  readonly state: HostState;
  readonly handlers: HostHandlers;
  /** Every call that came through, oldest first. */
  readonly asked: Asked[] = [];
  readonly feeds = {
    servers: new Feed<EventOf<'servers/watch'>>(),
    log: new Feed<EventOf<'servers/watchLog'>>(),
    list: new Feed<EventOf<'conversations/watchList'>>(),
    chat: new Feed<EventOf<'conversations/watch'>>(),
    interactions: new Feed<EventOf<'interactions/watch'>>(),
    providers: new Feed<EventOf<'providers/watch'>>(),
    settings: new Feed<EventOf<'settings/watch'>>(),
  };
  /** Set to turn windows away, or to make the host unreachable. */
  door: 'open' | 'refused' | 'closed' = 'open';
  readonly #closers = new Set<() => void>();

  constructor(state: Partial<HostState> = {}) {
    this.state = {
      servers: [],
      tools: [],
      resources: [],
      templates: [],
      prompts: [],
      log: [],
      conversations: [],
      messages: [],
      interactions: [],
      rules: [],
      providers: [],
      settings: { theme: 'light', locale: 'en', isOnboarded: true },
      notices: [],
      drafts: {},
      ...state,
    };
    this.handlers = handlersOf(this);
  }

  /** What a window opens; a new pair of ports each time. */
  readonly open = async (): Promise<FramePort> => {
    if (this.door === 'refused') throw new Refused('signed out');
    if (this.door === 'closed') throw new Error('nobody there');
    const { port1, port2 } = new MessageChannel();
    const closed = new Set<() => void>();
    const close = () => {
      port1.close();
      port2.close();
      this.#closers.delete(close);
      for (const listener of closed) listener();
      closed.clear();
    };
    this.#closers.add(close);
    serve(portOf(port1, closed), this.#recorded(), { connection: 'test', onInternalError: (method, error) => console.error(method, error) });
    return portOf(port2, closed);
  };

  /** The host goes away, as when its process dies. */
  drop(): void {
    for (const close of this.#closers) close();
  }

  /** Inputs of the calls of one method. */
  inputs<M extends keyof HostHandlers>(method: M): InputOf<M>[] {
    // Recorded under their own method.
    return this.asked.filter((each) => each.method === method).map((each) => each.input as InputOf<M>);
  }

  changeServer(id: ServerId, part: Partial<ServerView>): ServerView {
    const next = { ...this.server(id), ...part };
    this.state.servers = this.state.servers.map((each) => (each.id === id ? next : each));
    this.feeds.servers.publish({ type: 'changed', server: next });
    return next;
  }

  server(id: ServerId): ServerView {
    const found = this.state.servers.find((each) => each.id === id);
    if (!found) throw new HostError('server-unknown', { server: id });
    return found;
  }

  conversation(id: ConversationId): ConversationView {
    const found = this.state.conversations.find((each) => each.id === id);
    if (!found) throw new HostError('conversation-unknown', { conversation: id });
    return found;
  }

  changeChat(id: ConversationId, part: Partial<ConversationView>): ConversationView {
    const next = { ...this.conversation(id), ...part };
    this.state.conversations = this.state.conversations.map((each) => (each.id === id ? next : each));
    this.feeds.list.publish({ type: 'changed', conversation: next });
    this.feeds.chat.publish({ type: 'conversation', conversation: next });
    return next;
  }

  say(message: MessageView): void {
    this.state.messages = [...this.state.messages.filter((each) => each.id !== message.id), message];
    this.feeds.chat.publish({ type: 'message', message });
  }

  changePart(message: MessageView, part: number, value: PartView): void {
    this.feeds.chat.publish({ type: 'part', messageId: message.id, part, value });
  }

  ask(interaction: InteractionView): void {
    this.state.interactions = [...this.state.interactions, interaction];
    this.feeds.interactions.publish({ type: 'added', interaction });
  }

  settle(id: InteractionView['id']): void {
    this.state.interactions = this.state.interactions.filter((each) => each.id !== id);
    this.feeds.interactions.publish({ type: 'settled', id, by: 'person' });
  }

  /** The handlers as they are at the moment of each call, with a note of it. */
  #recorded(): HostHandlers {
    return new Proxy(this.handlers, {
      get: (handlers, method: string) => (input: unknown, context: unknown) => {
        this.asked.push({ method, input });
        const handler: unknown = Reflect.get(handlers, method);
        if (typeof handler !== 'function') throw new HostError('unknown-method', { method });
        return Reflect.apply(handler, undefined, [input, context]) as unknown;
      },
    });
  }
}

function portOf(port: MessagePort, closers: Set<() => void>): FramePort {
  return {
    send: (text) => port.postMessage(text),
    onFrame: (listener) => {
      port.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(event.data);
      });
      port.start();
    },
    onClose: (listener) => {
      closers.add(listener);
    },
  };
}
