/** Servers that ask too often, that are muted, or that may ask more for a while: what the person sees of it and decides (C17). */
import { randomBytes } from 'node:crypto';
import type { EventOf } from '@portolan/contract/contract';
import { MuteId } from '@portolan/contract/ids';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import { allowanceMs, mostQuestionsPerMinute } from '@portolan/contract/mutes';
import type { StormView } from '@portolan/contract/mutes';
import type { ActivityPort } from '../activity/activity-port.ts';
import { Broadcast } from '../broadcast.ts';
import type { ApprovalRequest, QuestionGate } from '../ports.ts';
import type { MuteStore, StoredMute } from '../storage/mute-store.ts';
import { StormLimit } from './storm-limit.ts';

type WatchEvent = EventOf<'mutes/watch'>;

export interface MutesOptions {
  store: MuteStore;
  /** Questions within a minute. */
  limit(): number;
  /** What they are called now; null for what is there no more. */
  serverName(id: ServerId): string | null;
  chatTitle(id: ConversationId): string | null;
  /** Hears of each mute that begins or ends. */
  activity?: ActivityPort;
  /** A server was muted: what it has asked is refused. */
  onMuted(): void;
  now?: () => number;
}

export class Mutes implements QuestionGate {
  readonly #options: MutesOptions;
  readonly #now: () => number;
  readonly #events: Broadcast<WatchEvent>;
  readonly #storm = new StormLimit();
  readonly #mutes: Map<MuteId, StoredMute>;
  readonly #refused = new Map<MuteId, number>();
  readonly #storms = new Map<ServerId, StormView>();
  readonly #allowedUntil = new Map<ServerId, { until: number; timer: NodeJS.Timeout }>();

  constructor(options: MutesOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#events = new Broadcast({ merge: (_last, next) => next, resync: () => [this.view()] });
    this.#mutes = new Map(options.store.list().map((mute) => [mute.id, mute]));
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.view()]);
  }

  view(): WatchEvent {
    const { serverName, chatTitle } = this.#options;
    return {
      mutes: [...this.#mutes.values()].flatMap(({ id, serverId, conversationId, since }) => {
        const name = serverName(serverId);
        const title = conversationId === null ? '' : chatTitle(conversationId);
        // Of a server or a chat that is gone nothing is shown; it holds again when they are put back.
        return name === null || title === null ? [] : [{ id, serverId, serverName: name, conversationId, conversationTitle: title, since, refused: this.#refused.get(id) ?? 0 }];
      }),
      storms: [...this.#storms.values()].filter(({ serverId }) => serverName(serverId) !== null),
      allowances: [...this.#allowedUntil].flatMap(([serverId, { until }]) => {
        const name = serverName(serverId);
        return name === null ? [] : [{ serverId, serverName: name, until }];
      }),
    };
  }

  isMuted(serverId: ServerId, conversationId: ConversationId | null): boolean {
    return this.#find(serverId, conversationId) !== undefined;
  }

  refused(serverId: ServerId, conversationId: ConversationId): void {
    const mute = this.#find(serverId, conversationId);
    if (mute === undefined) return;
    this.#refused.set(mute.id, (this.#refused.get(mute.id) ?? 0) + 1);
    this.#changed();
  }

  admits(request: ApprovalRequest): boolean {
    const { serverId, serverName } = request.tool;
    const now = this.#now();
    const limit = this.#isAllowedMore(serverId, now) ? Number.POSITIVE_INFINITY : this.#options.limit();
    if (this.#storm.admits(request, limit, now)) return true;
    const refused = (this.#storms.get(serverId)?.refused ?? 0) + 1;
    this.#storms.set(serverId, { serverId, serverName, conversationId: request.conversationId, conversationTitle: request.conversationTitle, refused, limit: Math.min(limit, mostQuestionsPerMinute), at: now });
    this.#changed();
    return false;
  }

  /** Throws `storage-failed` when it could not be kept: then it holds until the host ends. */
  mute(serverId: ServerId, serverName: string, conversationId: ConversationId | null): MuteId {
    const standing = [...this.#mutes.values()].find((each) => each.serverId === serverId && each.conversationId === conversationId);
    const mute = standing ?? { id: MuteId.parse(`m_${randomBytes(16).toString('base64url')}`), serverId, serverName, conversationId, since: this.#now() };
    this.#mutes.set(mute.id, mute);
    this.#storms.delete(serverId);
    this.#options.onMuted();
    this.#changed();
    if (standing === undefined) this.#record(mute, true);
    if (standing === undefined) this.#options.store.add(mute);
    return mute.id;
  }

  /** Throws `storage-failed` when it stands on disk and could not be removed: then it holds on. */
  unmute(id: MuteId): void {
    this.#options.store.remove(id);
    this.#refused.delete(id);
    const mute = this.#mutes.get(id);
    if (mute === undefined) return;
    this.#mutes.delete(id);
    this.#record(mute, false);
    this.#changed();
  }

  /** A server that was put in again is as muted as it was. */
  moved(from: ServerId, to: ServerId): void {
    this.#options.store.move(from, to);
    for (const mute of this.#mutes.values()) if (mute.serverId === from) this.#mutes.set(mute.id, { ...mute, serverId: to });
    this.#changed();
  }

  /** Until when it may ask as often as it likes. */
  allowMore(serverId: ServerId): number {
    this.endAllowance(serverId);
    const until = this.#now() + allowanceMs;
    const timer = setTimeout(() => this.endAllowance(serverId), allowanceMs);
    timer.unref();
    this.#allowedUntil.set(serverId, { until, timer });
    this.dismissStorm(serverId);
    this.#changed();
    return until;
  }

  endAllowance(serverId: ServerId): void {
    clearTimeout(this.#allowedUntil.get(serverId)?.timer);
    if (this.#allowedUntil.delete(serverId)) this.#changed();
  }

  dismissStorm(serverId: ServerId): void {
    if (this.#storms.delete(serverId)) this.#changed();
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#allowedUntil.values()) clearTimeout(timer);
    this.#events.close();
  }

  #record({ serverId, serverName, conversationId }: StoredMute, isMuted: boolean): void {
    this.#options.activity?.record({ type: 'server-muted', isMuted, scope: conversationId === null ? 'always' : 'chat' }, { serverId, serverName, conversationId });
  }

  #find(serverId: ServerId, conversationId: ConversationId | null): StoredMute | undefined {
    return [...this.#mutes.values()].find((each) => each.serverId === serverId && (each.conversationId === null || each.conversationId === conversationId));
  }

  #isAllowedMore(serverId: ServerId, now: number): boolean {
    const until = this.#allowedUntil.get(serverId)?.until ?? 0;
    // A clock that was set back gives no longer time.
    return now < until && until - now <= allowanceMs;
  }

  #changed(): void {
    this.#events.publish(this.view());
  }
}
