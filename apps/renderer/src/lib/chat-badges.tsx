/** What a list says of a chat beside its title: where it belongs, and whether it works or waits. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Badge } from '@portolan/ui/badge';
import { RevealText } from '@portolan/ui/reveal-text';
import { useInteractions } from '../host/queries.ts';
import { useT } from './i18n.tsx';

/** However long the name is, the title beside it is still to be read. */
export function ProjectBadge({ name }: { name: string }) {
  return (
    <Badge tone="neutral" className="max-w-32 min-w-0 sm:max-w-48">
      <span className="truncate leading-4"><RevealText text={name} hideCount /></span>
    </Badge>
  );
}

/** As in the sidebar: what waits for the person is not called an answer that is being written. */
export function ChatStateBadge({ conversation }: { conversation: Pick<ConversationView, 'id' | 'isRunning'> }) {
  const t = useT();
  const isWaiting = useInteractions().data?.some(({ conversationId }) => conversationId === conversation.id) ?? false;
  if (isWaiting) return <Badge tone="accent">{t.shell.waiting}</Badge>;
  return conversation.isRunning ? <Badge tone="accent">{t.history.running}</Badge> : null;
}
