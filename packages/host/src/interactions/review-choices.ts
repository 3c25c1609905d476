/** For which calls the person sees results first: kept on disk, and told to every window when it changes (H02). */
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import { Broadcast } from '../broadcast.ts';
import type { ResultStore } from '../storage/result-store.ts';

type WatchEvent = EventOf<'results/watchChoices'>;

export class ReviewChoices implements Disposable {
  readonly #store: ResultStore;
  readonly #events: Broadcast<WatchEvent>;

  constructor(store: ResultStore) {
    this.#store = store;
    this.#events = new Broadcast({ merge: (_last, next) => next, resync: () => [this.#view()] });
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.#view()]);
  }

  /** Throws `storage-failed` when it could not be kept: then nothing has changed. */
  choose(choice: ReviewChoice, isOn: boolean): void {
    this.#store.choose(choice, isOn);
    this.#events.publish(this.#view());
  }

  /** A server is known under another id. */
  move(from: ServerId, to: ServerId): void {
    this.#store.move(from, to);
    this.#events.publish(this.#view());
  }

  [Symbol.dispose](): void {
    this.#events.close();
  }

  #view(): WatchEvent {
    return { choices: this.#store.choices() };
  }
}
