/** Where a message is written. What is typed is kept by the host as a draft, so that nothing is lost with the window. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Callout } from '@portolan/ui/callout';
import { IconButton } from '@portolan/ui/icon-button';
import { ArrowUpIcon, SquareIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useHostMutation, useServers } from '../../host/queries.ts';
import { useCommands } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, useProblemText } from '../../lib/problem.tsx';
import { Attachments } from './attachments.tsx';
import { useAttachments } from './attachment-store.ts';
import { AttachButtons } from './attach-buttons.tsx';

const draftPauseMs = 400;

export function Composer({ conversation, hasModel }: { conversation: ConversationView; hasModel: boolean }) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, forgetDraft } = useDraft(conversation);
  const attachments = useAttachments((state) => state.of[conversation.id]) ?? [];
  const clearAttachments = useAttachments((state) => state.clear);
  const send = useHostMutation('conversations/send');
  const stop = useHostMutation('conversations/stop');
  const problemText = useProblemText();
  const tools = useServers().data?.reduce((sum, server) => sum + (server.isEnabled && server.state === 'ready' ? server.counts.tools : 0), 0) ?? 0;
  const canSend = hasModel && !conversation.isRunning && !send.isPending && (text.trim() !== '' || attachments.length > 0);
  const submit = () => {
    if (!canSend) return;
    send.mutate(
      { conversationId: conversation.id, text, attachments: attachments.map((each) => each.input) },
      {
        // The text leaves the field only once the host has it safe.
        onSuccess: () => {
          setText('');
          forgetDraft();
          clearAttachments(conversation.id);
        },
      },
    );
  };
  useCommands(useMemo(() => [{ id: 'composer.focus', title: t.palette.commands.focusComposer, group: t.palette.groups.chat, shortcut: 'Mod+L', run: () => field.current?.focus() }], [t]));
  useEffect(() => {
    // Going to a chat is going to write; a pointer that can't hover is a touch screen, where this would raise the keyboard.
    if (matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const error = send.error ? problemText(problemOf(send.error)) : null;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pb-4">
      {error ? <Callout tone="danger" title={error.title} className="mb-2" alert>{error.next}</Callout> : null}
      <div className="rounded-xl border border-line-strong bg-surface shadow-md focus-within:border-focus">
        <Attachments conversationId={conversation.id} />
        <textarea
          ref={field}
          aria-label={t.composer.label}
          placeholder={hasModel ? t.composer.placeholder : t.composer.placeholderNoModel}
          value={text}
          rows={1}
          className="block field-sizing-content max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-read outline-none"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <AttachButtons conversationId={conversation.id} />
          <span className="ml-auto mr-1 truncate text-xs text-subtle">{t.chat.model.tools(tools)}</span>
          {conversation.isRunning ? (
            <IconButton round variant="secondary" label={t.composer.stop} icon={<SquareIcon />} loading={stop.isPending} onClick={() => stop.mutate({ conversationId: conversation.id })} />
          ) : (
            <IconButton round variant="primary" label={t.composer.send} icon={<ArrowUpIcon />} disabled={!canSend} loading={send.isPending} onClick={submit} />
          )}
        </div>
      </div>
    </div>
  );
}

function useDraft(conversation: ConversationView): { text: string; setText: (text: string) => void; forgetDraft: () => void } {
  const { link } = useHost();
  const [text, setTextState] = useState('');
  const isTouched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const unsaved = useRef<string | null>(null);
  const conversationId = conversation.id;
  useEffect(() => {
    const save = () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      if (unsaved.current === null) return;
      // A failed save is tried again with the next key.
      void link.request('drafts/save', { conversationId, text: unsaved.current }).catch(() => undefined);
      unsaved.current = null;
    };
    void link
      .request('drafts/get', { conversationId })
      .then((draft) => {
        if (!isTouched.current) setTextState(draft.text);
      })
      .catch(() => undefined);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [link, conversationId]);
  return {
    text,
    setText: (next) => {
      isTouched.current = true;
      setTextState(next);
      unsaved.current = next;
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = null;
        if (unsaved.current !== null) void link.request('drafts/save', { conversationId, text: unsaved.current }).catch(() => undefined);
        unsaved.current = null;
      }, draftPauseMs);
    },
    forgetDraft: () => {
      unsaved.current = null;
      if (timer.current) clearTimeout(timer.current);
      void link.request('drafts/save', { conversationId, text: '' }).catch(() => undefined);
    },
  };
}
