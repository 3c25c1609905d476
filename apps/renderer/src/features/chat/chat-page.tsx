/** One conversation: what was said and done, open decisions in their place, and the composer. */
import type { ConversationId } from '@portolan/contract/ids';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useMemo } from 'react';
import { useConversation, useHostMutation, useProviders } from '../../host/queries.ts';
import { useCommands } from '../../lib/commands.ts';
import type { Command } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { Composer } from './composer.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { ModelPicker } from './model-picker.tsx';
import { Transcript } from './transcript.tsx';

export default function ChatPage({ conversationId, messageId }: { conversationId: ConversationId; messageId: string | undefined }) {
  const t = useT();
  const { data, error } = useConversation(conversationId);
  const providers = useProviders().data;
  const stop = useHostMutation('conversations/stop').mutate;
  const isRunning = data?.conversation.isRunning ?? false;
  const commands = useMemo<Command[]>(
    () => (isRunning ? [{ id: 'chat.stop', title: t.palette.commands.stopAnswer, group: t.palette.groups.chat, shortcut: 'Mod+.', run: () => stop({ conversationId }) }] : []),
    [isRunning, t, stop, conversationId],
  );
  useCommands(commands);
  if (!data) {
    return (
      <PageFrame title={t.chat.untitled}>
        <div className="grid h-full place-items-center p-6">{error ? <ProblemCallout problem={error.problem} /> : <Spinner />}</div>
      </PageFrame>
    );
  }
  const { conversation, messages } = data;
  const model = conversation.model ?? providers?.defaultModel ?? null;
  return (
    <PageFrame fill title={<RevealText text={conversation.title || t.chat.untitled} />} actions={<ModelPicker conversation={conversation} />}>
      <div className="flex h-full flex-col">
        <div className="min-h-0 flex-1">
          {messages.length > 0 ? (
            <Transcript key={conversationId} conversation={conversation} messages={messages} focusMessage={messageId} />
          ) : model ? (
            <EmptyState className="h-full" title={t.chat.empty.title}>{t.chat.empty.text}</EmptyState>
          ) : (
            <EmptyChat />
          )}
        </div>
        <Composer key={conversationId} conversation={conversation} hasModel={model !== null} />
      </div>
    </PageFrame>
  );
}
