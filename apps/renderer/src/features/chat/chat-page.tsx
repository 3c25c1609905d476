/** One conversation: what was said and done, open decisions in their place, and the composer. */
import { MessageId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useConversation, useConversations, useProviders } from '../../host/queries.ts';
import type { ConversationState } from '../../host/reducers.ts';
import { AttachTarget } from '../../lib/attach-here.tsx';
import { useRemoveChat } from '../../lib/chats.ts';
import { useCommands } from '../../lib/commands.ts';
import type { Command } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { useLastChat } from '../../lib/last-chat.ts';
import { useOpenOwnWindow } from '../../lib/own-window.ts';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useProjectDialog } from '../../lib/projects.ts';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ChatMenu, ChatTitle } from './chat-title.tsx';
import { ChatProject } from './chat-project.tsx';
import { Composer } from './composer.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { useTakeFiles } from './files/take-files.ts';
import { useDrop } from './files/use-drop.tsx';
import { ModelPicker } from './model-picker.tsx';
import { Transcript } from './transcript.tsx';

export default function ChatPage({ conversationId, messageId }: { conversationId: ConversationId; messageId: string | undefined }) {
  const t = useT();
  const { data, error, retry } = useConversation(conversationId);
  const openChat = useLastChat((state) => state.open);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) openChat(conversationId);
  }, [isKnown, openChat, conversationId]);
  const isLate = useDelayed(!data && !error, 300);
  // A chat that was deleted elsewhere is not shown as if it were there.
  const isGone = error?.problem.code === 'conversation-unknown';
  const listed = useConversations().data?.find(({ id }) => id === conversationId);
  // The deletion was undone in another window.
  const isBack = isGone && listed !== undefined;
  useEffect(() => {
    if (isBack) retry();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [isBack]);
  if (data && !isGone) return <AttachTarget value={conversationId}><Chat key={conversationId} state={data} messageId={messageId} /></AttachTarget>;
  return (
    <PageFrame title={listed === undefined || listed.title === '' ? t.chat.untitled : <RevealText text={listed.title} hideCount />}>
      <div className="grid h-full place-items-center p-6">
        {error ? (
          <div className="max-w-lg"><ProblemCallout problem={error.problem} onRetry={retry} actions={<Button size="sm" onClick={() => navigate({ at: 'history', query: '' })}>{t.app.nav.history}</Button>} /></div>
        ) : isLate ? (
          <Spinner />
        ) : null}
      </div>
    </PageFrame>
  );
}

function Chat({ state, messageId }: { state: ConversationState; messageId: string | undefined }) {
  const t = useT();
  const { conversation, messages, hasEarlier } = state;
  const defaultModel = useProviders().data?.defaultModel ?? null;
  const [isRenaming, setIsRenaming] = useState(false);
  useChatCommands(state, () => setIsRenaming(true));
  const area = useRef<HTMLDivElement>(null);
  const take = useTakeFiles(conversation.id);
  const dropping = useDrop(area, take);
  const model = conversation.model ?? defaultModel;
  const act = useAct();
  // A search may lead into a version that is not the one on the screen.
  const isElsewhere = messageId !== undefined && !hasEarlier && messages.length > 0 && !messages.some(({ id }) => id === messageId);
  useEffect(() => {
    const id = MessageId.safeParse(messageId);
    if (isElsewhere && id.success && !conversation.isRunning) void act('conversations/choose', { conversationId: conversation.id, messageId: id.data });
    // Once for each message an address names.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [messageId, isElsewhere]);
  return (
    <PageFrame
      fill
      icon={<ChatProject conversation={conversation} />}
      title={<ChatTitle conversation={conversation} isRenaming={isRenaming} onRename={setIsRenaming} />}
      actions={
        <>
          <ModelPicker conversation={conversation} />
          <ChatMenu conversation={conversation} onRename={() => setIsRenaming(true)} />
        </>
      }
    >
      <div ref={area} className="relative flex h-full flex-col">
        {dropping}
        <div className="min-h-0 flex-1 overflow-y-auto">
          {messages.length > 0 ? (
            <Transcript key={isElsewhere ? 'elsewhere' : 'here'} conversation={conversation} messages={messages} earlier={state.earlier} focusMessage={messageId} />
          ) : model ? (
            <EmptyState className="h-full" title={t.chat.empty.title}>{t.chat.empty.text}</EmptyState>
          ) : (
            <EmptyChat />
          )}
        </div>
        <Composer conversation={conversation} hasModel={model !== null} take={take} />
      </div>
    </PageFrame>
  );
}

function useChatCommands({ conversation }: ConversationState, rename: () => void): void {
  const t = useT();
  const act = useAct();
  const remove = useRemoveChat();
  const openOwn = useOpenOwnWindow();
  useCommands(
    useMemo<Command[]>(() => {
      const group = t.palette.groups.chat;
      const list: Command[] = [
        { id: 'chat.rename', title: t.palette.commands.renameChat, group, run: rename },
        { id: 'chat.move', title: t.projects.move, group, run: () => useProjectDialog.getState().show({ kind: 'move', conversation }) },
        { id: 'chat.ownWindow', title: t.chat.ownWindow, group, run: () => openOwn(conversation.id) },
        { id: 'chat.delete', title: t.palette.commands.deleteChat, group, run: () => remove(conversation) },
      ];
      if (conversation.isRunning) list.push({ id: 'chat.stop', title: t.palette.commands.stopAnswer, group, run: () => void act('conversations/stop', { conversationId: conversation.id }) });
      return list;
      // `rename` only sets state of the same component.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [t, act, remove, openOwn, conversation]),
  );
}
