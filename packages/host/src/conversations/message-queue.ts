/**
 * Messages that wait for the answer that runs. Each goes when the one before was answered to its end; after an answer that was stopped,
 * failed or cut, and after a start of the host, they wait for the person.
 */
import type { EventOf } from '@portolan/contract/contract';
import type { MessageStatus } from '@portolan/contract/conversations';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import type { QueuedId } from '@portolan/contract/queue';
import { Broadcast } from '../broadcast.ts';
import type { SqliteQueueStore, StoredQueued } from '../storage/queue-store.ts';
import type { ConversationService } from './service.ts';

type QueueEvent = EventOf<'queue/watch'>;

export interface MessageQueueDeps {
  store: SqliteQueueStore;
  chats: Pick<ConversationService, 'send' | 'stop' | 'isBusy' | 'onEnd'>;
  isKnown: (id: ConversationId) => boolean;
  onError?: (error: unknown) => void;
}

export class MessageQueue implements Disposable {
  readonly #deps: MessageQueueDeps;
  readonly #watched = new Map<ConversationId, Broadcast<QueueEvent>>();
  /** Chats whose messages go by themselves; in all others they wait for the person. */
  readonly #going = new Set<ConversationId>();
  /** Chats whose answer was stopped so that a message can go. */
  readonly #makingWay = new Set<ConversationId>();
  /** Why a message could not go when it was its turn; forgotten with the host. */
  readonly #problems = new Map<QueuedId, Problem>();
  readonly #closing = new AbortController();

  constructor(deps: MessageQueueDeps) {
    this.#deps = deps;
    deps.chats.onEnd((id, status) => this.#ended(id, status));
  }

  watch(id: ConversationId, signal: AbortSignal): AsyncIterable<QueueEvent> {
    this.#known(id);
    const broadcast = this.#watched.get(id) ?? new Broadcast<QueueEvent>({ resync: () => [this.#view(id)] });
    this.#watched.set(id, broadcast);
    return broadcast.subscribe(signal, [this.#view(id)]);
  }

  /** Errors: `queue-full`, `invalid-input` when it is empty. */
  add(id: ConversationId, text: string, attachments: readonly PendingAttachment[]): QueuedId {
    this.#known(id);
    notEmpty(text, attachments);
    const queued = this.#deps.store.add(id, text, attachments);
    this.resume(id);
    return queued;
  }

  /** One that was taken out, in its place again: before another one, or at the end. */
  putBack(id: ConversationId, text: string, attachments: readonly PendingAttachment[], before: QueuedId | null): QueuedId {
    this.#known(id);
    notEmpty(text, attachments);
    const queued = this.#deps.store.add(id, text, attachments, { before });
    this.#tell(id);
    return queued;
  }

  change(id: ConversationId, queued: QueuedId, text: string, attachments: readonly PendingAttachment[]): void {
    notEmpty(text, attachments);
    this.#deps.store.change(id, queued, text, attachments);
    this.#problems.delete(queued);
    this.#tell(id);
  }

  move(id: ConversationId, queued: QueuedId, before: QueuedId | null): void {
    this.#deps.store.move(id, queued, before);
    this.#tell(id);
  }

  remove(id: ConversationId, queued: QueuedId): void {
    this.#deps.store.remove(id, queued);
    this.#problems.delete(queued);
    this.#tell(id);
  }

  /** Errors of `ConversationService.send`; then it still waits. */
  async sendNow(id: ConversationId, queued: QueuedId): Promise<void> {
    this.#known(id);
    const message = this.#deps.store.list(id).find((each) => each.id === queued);
    if (message === undefined) throw new HostError('message-unknown', { message: queued });
    this.#makingWay.add(id);
    try {
      await this.#deps.chats.stop(id);
      await this.#send(id, message);
      this.#going.add(id);
    } finally {
      this.#makingWay.delete(id);
      this.#tell(id);
    }
  }

  resume(id: ConversationId): void {
    this.#known(id);
    this.#going.add(id);
    this.#tell(id);
    void this.#next(id);
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
    for (const broadcast of this.#watched.values()) broadcast.close();
  }

  #ended(id: ConversationId, status: MessageStatus): void {
    if (this.#makingWay.has(id) || this.#closing.signal.aborted) return;
    if (status === 'complete') {
      if (this.#going.has(id)) void this.#next(id);
      return;
    }
    this.#going.delete(id);
    try {
      this.#tell(id);
    } catch (error) {
      // The answer has ended all the same.
      this.#deps.onError?.(error);
    }
  }

  /** Does not reject: what cannot go now stays, with the reason. */
  async #next(id: ConversationId): Promise<void> {
    try {
      if (this.#closing.signal.aborted || this.#deps.chats.isBusy(id)) return;
      const [message] = this.#deps.store.list(id);
      if (message === undefined) return;
      await this.#send(id, message).catch((error: unknown) => this.#couldNotGo(id, message.id, error));
      this.#tell(id);
    } catch (error) {
      this.#deps.onError?.(error);
    }
  }

  #couldNotGo(id: ConversationId, queued: QueuedId, error: unknown): void {
    if (!(error instanceof HostError)) this.#deps.onError?.(error);
    const problem = error instanceof HostError ? error.problem : new HostError('internal').problem;
    // Somebody else was quicker: it goes after that one.
    if (problem.code === 'conversation-busy' || problem.code === 'host-gone') return;
    this.#going.delete(id);
    this.#problems.set(queued, problem);
  }

  async #send(id: ConversationId, { id: queued, text, attachments }: StoredQueued): Promise<void> {
    this.#problems.delete(queued);
    await this.#deps.chats.send(id, text, attachments.map(({ input }) => input), this.#closing.signal, queued);
  }

  #tell(id: ConversationId): void {
    const broadcast = this.#watched.get(id);
    if (!broadcast || this.#closing.signal.aborted) return;
    if (broadcast.size === 0) this.#watched.delete(id);
    else broadcast.publish(this.#view(id));
  }

  #view(id: ConversationId): QueueEvent {
    return { messages: this.#deps.store.list(id).map((each) => ({ ...each, problem: this.#problems.get(each.id) ?? null })), isHeld: !this.#going.has(id) };
  }

  #known(id: ConversationId): void {
    if (!this.#deps.isKnown(id)) throw new HostError('conversation-unknown', { conversation: id });
  }
}

function notEmpty(text: string, attachments: readonly PendingAttachment[]): void {
  if (text.trim() === '' && attachments.length === 0) throw new HostError('invalid-input', { where: 'text' });
}
