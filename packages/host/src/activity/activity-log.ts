/** The one activity log of a host: names servers, strikes secrets out, keeps floods and size within bounds, tells windows (H09, M5). */
import type { ActivityBy, ActivityEntry, ActivityEvent, ActivityFilter } from '@portolan/contract/activity';
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import { Broadcast } from '../broadcast.ts';
import type { Redactor } from '../trace/redact.ts';
import { actingNow } from './acting.ts';
import type { ActivityAbout, ActivityPort } from './activity-port.ts';
import type { SqliteActivityStore } from './activity-store.ts';
import { cleanEvent, cleanText } from './clean-entry.ts';
import { FloodBound } from './flood-bound.ts';

export interface ActivityLogOptions {
  store: SqliteActivityStore;
  redactor: Redactor;
  /** What a server is called now. */
  nameOf(serverId: ServerId): string | null;
  /** How much is kept; asked at every trim. */
  bounds(): { days: number; entries: number };
  /** Nothing is written: the file can only be read. */
  isReadOnly: boolean;
  now?: () => number;
  onError(error: unknown): void;
}

type WatchEvent = EventOf<'activity/watch'>;

const day = 24 * 3_600_000;
/** Windows hear of changes at most this often (milliseconds). */
const tellMs = 250;
/** How often age is looked at, and after how many entries the count is. */
const trimMs = 3_600_000;
const trimAfter = 500;

export class ActivityLog implements ActivityPort, Disposable {
  readonly #options: ActivityLogOptions;
  readonly #now: () => number;
  readonly #events = new Broadcast<WatchEvent>({ merge: (_last, next) => next });
  readonly #flood: FloodBound;
  readonly #hourly: NodeJS.Timeout;
  #sinceTrim = 0;
  #telling: NodeJS.Timeout | null = null;

  constructor(options: ActivityLogOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#flood = new FloodBound(this.#now, (serverId, count) => this.record({ type: 'log-left-out', count }, { by: 'host', serverId }));
    this.#hourly = setInterval(() => this.trim(), trimMs).unref();
    this.trim();
  }

  record(event: ActivityEvent, about: ActivityAbout = {}): void {
    try {
      this.require(event, about);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  require(event: ActivityEvent, about: ActivityAbout = {}): void {
    if (this.#options.isReadOnly) return;
    const { serverId = null } = about;
    if (about.isOfServer === true && serverId !== null && !this.#flood.takes(serverId)) return;
    this.#add(event, { ...about, serverId }, about.by ?? actingNow(), null);
    this.#changed();
    this.#sinceTrim += 1;
    if (this.#sinceTrim >= trimAfter) this.trim();
  }

  count(filter: ActivityFilter): number {
    return this.#options.store.count(filter);
  }

  page(filter: ActivityFilter, from: number, limit: number): ActivityEntry[] {
    return this.#named(this.#options.store.page(filter, from, limit));
  }

  after(filter: ActivityFilter, id: number, limit: number): ActivityEntry[] {
    return this.#named(this.#options.store.after(filter, id, limit));
  }

  /** Of a server that was about to be added, as when its secrets were stored first, the name stands in the entries that follow. */
  #named(entries: ActivityEntry[]): ActivityEntry[] {
    return entries.map((entry) => (entry.serverId === null || entry.serverName !== '' ? entry : { ...entry, serverName: this.#options.store.firstNameOf(entry.serverId) }));
  }

  ends(): { oldest: number; newest: number } {
    return this.#options.store.ends();
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.ends()]);
  }

  /** Lets the oldest go by the rule of the settings; an entry says how many went. */
  trim(): void {
    this.#sinceTrim = 0;
    if (this.#options.isReadOnly) return;
    const { days, entries } = this.#options.bounds();
    try {
      this.#options.store.trim({ before: this.#now() - days * day, most: entries }, (count, reason, trimmedTo) => this.#add({ type: 'log-trimmed', count, reason }, {}, 'host', trimmedTo));
      this.#changed();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#hourly);
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#flood.tell();
    this.#events.close();
  }

  #add(event: ActivityEvent, about: ActivityAbout, by: ActivityBy, trimmedTo: number | null): void {
    const { store, redactor, nameOf } = this.#options;
    const { serverId = null, conversationId = null, callId = null } = about;
    const serverName = cleanText(about.serverName ?? (serverId === null ? '' : (nameOf(serverId) ?? '')), redactor);
    const clean = cleanEvent(event, redactor);
    store.add({ by, serverId, serverName, conversationId, callId, event: clean.event }, [serverName, ...clean.words].join('\n'), trimmedTo);
  }

  #changed(): void {
    if (this.#events.size === 0) return;
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      this.#events.publish(this.ends());
    }, tellMs).unref();
  }
}
