/** What can be done with a result that waits. Nothing is taken in the first moments (T:J10); sending is held back until it can be meant. */
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { PencilIcon } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';

const longestNote = 2_000;

export interface ResultReviewActionsProps {
  isGuarded: boolean;
  isRead: boolean;
  isSending: boolean;
  isEditing: boolean;
  isEdited: boolean;
  behind: number;
  onSend: (event: SyntheticEvent) => void;
  onEdit: () => void;
  onWithhold: (note: string) => void;
}

export function ResultReviewActions({ isGuarded, isRead, isSending, isEditing, isEdited, behind, onSend, onEdit, onWithhold }: ResultReviewActionsProps) {
  const t = useT();
  const r = t.interactions.review;
  const [isNoting, setIsNoting] = useState(false);
  const [note, setNote] = useState('');
  return (
    <footer className="flex flex-col gap-2 border-t border-line px-3.5 py-2.5">
      {isNoting ? (
        <Field label={r.note}>
          <Input
            ref={focusOnMount}
            value={note}
            maxLength={longestNote}
            onValueChange={(next) => setNote(next)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.repeat) return;
              if (event.key === 'Enter') onWithhold(note.trim());
              if (event.key === 'Escape') setIsNoting(false);
            }}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button loading={isSending} disabled={isGuarded} focusableWhenDisabled onClick={() => onWithhold(note.trim())}>{r.withhold}</Button>
        {isNoting ? null : <Button variant="ghost" disabled={isSending} onClick={() => setIsNoting(true)}>{r.withholdWithNote}</Button>}
        {isEditing ? null : <Button variant="ghost" icon={<PencilIcon />} disabled={isSending} onClick={onEdit}>{isEdited ? t.interactions.approval.editAgain : r.edit}</Button>}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          {isEditing ? <span className="text-xs text-muted">{r.editFirst}</span> : isRead ? null : <span className="text-xs text-warn-fg">{r.readFirst}</span>}
          <Button variant="primary" disabled={isGuarded || isSending || isEditing || !isRead} focusableWhenDisabled onClick={onSend}>{isEdited ? r.sendChanged : r.send}</Button>
        </span>
      </div>
      {behind > 0 ? <p className="text-xs text-subtle">{r.behind(behind)}</p> : null}
    </footer>
  );
}
