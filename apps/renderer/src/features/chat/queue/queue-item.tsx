/** One message that waits. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { QueuedId, QueuedMessage } from '@portolan/contract/queue';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Textarea } from '@portolan/ui/textarea';
import { useToast } from '@portolan/ui/toast';
import { ArrowUpIcon, ChevronDownIcon, ChevronUpIcon, PencilIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { focusOnMount } from '../../../lib/focus-on-mount.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useAct } from '../../../lib/use-act.ts';

export interface QueueItemProps {
  conversation: ConversationView;
  message: QueuedMessage;
  at: number;
  /** The one above it, the one below it, and the one it would stand before if it went down. */
  before: QueuedId | null;
  next: QueuedId | null;
  after: QueuedId | null;
  isLast: boolean;
}

export function QueueItem({ conversation, message, at, before, next, after, isLast }: QueueItemProps) {
  const t = useT();
  const act = useAct();
  const toast = useToast();
  const [isEditing, setIsEditing] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const of = { conversationId: conversation.id, id: message.id };
  const text = message.text.trim() === '' ? t.queue.attachments(message.attachments.length) : message.text;
  const sendNow = async () => {
    setIsSending(true);
    await act('queue/sendNow', of);
    setIsSending(false);
  };
  const remove = async () => {
    if (!(await act('queue/remove', of))) return;
    const bringBack = () => void act('queue/add', { conversationId: conversation.id, text: message.text, attachments: message.attachments, before: next });
    toast.show({ title: t.queue.removed, action: { label: t.app.actions.undo, onPress: bringBack } });
  };
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-md bg-surface px-2 py-1 text-sm">
      {isEditing ? (
        <EditQueued message={message} onSave={(changed) => act('queue/change', { ...of, text: changed, attachments: message.attachments })} onDone={() => setIsEditing(false)} />
      ) : (
        <div className="flex min-w-0 items-center gap-0.5">
          <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
            <RevealText text={text.slice(0, 500)} hideCount />
            {message.attachments.length > 0 && message.text.trim() !== '' ? <span className="text-subtle"> · {t.queue.attachments(message.attachments.length)}</span> : null}
          </span>
          <IconButton size="sm" tooltip={false} label={`${t.queue.up}: ${t.queue.item(at + 1, text.slice(0, 60))}`} icon={<ChevronUpIcon />} disabled={before === null} onClick={() => void act('queue/move', { ...of, before })} />
          <IconButton size="sm" tooltip={false} label={`${t.queue.down}: ${t.queue.item(at + 1, text.slice(0, 60))}`} icon={<ChevronDownIcon />} disabled={isLast} onClick={() => void act('queue/move', { ...of, before: after })} />
          <IconButton size="sm" label={t.queue.edit} icon={<PencilIcon />} onClick={() => setIsEditing(true)} />
          <Button size="sm" variant="ghost" icon={<ArrowUpIcon />} loading={isSending} {...(conversation.isRunning ? { title: t.queue.sendNowNote } : {})} onClick={() => void sendNow()}>{t.queue.sendNow}</Button>
          <IconButton size="sm" label={t.queue.remove} icon={<XIcon />} onClick={() => void remove()} />
        </div>
      )}
      {message.problem ? <ProblemCallout problem={message.problem} /> : null}
    </li>
  );
}

function EditQueued({ message, onSave, onDone }: { message: QueuedMessage; onSave: (text: string) => Promise<unknown>; onDone: () => void }) {
  const t = useT();
  const [value, setValue] = useState(message.text);
  const canSave = value.trim() !== '' || message.attachments.length > 0;
  const save = async () => {
    if (canSave && (await onSave(value)) !== undefined) onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && !event.shiftKey) void save();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea ref={focusOnMount} aria-label={t.queue.editLabel} value={value} maxLength={2_000_000} onValueChange={setValue} onKeyDown={onKeyDown} className="max-h-40" />
      <div className="flex justify-end gap-1.5">
        <Button size="sm" onClick={onDone}>{t.app.actions.cancel}</Button>
        <Button size="sm" variant="primary" disabled={!canSave} onClick={() => void save()}>{t.queue.save}</Button>
      </div>
    </div>
  );
}
