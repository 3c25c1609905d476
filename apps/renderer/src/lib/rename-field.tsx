/** A chat's title as a field. Enter and leaving it keep the title, Escape does not. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Input } from '@portolan/ui/input';
import { useRef, useState } from 'react';
import { longestTitle, useRenameChat } from './chats.ts';
import { focusOnMount } from './focus-on-mount.ts';
import { useFirstT } from './i18n.tsx';

export function RenameField({ conversation, onDone }: { conversation: ConversationView; onDone: () => void }) {
  const t = useFirstT();
  const rename = useRenameChat();
  const [title, setTitle] = useState(conversation.title);
  // Taking the field away blurs it: that must not keep what Escape has just dropped.
  const isOver = useRef(false);
  const end = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept) rename(conversation, title);
    onDone();
  };
  return (
    <Input
      ref={focusOnMount}
      aria-label={t.chat.renameLabel}
      value={title}
      maxLength={longestTitle}
      onValueChange={(next) => setTitle(next)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(true);
        if (event.key === 'Escape') end(false);
      }}
    />
  );
}
