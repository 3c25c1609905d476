/**
 * What is being written, by conversation. The window holds it, so that going from chat to chat loses nothing even while
 * the host is away; the host keeps a copy, so that no crash loses it.
 */
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { ConversationId } from '@portolan/contract/ids';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useHost } from '../host/host-context.tsx';
import { DraftAttachments } from './draft-attachments.ts';
import type { Link } from '../host/link.ts';

const pauseMs = 400;

interface Draft {
  text: string;
  /** What the host has, or null when that is not known. */
  kept: string | null;
  /** Typed in, so that an answer from the host comes too late. */
  isTouched: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

class Drafts {
  readonly #link: Link;
  readonly #drafts = new Map<ConversationId, Draft>();
  readonly #listeners = new Set<() => void>();
  readonly #attachments: DraftAttachments;
  readonly #watching = new Map<ConversationId, { users: number; stop: () => void }>();

  constructor(link: Link) {
    this.#link = link;
    this.#attachments = new DraftAttachments(link);
    // What could not be kept while the host was away is kept when it is back.
    link.onState(() => {
      if (link.state !== 'connected') return;
      for (const id of this.#drafts.keys()) this.keep(id);
      for (const id of this.#attachments.unknown()) this.load(id);
    });
    addEventListener('pagehide', () => {
      for (const id of this.#drafts.keys()) this.keep(id);
    });
  }

  read(id: ConversationId): string {
    return this.#drafts.get(id)?.text ?? '';
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the host, unless this window knows better. */
  load(id: ConversationId): void {
    this.#attachments.open(id);
    if (this.#drafts.get(id)?.isTouched && !this.#attachments.unknown().includes(id)) return;
    this.#link.request('drafts/get', { conversationId: id }).then(
      ({ text, attachments = [] }) => {
        this.#attachments.loaded(id, attachments);
        const draft = this.#of(id);
        if (draft.isTouched) return;
        draft.text = text;
        draft.kept = text;
        this.#changed();
      },
      // It is asked again when the chat is opened again; an empty field is right for most chats.
      () => undefined,
    );
  }

  /** Shows what other windows of this chat write, until it is let go of. */
  follow(id: ConversationId): () => void {
    const watching = this.#watching.get(id) ?? { users: 0, stop: this.#link.watch('drafts/watch', { conversationId: id }, { onEvent: ({ text, attachments }) => this.#elsewhere(id, text, attachments) }) };
    this.#watching.set(id, watching);
    watching.users += 1;
    return () => {
      watching.users -= 1;
      if (watching.users > 0) return;
      watching.stop();
      this.#watching.delete(id);
    };
  }

  /** What is being typed here and is not handed over yet is not typed over. */
  #elsewhere(id: ConversationId, text: string | undefined, attachments: PendingAttachment[] | undefined): void {
    if (attachments !== undefined) this.#attachments.changedElsewhere(id, attachments);
    const draft = this.#of(id);
    if (text === undefined || (draft.isTouched && draft.kept !== draft.text)) return;
    draft.text = text;
    draft.kept = text;
    this.#changed();
  }

  write(id: ConversationId, text: string): void {
    const draft = this.#of(id);
    draft.text = text;
    draft.isTouched = true;
    clearTimeout(draft.timer);
    draft.timer = setTimeout(() => this.keep(id), pauseMs);
    this.#changed();
  }

  /** Hands it to the host now, if the host does not have it. */
  keep(id: ConversationId): void {
    this.#attachments.keep(id);
    const draft = this.#drafts.get(id);
    if (!draft?.isTouched) return;
    clearTimeout(draft.timer);
    const { text } = draft;
    if (draft.kept === text) return;
    draft.kept = text;
    this.#link.request('drafts/save', { conversationId: id, text }).catch(() => {
      // Tried again with the next key or the next connection.
      if (draft.kept === text) draft.kept = null;
    });
  }

  /** The message is sent and the host has let go of its draft. What was typed meanwhile stays. */
  sent(id: ConversationId, text: string): void {
    const draft = this.#of(id);
    // A copy that was on its way may have arrived after: what is left is handed over once more.
    draft.kept = null;
    this.write(id, draft.text.startsWith(text) ? draft.text.slice(text.length) : draft.text);
  }

  #of(id: ConversationId): Draft {
    const known = this.#drafts.get(id);
    if (known) return known;
    const made: Draft = { text: '', kept: null, isTouched: false, timer: undefined };
    this.#drafts.set(id, made);
    return made;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const byLink = new WeakMap<Link, Drafts>();
/** The drafts of this window. */
export function draftsOf(link: Link): Drafts {
  const drafts = byLink.get(link) ?? new Drafts(link);
  byLink.set(link, drafts);
  return drafts;
}

export interface DraftState {
  text: string;
  setText: (text: string) => void;
  /** Takes out what was sent. */
  sent: (text: string) => void;
}

export function useDraft(conversationId: ConversationId): DraftState {
  const { link } = useHost();
  const drafts = draftsOf(link);
  const text = useSyncExternalStore(
    useCallback((listener: () => void) => drafts.onChange(listener), [drafts]),
    () => drafts.read(conversationId),
  );
  useEffect(() => {
    drafts.load(conversationId);
    const stop = drafts.follow(conversationId);
    return () => {
      stop();
      drafts.keep(conversationId);
    };
  }, [drafts, conversationId]);
  return {
    text,
    setText: useCallback((next: string) => drafts.write(conversationId, next), [drafts, conversationId]),
    sent: useCallback((was: string) => drafts.sent(conversationId, was), [drafts, conversationId]),
  };
}
