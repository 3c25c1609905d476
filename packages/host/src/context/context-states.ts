/** The state of a chat's context as windows see it: told whole, seldom, and only while somebody looks. */
import { setTimeout } from 'node:timers/promises';
import type { ChatToolView, ContextMeter, ContextState, SummaryView } from '@portolan/contract/context';
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId, MessageId } from '@portolan/contract/ids';
import { Broadcast } from '../broadcast.ts';
import type { ConfigStore, ConversationStore } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import type { ChatContext, MeasuredRequest } from './chat-context.ts';
import { nearlyFull } from './chat-context.ts';
import { ChatDigests } from './chat-digests.ts';
import { tokensOfTool } from './chat-tools.ts';
import type { StoredSummary } from './context-store.ts';
import { resultCharacters } from './model-window.ts';
import { sumOf } from './weigh.ts';

export interface ContextStatesDeps {
  context: ChatContext;
  conversations: Pick<ConversationStore, 'get' | 'path' | 'message' | 'messages'>;
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
  readonly #digests: ChatDigests;

  constructor(deps: ContextStatesDeps) {
    this.#deps = deps;
    this.#digests = new ChatDigests(deps.conversations);
    this.#stop = deps.config.onChange(() => this.#allChanged());
    if (deps.watchServers) void this.#follow(deps.watchServers(this.#closing.signal));
  }

  changed(id: ConversationId, messageId?: MessageId): void {
    if (messageId !== undefined) this.#digests.changed(id, messageId);
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
    const model = this.#modelOf(conversation);
    const measured = model === null ? null : await this.#measure(conversation, model);
    return {
      meter: model === null || measured === null ? null : meterOf(context, id, model, measured),
      summary: measured?.summary ? summaryView(measured.summary) : null,
      isSummarising: context.isSummarising(id),
      isAutomatic: context.store.isAutomatic(id),
    };
  }

  async tools(id: ConversationId): Promise<{ isSearched: boolean; tools: ChatToolView[] }> {
    const { context } = this.#deps;
    const conversation = this.#known(id);
    const model = this.#modelOf(conversation);
    if (model === null) throw new HostError('model-none');
    const { tools, isSearched } = await this.#measure(conversation, model);
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

  /** Everything that the chat's model is told before the messages. Errors: `conversation-unknown`, `model-none`. */
  async told(id: ConversationId): ReturnType<ChatContext['told']> {
    const conversation = this.#known(id);
    const model = this.#modelOf(conversation);
    if (model === null) throw new HostError('model-none');
    return this.#deps.context.told(conversation, model);
  }

  /** A frame around chats is another one: whichever chat has it. */
  framesChanged(): void {
    this.#allChanged();
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

  async #measure(conversation: ConversationView, model: ModelRef): Promise<MeasuredRequest> {
    const { context } = this.#deps;
    const most = resultCharacters(await context.windows.of(model));
    return context.measure(conversation, model, this.#digests.facts(conversation.id, most));
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

function meterOf(context: ChatContext, id: ConversationId, model: ModelRef, { window, weights }: MeasuredRequest): ContextMeter {
  const factor = context.factor(id, model);
  const corrected = (tokens: number): number => Math.round(tokens * factor);
  const used = corrected(sumOf(weights));
  return {
    window,
    used,
    system: corrected(weights.system),
    ...(weights.frames.length === 0 ? {} : { frames: weights.frames.map(({ from, name, instructions, files }) => ({ from, name, instructions: corrected(instructions), files: corrected(files) })) }),
    summary: corrected(weights.summary),
    history: corrected(weights.history),
    attachments: corrected(weights.attachments),
    results: corrected(weights.results),
    tools: weights.tools.map(({ serverId, serverName, tokens, loaded }) => ({ serverId: serverId === hostId ? null : serverId, serverName, tokens: corrected(tokens), loaded })),
    isNearlyFull: used >= window.tokens * nearlyFull,
    isMeasured: context.store.measured(id) !== null,
  };
}

export function summaryView({ id, before, messages, text, kind, by, createdAt, model }: StoredSummary): SummaryView {
  return { id, before, messages, text, kind, by, createdAt, model };
}
