/** Attachments of what is not sent yet, kept by the host beside the text: over a reload, a restart, and from chat to chat. */
import { longestAttachments } from '@portolan/contract/drafts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { ConversationId } from '@portolan/contract/ids';
import type { Link } from '../host/link.ts';
import { useAttachments } from './attachment-store.ts';

const pauseMs = 400;

interface Kept {
  /** What the host has, as text; null until it has said so, or when it is not known any more. */
  text: string | null;
  isLoaded: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class DraftAttachments {
  readonly #link: Link;
  readonly #kept = new Map<ConversationId, Kept>();

  constructor(link: Link) {
    this.#link = link;
    useAttachments.subscribe(({ of }, before) => {
      for (const [id, kept] of this.#kept) {
        if (of[id] === before.of[id]) continue;
        clearTimeout(kept.timer);
        kept.timer = setTimeout(() => this.keep(id), pauseMs);
      }
    });
  }

  /** A chat is shown whose attachments are to be kept from now on. */
  open(id: ConversationId): void {
    if (!this.#kept.has(id)) this.#kept.set(id, { text: null, isLoaded: false, timer: undefined });
  }

  /** Chats of which the host has not said yet what it keeps. */
  unknown(): ConversationId[] {
    return [...this.#kept].flatMap(([id, { isLoaded }]) => (isLoaded ? [] : [id]));
  }

  /** What the host kept stands before what was attached meanwhile. */
  loaded(id: ConversationId, attachments: readonly PendingAttachment[]): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.isLoaded) return;
    kept.isLoaded = true;
    kept.text = JSON.stringify(attachments);
    const { of } = useAttachments.getState();
    const added = (of[id] ?? []).filter((each) => !attachments.some(({ key }) => key === each.key));
    if (attachments.length > 0) useAttachments.setState({ of: { ...of, [id]: [...attachments, ...added] } });
    else if (added.length > 0) this.keep(id);
  }

  /** Another window of the chat has others now; what is not handed over yet from here stays. */
  changedElsewhere(id: ConversationId, attachments: readonly PendingAttachment[]): void {
    const kept = this.#kept.get(id);
    const { of } = useAttachments.getState();
    if (!kept?.isLoaded || kept.text !== JSON.stringify(of[id] ?? [])) return;
    kept.text = JSON.stringify(attachments);
    const { [id]: _were, ...others } = of;
    useAttachments.setState({ of: attachments.length === 0 ? others : { ...of, [id]: [...attachments] } });
  }

  /** Hands them to the host now, if the host does not have them. What is too much for it is this window's alone. */
  keep(id: ConversationId): void {
    const kept = this.#kept.get(id);
    if (!kept?.isLoaded) return;
    clearTimeout(kept.timer);
    const attachments = useAttachments.getState().of[id] ?? [];
    const text = JSON.stringify(attachments);
    if (text === kept.text || text.length > longestAttachments) return;
    kept.text = text;
    this.#link.request('drafts/save', { conversationId: id, attachments: [...attachments] }).catch(() => {
      // Tried again with the next change or the next connection.
      if (kept.text === text) kept.text = null;
    });
  }
}
