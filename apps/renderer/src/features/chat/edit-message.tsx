/** Saying otherwise what was said: the text in place, until it is sent or left. What was there stays as a version (C09). */
import type { MessageView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Textarea } from '@portolan/ui/textarea';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export interface EditMessageProps {
  message: MessageView;
  text: string;
  isRunning: boolean;
  onDone: () => void;
}

/** As the contract has it. */
const longest = 2_000_000;

export function EditMessage({ message, text, isRunning, onDone }: EditMessageProps) {
  const t = useT();
  const [value, setValue] = useState(text);
  const edit = useHostMutation('conversations/edit');
  const hasMore = message.parts.some((part) => part.type === 'attachment');
  const canSend = !isRunning && !edit.isPending && value !== text && (value.trim() !== '' || hasMore);
  const send = () => {
    if (canSend) edit.mutate({ conversationId: message.conversationId, messageId: message.id, text: value }, { onSuccess: onDone });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onDone();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className="flex w-[36rem] max-w-full flex-col gap-2"
      aria-label={t.chat.editMessage}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea ref={focusOnMount} aria-label={t.chat.editMessage} value={value} maxLength={longest} onValueChange={setValue} onKeyDown={onKeyDown} className="max-h-80" />
      <p className="text-xs text-muted">{t.chat.editNote}</p>
      {edit.error ? <ProblemCallout problem={edit.error.problem} /> : null}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>{t.app.actions.cancel}</Button>
        <Button size="sm" type="submit" variant="primary" disabled={!canSend} loading={edit.isPending}>{t.chat.sendAgain}</Button>
      </div>
    </form>
  );
}
