/** Conversations: the one writer of messages, and the one that starts and stops answers. */
import type { ChatFilters, ChatPlace } from '@portolan/contract/chat-filters';
import type { AttachmentInput, ConversationView, MessageStatus, MessageView, ModelRef, SearchHit, ToolCallView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CallId, ConversationId, MessageId, ProfileId, ProjectId, ProviderId, ServerId } from '@portolan/contract/ids';
import type { QueuedId } from '@portolan/contract/queue';
import { Broadcast } from '../broadcast.ts';
import type { FilesPort } from '../files/file-parts.ts';
import { requireFit } from '../files/fit.ts';
import { ModelAsker } from '../models/ask.ts';
import type { ModelRegistry } from '../models/registry.ts';
import type { StepLimits } from '../models/step-reader.ts';
import type { ChatContext } from '../context/chat-context.ts';
import type { StoredSummary } from '../context/context-store.ts';
import type { ChatJobs, JobChats } from '../jobs/jobs-port.ts';
import type { ApprovalsPort, ConfigStore, ConversationStore, ResultReviewsPort, ServersPort, StoredMessage } from '../ports.ts';
import type { UsagePort } from '../usage/usage.ts';
import { ChatTitles } from './chat-titles.ts';
import { composeMessages } from './attachments.ts';
import type { VersionsPort } from './attachments.ts';
import type { CallDeps } from './calls.ts';
import { newMessageId } from './ids.ts';
import { LateResults } from './late-results.ts';
import { ChatRemoved, ShutDown } from './leaving.ts';
import { LiveMessage } from './live-message.ts';
import type { WatchEvent } from './live-message.ts';
import { passedMessage } from './review-result.ts';
import { recover } from './recover.ts';
import { runTurn } from './turn.ts';
import { messageView } from './views.ts';
import { shownAtOnce, withEarlier } from './earlier-messages.ts';

export interface ConversationServiceDeps {
  store: ConversationStore;
  servers: ServersPort;
  versions: VersionsPort;
  files?: FilesPort;
  approvals: ApprovalsPort;
  reviews?: ResultReviewsPort;
  /** Calls that go on at servers as jobs. */
  jobs?: ChatJobs;
  config: ConfigStore;
  registry: ModelRegistry;
  /** Also hears of refusals, for the tools' pages. */
  asker?: ModelAsker;
  now?: () => number;
  limits?: Partial<StepLimits>;
  /** See CallDeps. */
  scriptCalls?: number;
  onScript?: NonNullable<CallDeps['onScript']>;
  usage?: UsagePort;
  context: ChatContext;
  /** Hears how each request to a model went: a problem, or null. */
  onModelUse?(providerId: ProviderId, problem: Problem | null): void;
  /** Whether models are asked for titles of chats (the person's settings decide as well). */
  makesTitles?: boolean;
  /** Failed writes, for the host's log. The message is kept and written again. */
  onError?(error: unknown): void;
}

type ListEvent = EventOf<'conversations/watchList'>;

interface Running {
  controller: AbortController;
  live: LiveMessage;
  done: Promise<void>;
}

const stopWithinMs = 3_000;

export class ConversationService implements AsyncDisposable {
  readonly #deps: ConversationServiceDeps & { asker: ModelAsker; now: () => number };
  readonly #list: Broadcast<ListEvent>;
  readonly #watched = new Map<ConversationId, Broadcast<WatchEvent>>();
  readonly #running = new Map<ConversationId, Running>();
  /** Between `send` and its first answer; keeps two windows from sending at once. */
  readonly #sending = new Set<ConversationId>();
  /** Messages whose last state the disk has not taken yet. */
  readonly #unsaved = new Map<MessageId, LiveMessage>();
  readonly #titles: ChatTitles | null;
  readonly #late: LateResults;
  #isClosing = false;
  #onEnd: (id: ConversationId, status: MessageStatus) => void = () => undefined;

