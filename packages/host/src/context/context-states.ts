/** The state of a chat's context as windows see it: told whole, seldom, and only while somebody looks. */
import { setTimeout } from 'node:timers/promises';
import type { ChatToolView, ContextMeter, ContextState, SummaryView } from '@portolan/contract/context';
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import { Broadcast } from '../broadcast.ts';
import type { ConfigStore, ConversationStore, StoredMessage } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import type { ChatContext, PreparedRequest } from './chat-context.ts';
import { nearlyFull } from './chat-context.ts';
import { tokensOfTool } from './chat-tools.ts';
import type { StoredSummary } from './context-store.ts';
import { sumOf } from './weigh.ts';

export interface ContextStatesDeps {
  context: ChatContext;
  conversations: Pick<ConversationStore, 'get' | 'messages'>;
  config: Pick<ConfigStore, 'current' | 'onChange'>;
  /** Says whenever tools of servers may have become others. */
  watchServers?: (signal: AbortSignal) => AsyncIterable<unknown>;
}

/** Between two looks at one chat, in milliseconds; a long chat is looked at less often, so that looking never takes more than a tenth. */
const quietMs = 500;
const restFactor = 10;

export class ContextStates implements Disposable {
  readonly #deps: ContextStatesDeps;
  readonly #watched = new Map<ConversationId, Broadcast<true>>();
  readonly #stop: () => void;
  readonly #closing = new AbortController();

  constructor(deps: ContextStatesDeps) {
    this.#deps = deps;
    this.#stop = deps.config.onChange(() => this.#allChanged());
    if (deps.watchServers) void this.#follow(deps.watchServers(this.#closing.signal));
  }

  changed(id: ConversationId): void {
    this.#watched.get(id)?.publish(true);
  }

  async *watch(id: ConversationId, signal: AbortSignal): AsyncIterable<ContextState> {
    let broadcast = this.#watched.get(id);
    // Only that something changed matters, not how often.
    if (broadcast === undefined) this.#watched.set(id, (broadcast = new Broadcast<true>({ merge: () => true })));
    let told = '';
    try {
      for await (const _change of broadcast.subscribe(signal, [true])) {
        const begin = performance.now();
        const state = await this.state(id);
        const text = JSON.stringify(state);
        if (text !== told) {
          told = text;
          yield state;
        }
        await setTimeout(Math.max(quietMs, (performance.now() - begin) * restFactor), undefined, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      if (broadcast.size === 0) this.#watched.delete(id);
    }
  }

  async state(id: ConversationId): Promise<ContextState> {
    const { context } = this.#deps;
    const conversation = this.#known(id);
    const messages = this.#deps.conversations.messages(id);
    const model = this.#modelOf(conversation);
    const prepared = model === null ? null : await context.prepare(conversation, model, messages);
    return {
      meter: model === null || prepared === null ? null : meterOf(context, id, model, prepared),
      summary: prepared?.summary ? summaryView(prepared.summary, messages) : null,
      isSummarising: context.isSummarising(id),
      isAutomatic: context.store.isAutomatic(id),
    };
  }

  async tools(id: ConversationId): Promise<{ isSearched: boolean; tools: ChatToolView[] }> {
    const { context } = this.#deps;
    const conversation = this.#known(id);
    const model = this.#modelOf(conversation);
    if (model === null) throw new HostError('model-none');
    const { tools, isSearched } = await context.prepare(conversation, model, this.#deps.conversations.messages(id));
    const { always } = context.store.choices(id);
    return {
      isSearched,
      tools: tools.map(({ tool, key, state, why, query }) => ({
        serverId: tool.serverId,
        serverName: tool.serverName,
        name: tool.name,
        ...(tool.title === undefined ? {} : { title: tool.title }),
        state,
        ...(why === undefined ? {} : { why }),
        ...(query === undefined ? {} : { query }),
        isAlways: always.has(key),
        tokens: tokensOfTool(tool),
      })),
    };
  }

  [Symbol.dispose](): void {
    this.#stop();
    this.#closing.abort();
    for (const broadcast of this.#watched.values()) broadcast.close();
  }

  #allChanged(): void {
    for (const broadcast of this.#watched.values()) broadcast.publish(true);
  }

  async #follow(changes: AsyncIterable<unknown>): Promise<void> {
    for await (const _change of changes) this.#allChanged();
  }

  #modelOf(conversation: ConversationView): ModelRef | null {
    return conversation.model ?? this.#deps.config.current().defaultModel;
  }

  #known(id: ConversationId): ConversationView {
    const conversation = this.#deps.conversations.get(id);
    if (!conversation) throw new HostError('conversation-unknown', { conversation: id });
    return conversation;
  }
}

function meterOf(context: ChatContext, id: ConversationId, model: ModelRef, { window, weights }: PreparedRequest): ContextMeter {
  const factor = context.factor(id, model);
  const corrected = (tokens: number): number => Math.round(tokens * factor);
  const used = corrected(sumOf(weights));
  return {
    window,
    used,
    system: corrected(weights.system),
    summary: corrected(weights.summary),
    history: corrected(weights.history),
    attachments: corrected(weights.attachments),
    results: corrected(weights.results),
    tools: weights.tools.map(({ serverId, serverName, tokens, loaded }) => ({ serverId: serverId === hostId ? null : serverId, serverName, tokens: corrected(tokens), loaded })),
    isNearlyFull: used >= window.tokens * nearlyFull,
    isMeasured: context.store.measured(id) !== null,
  };
}

export function summaryView({ id, before, messages, text, kind, by, createdAt, model }: StoredSummary, shown: readonly Pick<StoredMessage, 'id'>[]): SummaryView | null {
  return shown.some((message) => message.id === before) ? { id, before, messages, text, kind, by, createdAt, model } : null;
}
