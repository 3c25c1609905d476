/** The one queue of questions to the person. Each is settled exactly once, by an answer or by the host. */
import type { InteractionAnswer, InteractionView } from '@portolan/contract/interactions';
import type { InteractionId } from '@portolan/contract/ids';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { Broadcast } from '../broadcast.ts';

type WatchEvent = EventOf<'interactions/watch'>;

interface Open {
  view: InteractionView;
  onAnswer: (answer: InteractionAnswer) => void;
  onWithdrawn: () => void;
  isShown: boolean;
}

export interface QueueOptions {
  /** Shown at once for one server; further ones wait their turn, so that no server can bury the others (C17). Default 20. */
  maxShownPerServer?: number;
  /** Open at once in all; beyond it asking fails with `too-many-requests`. Default 500. */
  maxOpen?: number;
}

export class InteractionQueue {
  readonly #open = new Map<InteractionId, Open>();
  readonly #events: Broadcast<WatchEvent>;
  readonly #maxShown: number;
  readonly #maxOpen: number;
  #isClosed = false;

  constructor(options: QueueOptions = {}) {
    this.#maxShown = options.maxShownPerServer ?? 20;
    this.#maxOpen = options.maxOpen ?? 500;
    this.#events = new Broadcast({ resync: () => [this.#snapshot()] });
  }

  /** What is shown now, oldest first. */
  list(): InteractionView[] {
    return [...this.#open.values()].filter((each) => each.isShown).map((each) => each.view);
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.#snapshot()]);
  }

  /** Asks. Exactly one of the two callbacks is called, once. Throws `too-many-requests`. */
  add(view: InteractionView, onAnswer: (answer: InteractionAnswer) => void, onWithdrawn: () => void): void {
    if (this.#isClosed) {
      onWithdrawn();
      return;
    }
    if (this.#open.size >= this.#maxOpen) throw new HostError('too-many-requests', { limit: this.#maxOpen });
    this.#open.set(view.id, { view, onAnswer, onWithdrawn, isShown: false });
    this.#showNext();
  }

  /** False when it was settled before, never existed, was not shown yet, or the hash is not the one shown: then nothing happens. */
  answer(id: InteractionId, hash: string, answer: InteractionAnswer): boolean {
    const entry = this.#open.get(id);
    if (!entry || !entry.isShown || entry.view.hash !== hash || entry.view.kind !== answer.kind) return false;
    this.#settle(entry, 'person');
    entry.onAnswer(answer);
    return true;
  }

  /** The host settles it without an answer. Does nothing when it is settled. */
  withdraw(id: InteractionId): void {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#settle(entry, 'host');
    entry.onWithdrawn();
  }

  /** Withdraws all that is open; asking afterwards is withdrawn at once. */
  close(): void {
    this.#isClosed = true;
    for (const id of this.#open.keys()) this.withdraw(id);
    this.#events.close();
  }

  #settle(entry: Open, by: 'person' | 'host'): void {
    this.#open.delete(entry.view.id);
    if (entry.isShown) this.#events.publish({ type: 'settled', id: entry.view.id, by });
    this.#showNext();
  }

  #showNext(): void {
    const shown = new Map<string, number>();
    for (const { view, isShown } of this.#open.values()) if (isShown) shown.set(view.serverId, (shown.get(view.serverId) ?? 0) + 1);
    for (const entry of this.#open.values()) {
      const count = shown.get(entry.view.serverId) ?? 0;
      if (entry.isShown || count >= this.#maxShown) continue;
      entry.isShown = true;
      shown.set(entry.view.serverId, count + 1);
      this.#events.publish({ type: 'added', interaction: entry.view });
    }
  }

  #snapshot(): WatchEvent {
    return { type: 'snapshot', interactions: this.list() };
  }
}
