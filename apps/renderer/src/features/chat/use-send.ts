/** Sending a message. Text and attachments leave the composer only once the host has them safe. */
import type { Problem } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import { useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useAttachments } from '../../lib/attachment-store.ts';
import { forgetRefused } from './files/incoming.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { problemOf } from '../../lib/problem.tsx';

export interface Send {
  send: (text: string, attachments: readonly PendingAttachment[]) => void;
  /** Has it wait until the answer that runs is done. */
  queue: (text: string, attachments: readonly PendingAttachment[]) => void;
  isSending: boolean;
  /** Why the last try failed; everything typed is still there. */
  problem: Problem | null;
}

/** `onSent` gets the text that went; it is called even when the person has gone to another page meanwhile. */
export function useSend(conversationId: ConversationId, onSent: (text: string) => void): Send {
  const { link } = useHost();
  const remove = useAttachments((state) => state.remove);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (text: string, attachments: readonly PendingAttachment[], waits: boolean) => {
    setIsSending(true);
    setProblem(null);
    try {
      if (waits) await link.request('queue/add', { conversationId, text, attachments: [...attachments] });
      else await link.request('conversations/send', { conversationId, text, attachments: attachments.map((each) => each.input) });
      onSent(text);
      remove(conversationId, attachments.map((each) => each.key));
      forgetRefused(conversationId);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setIsSending(false);
  };
  return { send: (text, attachments) => void send(text, attachments, false), queue: (text, attachments) => void send(text, attachments, true), isSending, problem };
}
