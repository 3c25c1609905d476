/** Two answers to one question beside each other, and which of them the chat goes on with (C09). */
import type { MessageView } from '@portolan/contract/conversations';
import type { MessageId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { IconButton } from '@portolan/ui/icon-button';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { Columns2Icon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { AnswerPart } from './answer-part.tsx';
import { AnswerUsage } from './answer-usage.tsx';

interface Versions {
  ids: readonly MessageId[];
  /** The one that is shown. */
  at: number;
}

export function CompareVersions({ message, versions, isRunning }: { message: MessageView; versions: Versions; isRunning: boolean }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton size="sm" label={t.chat.compare} aria-haspopup="dialog" icon={<Columns2Icon />} disabled={isRunning} onClick={() => setIsOpen(true)} />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t.chat.compareTitle} size="xl">
        {isOpen ? <TwoVersions message={message} versions={versions} onChosen={() => setIsOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

/** Begins with what is shown and the one before it; each column may show any version. */
function TwoVersions({ message, versions: { ids, at }, onChosen }: { message: MessageView; versions: Versions; onChosen: () => void }) {
  const [left, setLeft] = useState(at === 0 ? 0 : at - 1);
  const [right, setRight] = useState(at === 0 ? 1 : at);
  const column = (index: number, onIndex: (index: number) => void) => <Version conversationId={message.conversationId} ids={ids} index={index} isShown={index === at} onIndex={onIndex} onChosen={onChosen} />;
  return <div className="grid min-w-0 gap-4 md:grid-cols-2">{column(left, setLeft)}{column(right, setRight)}</div>;
}

interface VersionProps {
  conversationId: MessageView['conversationId'];
  ids: readonly MessageId[];
  index: number;
  isShown: boolean;
  onIndex: (index: number) => void;
  onChosen: () => void;
}

function Version({ conversationId, ids, index, isShown, onIndex, onChosen }: VersionProps) {
  const t = useT();
  const act = useAct();
  const messageId = ids[index] ?? ids[0];
  const { data, error, refetch } = useHostQuery('conversations/version', { conversationId, messageId: messageId ?? ('' as MessageId) }, { enabled: messageId !== undefined, fresh: true });
  const label = t.chat.versionOf(index + 1, ids.length);
  const choose = async () => {
    if (messageId !== undefined && (await act('conversations/choose', { conversationId, messageId }))) onChosen();
  };
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-3">
      <Select aria-label={t.chat.compareWith} value={String(index)} onValueChange={(value) => onIndex(Number(value))} items={ids.map((_id, at) => ({ value: String(at), label: t.chat.versionOf(at + 1, ids.length) }))} />
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data ? <Shown message={data.message} /> : error ? null : <Skeleton className="h-24" />}
      {isShown ? <p className="text-sm text-muted">{t.chat.shownNow}</p> : <div><Button size="sm" variant="primary" onClick={() => void choose()}>{t.chat.goOnWith}</Button></div>}
    </section>
  );
}

function Shown({ message }: { message: MessageView }) {
  return (
    <>
      <p className="text-xs text-subtle"><AnswerUsage message={message} /></p>
      <div className="flex min-w-0 flex-col gap-3">
        {message.parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts are only ever appended
          <AnswerPart key={index} message={message} part={part} isOpen={false} cacheKey={`compare ${message.id} ${index}`} passOnIn={null} />
        ))}
      </div>
      {message.problem ? <ProblemCallout problem={message.problem} alert={false} /> : null}
    </>
  );
}
