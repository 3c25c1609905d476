/** One showing of one app: whose it is, which window has it, and what it is doing. */
import { randomBytes } from 'node:crypto';
import { AppInstanceId } from '@portolan/contract/apps';
import type { AppEvent } from '@portolan/contract/apps';
import { HostError } from '@portolan/contract/errors';
import type { CallId, ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import { Broadcast } from '../broadcast.ts';

/** Where an app belongs. */
export interface AppPlace {
  conversationId: ConversationId;
  messageId: MessageId;
  /** The model's call that the app was brought along for. */
  callId: CallId;
  serverId: ServerId;
  serverName: string;
}

/** As many calls of one app may wait or run at once. */
const mostCalls = 8;

export class AppInstance implements Disposable {
  /** The label of a host name: lower case, and too many to try. */
  readonly id = AppInstanceId.parse(randomBytes(20).toString('hex'));
  readonly place: AppPlace;
  /** Its address, and the hash of it and of what it may reach. */
  readonly page: { uri: string; hash: string };
  /** The window that opened it; no other may speak for it. */
  readonly connection: string;
  readonly events = new Broadcast<AppEvent>({ resync: () => [] });
  readonly #ending = new AbortController();
  #calls = 0;

  constructor(place: AppPlace, connection: string, page: { uri: string; hash: string }) {
    this.place = place;
    this.page = page;
    this.connection = connection;
  }

  /** Aborted when the showing is over: what the app asked for is asked no longer. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** @throws {HostError} `too-many-requests` */
  async limited<T>(run: () => Promise<T>): Promise<T> {
    if (this.#calls >= mostCalls) throw new HostError('too-many-requests', { limit: mostCalls });
    this.#calls += 1;
    try {
      return await run();
    } finally {
      this.#calls -= 1;
    }
  }

  [Symbol.dispose](): void {
    this.#ending.abort(new HostError('app-gone', { server: this.place.serverName }));
    this.events.close();
  }
}