  /** Marks what the last run of the host left unfinished. */
  constructor(deps: ConversationServiceDeps) {
    this.#deps = { ...deps, asker: deps.asker ?? new ModelAsker(), now: deps.now ?? Date.now };
    this.#titles = deps.makesTitles === true ? new ChatTitles({ ...deps, onTitle: (conversation) => this.#told(conversation) }) : null;
    this.#list = new Broadcast<ListEvent>({ resync: () => [this.#listSnapshot()] });
    this.#late = new LateResults({
      ...this.#deps,
      liveOf: (id, messageId) => {
        const live = this.#running.get(id)?.live;
        const unsaved = this.#unsaved.get(messageId);
        return live?.message.id === messageId ? live : unsaved?.isSaved === false ? unsaved : null;
      },
      publish: (id, event) => this.#publish(id, event),
    });
    recover(deps.store, deps.reviews, deps.jobs);
  }

  watchList(signal: AbortSignal): AsyncIterable<ListEvent> {
    return this.#list.subscribe(signal, [this.#listSnapshot()]);
  }

  watch(id: ConversationId, signal: AbortSignal): AsyncIterable<WatchEvent> {
    const snapshot = this.#snapshot(id);
    let broadcast = this.#watched.get(id);
    if (!broadcast) {
      broadcast = new Broadcast<WatchEvent>({ merge: mergeDeltas, resync: () => [this.#snapshot(id)] });
      this.#watched.set(id, broadcast);
    }
    return withEarlier(broadcast.subscribe(signal, [snapshot]), (first) => this.#before(id, first), (ids) => this.#views(id, this.#deps.store.messagesOf(ids)));
  }

  create(model: ModelRef | null, projectId: ProjectId | null = null, profileId: ProfileId | null = null): ConversationView {
    const made = this.#deps.store.create(model, projectId);
    return this.#told(profileId === null ? made : this.#deps.store.setProfile(made.id, profileId));
  }
  setProject(id: ConversationId, projectId: ProjectId | null): ConversationView {
    return this.#reframed(this.#deps.store.setProject(id, projectId));
  }
  /** @param model what the chat's is from now on; null leaves it as it is. Errors: `conversation-busy`. */
  setProfile(id: ConversationId, profileId: ProfileId | null, model: ModelRef | null): ConversationView {
    this.#known(id);
    if (this.isBusy(id)) throw new HostError('conversation-busy', { conversation: id });
    if (model !== null) this.#deps.store.setModel(id, model);
    return this.#reframed(this.#deps.store.setProfile(id, profileId));
  }
  setServers(id: ConversationId, servers: readonly ServerId[] | null): ConversationView {
    return this.#reframed(this.#deps.store.setServers(id, servers));
  }
  #reframed(conversation: ConversationView): ConversationView {
    this.#deps.context.changed(conversation.id);
    return this.#told(conversation);
  }
  rename(id: ConversationId, title: string): ConversationView {
    return this.#told(this.#deps.store.rename(id, title));
  }
  setModel(id: ConversationId, model: ModelRef | null): ConversationView {
    return this.#told(this.#deps.store.setModel(id, model));
  }
  setPlace(id: ConversationId, place: ChatPlace | null): ConversationView {
    return this.#told(this.#deps.store.setPlace(id, place));
  }
  setReadsResources(id: ConversationId, isOn: boolean): ConversationView {
    return this.#told(this.#deps.store.setReadsResources(id, isOn));
  }
  setRunsScripts(id: ConversationId, isOn: boolean): ConversationView {
    return this.#told(this.#deps.store.setRunsScripts(id, isOn));
  }
  restore(id: ConversationId): ConversationView {
    return this.#told(this.#deps.store.restore(id));
  }
  async remove(id: ConversationId): Promise<void> {
    // What goes on at servers is not stopped by this: it may come back, and what comes of it stands with the jobs.
    await this.#end(id, new ChatRemoved('the chat is deleted'));
    this.#deps.store.remove(id);
    this.#late.left(id);
    this.#deps.context.forget(id);
    this.#watched.get(id)?.close();
    this.#watched.delete(id);
    this.#list.publish({ type: 'removed', conversationId: id });
  }
  /** Chats came or went by another way than this one's methods. */
  listChanged(gone: readonly ConversationId[] = []): void {
    for (const id of gone) {
      this.#late.left(id);
      this.#deps.context.forget(id);
      this.#watched.get(id)?.close();
      this.#watched.delete(id);
    }
    this.#list.publish(this.#listSnapshot());
    for (const [id, broadcast] of this.#watched) {
      const conversation = this.#deps.store.get(id);
      if (conversation) broadcast.publish({ type: 'conversation', conversation: this.#view(conversation) });
    }
  }
  search(query: string, limit: number, filters?: ChatFilters): SearchHit[] {
    return this.#deps.store.search(query, limit, filters);
  }
  draft(id: ConversationId): string {
    return this.#deps.store.draft(id);
  }
  draftAttachments(id: ConversationId): PendingAttachment[] {
    return this.#deps.store.draftAttachments(id);
  }
  saveDraft(id: ConversationId, text: string): void {
    this.#deps.store.saveDraft(id, text);
  }
  saveDraftAttachments(id: ConversationId, attachments: readonly PendingAttachment[]): void {
    this.#deps.store.saveDraftAttachments(id, attachments);
  }

  /**
   * Resolves when the message is durable and the answer has begun. On failure nothing was sent, and where it comes `from` is untouched.
   * Errors: `attachment-unfit`, `file-gone`, `conversation-busy`, those of the resources.
   */
  async send(id: ConversationId, text: string, attachments: readonly AttachmentInput[], signal: AbortSignal, from: 'draft' | QueuedId = 'draft'): Promise<MessageId> {
    this.#claim(id);
    try {
      this.#deps.usage?.check();
      const composed = await composeMessages(this.#deps, text, attachments, signal);
      if (this.#isClosing) throw new HostError('host-gone');
      const { config, asker } = this.#deps;
      requireFit(config, asker.refusals, this.#known(id).model ?? config.current().defaultModel, composed.flatMap(({ parts }) => parts.filter((part) => part.type === 'attachment')));
      const messages = composed.map(({ role, parts }) => this.#newMessage(id, role, parts, 'complete'));
      const last = messages.at(-1);
      if (last === undefined) throw new HostError('invalid-input', { where: 'text' });
      this.#deps.store.appendSent(messages, from);
      for (const message of messages) this.#publish(id, { type: 'message', message: messageView(message) });
      this.#tellAbout(id);
      this.#start(id);
      return last.id;
    } finally {
      this.#sending.delete(id);
    }
  }

  /** True while an answer runs, or a message is on its way. */
  isBusy(id: ConversationId): boolean {
    return this.#running.has(id) || this.#sending.has(id);
  }

  /** Hears of each answer that has ended, and how; the chat takes the next message by then. */
  onEnd(listener: (id: ConversationId, status: MessageStatus) => void): void {
    this.#onEnd = listener;
  }

  /** What came of a job that no answer waited for. */
  jobEnded(...[job, end]: Parameters<JobChats['jobEnded']>): Promise<boolean> {
    return this.#late.jobEnded(job, end);
  }

  /** What was withheld is the model's to read from the next message on. Errors: `result-unknown`, `conversation-busy`. */
  passResult(id: ConversationId, callId: CallId): ToolCallView {
    this.#claim(id);
    try {
      const { message, call } = passedMessage(this.#deps.store.messages(id), callId, this.#deps.reviews?.original(callId) ?? null);
      this.#deps.store.save(message);
      this.#publish(id, { type: 'message', message: messageView(message) });
      this.#deps.reviews?.forget(callId);
      return call;
    } finally {
      this.#sending.delete(id);
    }
  }

  /**
   * Has the chat's model summarise what was said before the last turns. Errors: `conversation-busy`, `model-none`,
   * `context-nothing-to-summarise`, `usage-budget`, and why the model can't be asked.
   */
  async summarise(id: ConversationId, signal: AbortSignal): Promise<StoredSummary> {
    this.#claim(id);
    try {
      const { usage, store, config, registry, context, limits } = this.#deps;
      usage?.check();
      const conversation = this.#known(id);
      const ref = conversation.model ?? config.current().defaultModel;
      if (ref === null) throw new HostError('model-none');
      const model = await registry.resolve(ref);
      const messages = store.messages(id);
      const prepared = await context.prepare(conversation, ref, messages);
      const plan = context.plan(id, ref, messages, prepared, 'person');
      if (plan === null) throw new HostError('context-nothing-to-summarise');
      const summary = await context.summarise(conversation, ref, model, messages, prepared, plan, 'person', signal, limits);
      if (summary === null) throw new HostError('cancelled');
      return summary;
    } finally {
      this.#sending.delete(id);
    }
  }

  /** Asks again after an answer that failed, was cut, stopped, or ended with a remark. An answer without a word is replaced. */
  continue(id: ConversationId): void {
    this.#claim(id);
    try {
      this.#deps.usage?.check();
      const last = this.#deps.store.messages(id).at(-1);
      if (!last || (last.role === 'assistant' && last.status === 'complete' && last.problem === null)) throw new HostError('invalid-input', { where: 'conversation' });
      if (last.role === 'assistant' && last.parts.length === 0) {
        this.#deps.store.removeMessage(last.id);
        this.#publish(id, { type: 'message-removed', messageId: last.id });
      }
      this.#start(id);
    } finally {
      this.#sending.delete(id);
    }
  }

  /** Another text in the place of one that the person sent. Errors: `message-unknown`, `conversation-busy`, `usage-budget`. */
  edit(id: ConversationId, messageId: MessageId, text: string): void {
    this.#claim(id);
    try {
      this.#deps.usage?.check();
      const before = this.#shown(id, messageId, 'user');
      const attached = before.parts.filter((part) => part.type === 'attachment');
      if (text.trim() === '' && attached.length === 0) throw new HostError('invalid-input', { where: 'text' });
      this.#deps.store.setHead(id, this.#deps.store.parent(messageId));
      this.#append(this.#newMessage(id, 'user', [...attached, ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }])], 'complete'));
      this.#start(id);
      this.#publish(id, this.#snapshot(id));
    } finally {
      this.#sending.delete(id);
    }
  }

  /** Asks again for an answer that stays as a version. @param model asked this once instead of the chat's. Errors as for `edit`. */
  regenerate(id: ConversationId, messageId: MessageId, model: ModelRef | null = null): void {
    this.#claim(id);
    try {
      this.#deps.usage?.check();
      this.#shown(id, messageId, 'assistant');
      this.#deps.store.setHead(id, this.#deps.store.parent(messageId));
      this.#start(id, model);
      this.#publish(id, this.#snapshot(id));
    } finally {
      this.#sending.delete(id);
    }
  }

  /** A message of any version of the chat. Errors: `message-unknown`. */
  version(id: ConversationId, messageId: MessageId): MessageView {
    const message = this.#deps.store.message(messageId);
    if (message?.conversationId !== id) throw new HostError('message-unknown', { message: messageId });
    return messageView(message);
  }

  /** Shows what the message belongs to. Errors: `message-unknown`, `conversation-busy`. */
  choose(id: ConversationId, messageId: MessageId): void {
    this.#claim(id);
    try {
      const { store } = this.#deps;
      if (store.message(messageId)?.conversationId !== id) throw new HostError('message-unknown', { message: messageId });
      store.setHead(id, store.newestBelow(messageId));
      this.#publish(id, this.#snapshot(id));
    } finally {
      this.#sending.delete(id);
    }
  }

  #shown(id: ConversationId, messageId: MessageId, role: StoredMessage['role']): StoredMessage {
    const message = this.#deps.store.message(messageId);
    if (message === null || message.role !== role || !this.#deps.store.path(id).includes(messageId)) throw new HostError('message-unknown', { message: messageId });
    return message;
  }

  /** Resolves when the answer has ended; a server that does not react to a cancel is not waited for. */
  stop(id: ConversationId): Promise<void> {
    return this.#end(id, new Error('stopped'));
  }

  async #end(id: ConversationId, why: Error): Promise<void> {
    this.#known(id);
    const running = this.#running.get(id);
    if (!running) return;
    running.controller.abort(why);
    await within(running.done, stopWithinMs);
  }

  /** Resolves when no title is being made. */
  settled(): Promise<void> {
    return this.#titles?.settled() ?? Promise.resolve();
  }

  /** Cuts every answer, stores what there is of it and ends every watch. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(new ShutDown('the host ends'));
    await Promise.all(running.map(({ done }) => within(done, stopWithinMs)));
    await this.#titles?.[Symbol.asyncDispose]();
    await this.#late[Symbol.asyncDispose]();
    for (const live of this.#unsaved.values()) live.dispose();
    this.#list.close();
    for (const broadcast of this.#watched.values()) broadcast.close();
  }

  #claim(id: ConversationId): void {
    this.#known(id);
    if (this.#isClosing) throw new HostError('host-gone');
    if (this.isBusy(id)) throw new HostError('conversation-busy', { conversation: id });
    this.#sending.add(id);
  }

  #start(id: ConversationId, asked: ModelRef | null = null): void {
    const { store, config, now } = this.#deps;
    const conversation = this.#known(id);
    const model = asked ?? conversation.model ?? config.current().defaultModel;
    const live = new LiveMessage({ ...this.#newMessage(id, 'assistant', [], 'streaming'), model }, {
      publish: (event) => this.#publish(id, event),
      save: (message) => store.save(message),
      onSaveError: (error) => this.#deps.onError?.(error),
    });
    this.#append(live.message);
    const controller = new AbortController();
    const turn = { conversation, model, live, signal: controller.signal };
    const done = runTurn({ ...this.#deps, now }, turn).finally(() => {
      this.#running.delete(id);
      this.#keep(live);
      this.#tellAbout(id);
      this.#onEnd(id, live.message.status);
      if (model && !this.#isClosing) this.#titles?.answered(id, model);
    });
    this.#running.set(id, { controller, live, done });
    this.#tellAbout(id);
  }

  /** While the disk does not take a message, the one in memory is the true one. */
  #keep(live: LiveMessage): void {
    if (!live.isSaved) this.#unsaved.set(live.message.id, live);
  }

  #newMessage(conversationId: ConversationId, role: 'user' | 'assistant', parts: StoredMessage['parts'], status: StoredMessage['status']): StoredMessage {
    return { id: newMessageId(), conversationId, role, createdAt: this.#deps.now(), parts, status, problem: null, model: null, usage: null, providerState: [] };
  }

  #append(message: StoredMessage): void {
    this.#deps.store.append(message);
    this.#publish(message.conversationId, { type: 'message', message: messageView(message) });
    this.#tellAbout(message.conversationId);
  }

  #publish(id: ConversationId, event: WatchEvent): void {
    // A word more of an answer changes little; a part, a message or another version may.
    if (event.type !== 'delta') this.#deps.context.changed(id, event.type === 'message' ? event.message.id : 'messageId' in event ? event.messageId : undefined);
    const broadcast = this.#watched.get(id);
    if (!broadcast) return;
    if (broadcast.size === 0) this.#watched.delete(id);
    else broadcast.publish(event);
  }

  #tellAbout(id: ConversationId): void {
    const conversation = this.#deps.store.get(id);
    if (conversation) this.#told(conversation);
  }

  #told(conversation: ConversationView): ConversationView {
    const view = this.#view(conversation);
    this.#list.publish({ type: 'changed', conversation: view });
    this.#publish(view.id, { type: 'conversation', conversation: view });
    return view;
  }

  #view(conversation: ConversationView): ConversationView {
    return { ...conversation, isRunning: this.#running.has(conversation.id) };
  }

  #known(id: ConversationId): ConversationView {
    const conversation = this.#deps.store.get(id);
    if (!conversation) throw new HostError('conversation-unknown', { conversation: id });
    return conversation;
  }

  #listSnapshot(): ListEvent {
    return { type: 'snapshot', conversations: this.#deps.store.list().map((conversation) => this.#view(conversation)) };
  }

  #snapshot(id: ConversationId): WatchEvent {
    const conversation = this.#view(this.#known(id));
    const messages = this.#views(id, this.#deps.store.messages(id, shownAtOnce));
    const first = messages[0];
    const hasEarlier = first !== undefined && messages.length === shownAtOnce && this.#deps.store.parent(first.id) !== null;
    return { type: 'snapshot', conversation, messages, ...(hasEarlier ? { hasEarlier } : {}) };
  }

  /** What the chat shows before a message, oldest first. */
  #before(id: ConversationId, first: MessageId): MessageId[] {
    const path = this.#deps.store.path(id);
    return path.slice(0, Math.max(0, path.indexOf(first)));
  }

  #views(id: ConversationId, messages: readonly StoredMessage[]): MessageView[] {
    const live = this.#running.get(id)?.live;
    const versions = this.#deps.store.versions(id);
    return messages.map((message) => {
      const unsaved = this.#unsaved.get(message.id);
      if (unsaved?.isSaved) this.#unsaved.delete(message.id);
      const current = live?.message.id === message.id ? live.message : unsaved && !unsaved.isSaved ? unsaved.message : message;
      return messageView(current, versions);
    });
  }
}

function mergeDeltas(last: WatchEvent, next: WatchEvent): WatchEvent | null {
  if (last.type !== 'delta' || next.type !== 'delta' || last.messageId !== next.messageId || last.part !== next.part) return null;
  return { ...last, text: last.text + next.text };
}

async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
