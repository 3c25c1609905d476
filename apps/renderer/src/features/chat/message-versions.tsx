/** Other messages that were in the place of this one, and the way to them (C09). */
import type { MessageView } from '@portolan/contract/conversations';
import { IconButton } from '@portolan/ui/icon-button';
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { CompareVersions } from './compare-versions.tsx';

export function MessageVersions({ message, isRunning }: { message: MessageView; isRunning: boolean }) {
  const t = useT();
  const act = useAct();
  const { versions, conversationId } = message;
  if (versions === undefined) return null;
  const { ids, at } = versions;
  const to = (index: number) => {
    const messageId = ids[index];
    if (messageId !== undefined) void act('conversations/choose', { conversationId, messageId });
  };
  return (
    <span role="group" aria-label={t.chat.versions} className="inline-flex items-center text-xs text-muted tabular-nums">
      <IconButton size="sm" label={t.chat.versionBefore} icon={<ChevronLeftIcon />} disabled={isRunning || at === 0} onClick={() => to(at - 1)} />
      <span>{t.chat.versionOf(at + 1, ids.length)}</span>
      <IconButton size="sm" label={t.chat.versionAfter} icon={<ChevronRightIcon />} disabled={isRunning || at === ids.length - 1} onClick={() => to(at + 1)} />
      {message.role === 'assistant' && ids.length > 1 ? <CompareVersions message={message} versions={versions} isRunning={isRunning} /> : null}
    </span>
  );
}
