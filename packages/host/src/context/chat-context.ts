/**
 * What of a chat goes to its model: tools that are loaded, results within bounds, messages or their summary. Kept apart from
 * what is stored and shown, so that nothing done here can lose a word (C13).
 */
import { randomBytes } from 'node:crypto';
import type { ContextWindow, InstructionsView } from '@portolan/contract/context';
import type { ToolResultView } from '@portolan/contract/content';
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import type { ConversationId, MessageId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import { fencedInstructions, ownInstructions, systemPrompt } from '../conversations/system-prompt.ts';
import type { ResultLimits } from '../models/lower/traits.ts';
import { modelToolName } from '../models/names.ts';
import type { ResolvedModel } from '../models/registry.ts';
import type { StepLimits } from '../models/step-reader.ts';
import { maxTools } from '../models/tools.ts';
import type { AvailableTool, ServersPort, StoredMessage } from '../ports.ts';
import { offeredScript } from '../scripts/script-tool.ts';
import { failed, hostName, offeredFind, offeredHostTools, offeredReadFile, offeredReadOn, plainName, readOnTool } from '../resources/host-tools.ts';
import type { UsagePort } from '../usage/usage.ts';
import { filesRoom, instructionsOf, serversWithin, toldFrame, withFrameFiles } from './chat-frame.ts';
import type { ChatFrame, FrameFile, FrameFiles, FrameSource } from './chat-frame.ts';
import { calledIn, chatTools, toolKey } from './chat-tools.ts';
import type { ChatTool } from './chat-tools.ts';
import type { ContextStore, StoredSummary } from './context-store.ts';
import { correction, estimateTokens } from './estimate.ts';
import { resultCharacters } from './model-window.ts';
import type { ModelWindows } from './model-window.ts';
import { planSummary } from './plan-summary.ts';
import type { SummaryPlan } from './plan-summary.ts';
import { longestResult } from './read-result.ts';
import { keptMessages, summaryOn, toldAs, withSummary } from './summaries.ts';
import { addUp, sumOf, weigh, weighMessage } from './weigh.ts';
import type { MessageWeight, Weights } from './weigh.ts';
import { writeSummary } from './write-summary.ts';

/** From here on a window counts as nearly full. */
export const nearlyFull = 0.8;
/** Of the window, what a fresh summary leaves to the messages that are kept. */
const keptShare = 0.4;

export interface ChatContextDeps {
  store: ContextStore;
  servers: Pick<ServersPort, 'availableTools' | 'resourceServers' | 'instructions'>;
  windows: ModelWindows;
  /** What chats are had in, the outermost first. */
  frames?: readonly FrameSource[];
  usage?: UsagePort;
  now?: () => number;
  /** Hears that a chat may be measured otherwise now. */
  onChange?: (id: ConversationId, messageId?: MessageId) => void;
}

/** What of a chat's messages matters beside their words. */
export interface ChatFacts {
  /** Of what the chat shows, oldest first. */
  ids: readonly Pick<StoredMessage, 'id'>[];
  /** Keys of the tools that were called, in order. */
  called: ReadonlySet<string>;
  /** Characters of the longest result. */
  longestResult: number;
  /** Of what goes to the model as it is. @param resultLimit characters of one result that the model is given */
  weightOf(summary: StoredSummary | null, resultLimit: number): MessageWeight;
}

function factsOf(messages: readonly StoredMessage[]): ChatFacts {
  return {
    ids: messages,
    called: calledIn(messages),
    longestResult: longestResult(messages),
    weightOf: (summary, resultLimit) => addUp((summary === null ? messages : keptMessages(messages, summary)).map((message) => weighMessage(message, resultLimit))),
  };
}

/** One request, made of all this. */
export interface PreparedRequest extends MeasuredRequest {
  history: StoredMessage[];
}

export interface MeasuredRequest {
  instructions: string;
  /** In the order they are to be sent. */
  available: AvailableTool[];
  results: ResultLimits;
  window: ContextWindow;
  /** Every tool of servers and where it stands, for a look for tools. */
  tools: ChatTool[];
  isSearched: boolean;
  summary: StoredSummary | null;
  weights: Weights;
  /** What goes with the chat beside its messages. */
  frames: readonly ChatFrame[];
  files: readonly FrameFiles[];
  servers: OfferedServers;
}

/** Servers as this chat's model may know them. */
export type OfferedServers = Pick<ServersPort, 'availableTools' | 'resourceServers' | 'instructions'>;

interface Shelf {
  /** Keys of tools as they were first offered: what a provider has cached stays good. */
  order: string[];
  wasSearched: boolean;
  readsOn: boolean;
  script?: ScriptOffer;
}

interface ScriptOffer {
  tool: AvailableTool;
  /** Keys of the tools that its description lists. */
  listed: readonly string[];
  isSearched: boolean;
}

/**
 * Where tools are looked for, it goes on listing those that it listed first, for as long as they are there: else each find would make every
 * request another one from its beginning, and a provider would read all of it anew.
 */
function scriptOffer(standing: ScriptOffer | undefined, tools: readonly ChatTool[], isSearched: boolean): ScriptOffer {
  const loaded = tools.filter(({ state, tool }) => state === 'loaded' && tool.view.model.excluded === undefined);
  if (standing?.isSearched === true && isSearched) {
    const there = new Set(loaded.map(({ key }) => key));
    if (standing.listed.every((key) => there.has(key))) return standing;
  }
  return { tool: offeredScript(loaded.map(({ tool }) => tool), isSearched), listed: loaded.map(({ key }) => key), isSearched };
}

export class ChatContext {
  readonly #deps: ChatContextDeps;
  readonly #shelves = new Map<ConversationId, Shelf>();
  readonly #summarising = new Set<ConversationId>();

  constructor(deps: ChatContextDeps) {
    this.#deps = deps;
  }

  get store(): ContextStore {
    return this.#deps.store;
  }
  get windows(): ModelWindows {
    return this.#deps.windows;
  }

  isSummarising(id: ConversationId): boolean {
    return this.#summarising.has(id);
  }

  /** @param messageId the one that is another now, where it was one of them */
  changed(id: ConversationId, messageId?: MessageId): void {
    this.#deps.onChange?.(id, messageId);
  }

  /** Whether its model may write scripts: by the chat's own switch, or by what stands around it. */
  runsScripts(conversation: ConversationView): boolean {
    return conversation.runsScripts === true || (this.#deps.frames ?? []).some((source) => source.frame(conversation)?.runsScripts === true);
  }

  /** The chat is gone. */
  forget(id: ConversationId): void {
    this.#shelves.delete(id);
  }

  /** @param messages what the chat shows, oldest first, the answer that is being written included */
  async prepare(conversation: ConversationView, model: ModelRef, messages: readonly StoredMessage[]): Promise<PreparedRequest> {
    const measured = await this.measure(conversation, model, factsOf(messages), this.#shelf(conversation.id).order);
    return { ...measured, history: withFrameFiles(measured.summary === null ? messages : withSummary(messages, measured.summary), measured.files) };
  }

  /**
   * All of a request but what was said itself, of which only the weight is asked for.
   * @param order keys of tools as they were first offered, which grows; what is only looked at leaves it as it is
   */
  async measure(conversation: ConversationView, model: ModelRef, facts: ChatFacts, order: string[] = [...this.#shelf(conversation.id).order]): Promise<MeasuredRequest> {
    const { store, windows } = this.#deps;
    const { id } = conversation;
    const window = await windows.of(model);
    const { frames, files, told } = await this.#framed(conversation, window);
    const servers = serversWithin(this.#deps.servers, conversation, frames);
    const most = resultCharacters(window);
    const summary = summaryOn(facts.ids, store.summaries(id));
    const shelf = this.#shelf(id);
    shelf.readsOn ||= summary !== null || facts.longestResult > most;
    const resourceTools = conversation.modelReadsResources === false ? [] : offeredHostTools(servers.resourceServers());
    const runsScripts = this.runsScripts(conversation);
    const own = [...resourceTools, ...offeredReadFile(files.flatMap(({ all }) => all)), ...(shelf.readsOn ? [offeredReadOn()] : [])];
    const { tools, isSearched } = chatTools(servers.availableTools(), { choices: store.choices(id), called: facts.called, windowTokens: window.source === 'usual' ? Number.POSITIVE_INFINITY : window.tokens, wasSearched: shelf.wasSearched, room: maxTools - own.length - 2 });
    shelf.wasSearched = isSearched;
    const loaded = tools.flatMap(({ tool, state }) => (state === 'loaded' ? [tool] : []));
    const others = tools.filter(({ state }) => state !== 'off').map(({ tool }) => tool.serverName);
    if (isSearched) own.unshift(offeredFind(others));
    if (runsScripts) own.push((shelf.script = scriptOffer(shelf.script, tools, isSearched)).tool);
    const instructions = systemPrompt(servers.instructions(), told);
    const available = inOrder(loaded, own, order);
    return {
      instructions,
      available,
      results: { characters: most, readOnTool: shelf.readsOn ? modelToolName(hostName, plainName(readOnTool)) : null },
      window,
      tools,
      isSearched,
      summary,
      weights: weigh({ said: facts.weightOf(summary, most), summary: summary === null ? null : toldAs(summary), instructions, frames: frames.map(({ from, name }, index) => ({ from, name, instructions: told[index] ?? '', files: files.find(({ of }) => of.from === from)?.parts ?? [] })), tools: available }),
      frames,
      files,
      servers,
    };
  }

  /** Everything that the model is told before the messages, and the files that go with the chat. */
  async told(conversation: ConversationView, model: ModelRef): Promise<{ instructions: InstructionsView[]; files: FrameFile[] }> {
    const { frames, files, told } = await this.#framed(conversation, await this.#deps.windows.of(model));
    const servers = serversWithin(this.#deps.servers, conversation, frames);
    return { instructions: instructionsOf(ownInstructions, frames, told, fencedInstructions(servers.instructions()), estimateTokens), files: files.flatMap(({ all }) => all) };
  }

  /** The model's look into a file that goes with its chat. @param most characters of one result */
  async readFile(conversation: ConversationView, args: JsonObject, most: number): Promise<ToolResultView> {
    for (const source of this.#deps.frames ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- the first that has such a file answers
      const read = await source.readFile?.(conversation, args, most);
      if (read !== null && read !== undefined) return read;
    }
    return failed('This conversation has no such file.');
  }

  async #framed(conversation: ConversationView, window: ContextWindow): Promise<{ frames: ChatFrame[]; files: FrameFiles[]; told: string[] }> {
    const { frames: sources = [] } = this.#deps;
    const frames = sources.flatMap((source) => source.frame(conversation) ?? []);
    const files = (await Promise.all(sources.map(async (source) => (await source.files?.(conversation, filesRoom(window.tokens))) ?? null))).filter((each) => each !== null);
    return { frames, files, told: frames.map((frame) => toldFrame(frame, files.find(({ of }) => of.from === frame.from) ?? null)) };
  }

  /** Tokens of a request, corrected by what the last one of this chat and model took. */
  used(id: ConversationId, model: ModelRef, weights: Weights): number {
    return Math.round(sumOf(weights) * this.factor(id, model));
  }

  factor(id: ConversationId, model: ModelRef): number {
    const last = this.#deps.store.measured(id);
    return correction(last !== null && last.model.providerId === model.providerId && last.model.model === model.model ? last : null);
  }

  /** @param inputTokens what the service counted; null where it did not */
  measured(id: ConversationId, model: ModelRef, weights: Weights, inputTokens: number | null): void {
    if (inputTokens !== null && inputTokens > 0) this.#deps.store.setMeasured(id, { model, estimated: sumOf(weights), reported: inputTokens });
  }

  /** Whether the app is to summarise before this request. A window that is only guessed is no reason to. */
  isDue(id: ConversationId, model: ModelRef, { weights, window }: PreparedRequest): boolean {
    return window.source !== 'usual' && this.used(id, model, weights) >= window.tokens * nearlyFull && this.#deps.store.isAutomatic(id);
  }

  /** What could be summarised now; null when it is not worth it. */
  plan(id: ConversationId, model: ModelRef, messages: readonly StoredMessage[], { window, weights, summary }: PreparedRequest, by: StoredSummary['by']): SummaryPlan | null {
    const factor = this.factor(id, model);
    const fixed = weights.system + weights.frames.reduce((sum, each) => sum + each.instructions + each.files, 0) + weights.tools.reduce((sum, { tokens }) => sum + tokens, 0);
    const share = Math.max(window.tokens * keptShare - fixed * factor, window.tokens * 0.1) / factor;
    // A person who asks for it wants room; a window that is far from full gives no measure for it.
    const room = by === 'person' ? Math.min(share, (weights.history + weights.attachments + weights.results) / 2) : share;
    return planSummary(messages, { last: summary, room, resultLimit: resultCharacters(window) });
  }

  /** Writes the summary and uses it from now on. Counts what it took. Does not throw but for a disk that refuses. */
  async summarise(conversation: ConversationView, ref: ModelRef, model: ResolvedModel, messages: readonly StoredMessage[], prepared: PreparedRequest, plan: SummaryPlan, by: StoredSummary['by'], signal: AbortSignal, limits?: Partial<StepLimits>): Promise<StoredSummary | null> {
    const { store, usage, now = Date.now } = this.#deps;
    const { id } = conversation;
    const at = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
    if (at === undefined) return null;
    this.#summarising.add(id);
    this.changed(id);
    try {
      const written = await writeSummary({ model, last: prepared.summary?.text ?? null, told: plan.told, windowTokens: prepared.window.tokens, signal, cacheKey: id, ...(limits === undefined ? {} : { limits }) });
      if (written.usage !== null) await usage?.record({ kind: 'chat', conversationId: id, serverId: null, ...ref, tokens: written.usage });
      // Stopped by the person: then they want no summary either.
      if (signal.aborted) return null;
      const summary: StoredSummary = { id: `s_${randomBytes(12).toString('base64url')}`, conversationId: id, at: at.id, before: plan.before, inside: plan.inside, messages: plan.told.length + (prepared.summary?.messages ?? 0), text: written.text, kind: written.kind, by, createdAt: now(), model: ref };
      store.addSummary(summary);
      return summary;
    } finally {
      this.#summarising.delete(id);
      this.changed(id);
    }
  }

  #shelf(id: ConversationId): Shelf {
    let shelf = this.#shelves.get(id);
    if (shelf === undefined) this.#shelves.set(id, (shelf = { order: [], wasSearched: false, readsOn: false }));
    return shelf;
  }
}

/** As first offered in this chat, new ones at the end, the app's own behind those of servers at first; what one request has no room for is last. */
function inOrder(tools: readonly AvailableTool[], own: readonly AvailableTool[], order: string[]): AvailableTool[] {
  const byKey = new Map([...tools.slice(0, maxTools - own.length), ...own, ...tools.slice(maxTools - own.length)].map((tool) => [toolKey(tool.serverId, tool.name), tool]));
  const known = new Set(order);
  for (const key of byKey.keys()) if (!known.has(key)) order.push(key);
  const sent = order.flatMap((key) => byKey.get(key) ?? []);
  // However late the app's own came, they are among those that go.
  const late = sent.slice(maxTools).filter((tool) => own.includes(tool));
  return late.length === 0 ? sent : sent.filter((tool) => !late.includes(tool)).toSpliced(maxTools - late.length, 0, ...late);
}
