/** Messages that wait for the answer that runs, above the field: each can be changed, moved, sent now or taken out. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { QueuedMessage } from '@portolan/contract/queue';
import { Button } from '@portolan/ui/button';
import { useLive } from '../../../host/use-live.ts';
import type { LiveSource } from '../../../host/live.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { QueueItem } from './queue-item.tsx';

interface QueueState {
  messages: QueuedMessage[];
  isHeld: boolean;
}

export function QueueList({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const act = useAct();
  const source: LiveSource<'queue/watch', QueueState> = { method: 'queue/watch', input: { conversationId: conversation.id }, reduce: (_state, event) => event };
  const { data } = useLive(`queue:${conversation.id}`, source);
  if (!data || data.messages.length === 0) return null;
  const isWaiting = data.isHeld && !conversation.isRunning;
  return (
    <section aria-label={t.queue.title} className="mb-2 rounded-xl border border-line bg-sunken px-2 py-1.5">
      <h2 className="flex flex-wrap items-center gap-2 px-1.5 pb-1 text-xs text-muted">
        <span role="status">{isWaiting ? t.queue.held : t.queue.count(data.messages.length)}</span>
        {isWaiting ? <Button size="sm" onClick={() => void act('queue/resume', { conversationId: conversation.id })}>{t.queue.resume}</Button> : null}
      </h2>
      <ol className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {data.messages.map((message, index) => (
          <QueueItem key={message.id} conversation={conversation} message={message} at={index} before={data.messages[index - 1]?.id ?? null} next={data.messages[index + 1]?.id ?? null} after={data.messages[index + 2]?.id ?? null} isLast={index === data.messages.length - 1} />
        ))}
      </ol>
    </section>
  );
}
