/** Drafts as other windows of the same chat see them: what one writes, the others show (C11). */
import type { EventOf, InputOf } from '@portolan/contract/contract';
import type { ConversationId } from '@portolan/contract/ids';
import { Broadcast } from '../broadcast.ts';

type DraftEvent = EventOf<'drafts/watch'>;
interface Saved {
  by: string;
  event: DraftEvent;
}

export class DraftWatch {
  readonly #watched = new Map<ConversationId, Broadcast<Saved>>();

  /** @param by the connection that saved it: it knows already */
  saved({ conversationId, text, attachments }: InputOf<'drafts/save'>, by: string): void {
    const broadcast = this.#watched.get(conversationId);
    if (broadcast === undefined) return;
    if (broadcast.size === 0) this.#watched.delete(conversationId);
    else broadcast.publish({ by, event: { ...(text === undefined ? {} : { text }), ...(attachments === undefined ? {} : { attachments }) } });
  }

  /** What others save from now on. */
  async *watch(id: ConversationId, by: string, signal: AbortSignal): AsyncIterable<DraftEvent> {
    let broadcast = this.#watched.get(id);
    // Whoever falls behind needs only what is newest.
    if (broadcast === undefined) this.#watched.set(id, (broadcast = new Broadcast<Saved>({ merge: (last, next) => (last.by === next.by ? { by: next.by, event: { ...last.event, ...next.event } } : null) })));
    for await (const saved of broadcast.subscribe(signal)) if (saved.by !== by) yield saved.event;
  }
}
