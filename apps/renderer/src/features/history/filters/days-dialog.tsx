/** Which days chats were last used in. */
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { dayOf, dayText } from './operators.ts';

export interface DaysDialogProps {
  filters: ChatFilters;
  onChoose: (filters: ChatFilters) => void;
  onClose: () => void;
}

export function DaysDialog({ filters: { from, until, ...others }, onChoose, onClose }: DaysDialogProps) {
  const t = useT();
  const f = t.historyFilters;
  const [first, setFirst] = useState(from === undefined ? '' : dayText(from));
  // The filter ends before a moment, people choose the last day.
  const [last, setLast] = useState(until === undefined ? '' : dayText(until - 1));
  const apply = () => {
    const [begin, end] = [dayOf(first), dayOf(last, 1)];
    onChoose({ ...others, ...(begin === null ? {} : { from: begin }), ...(end === null ? {} : { until: end }) });
    onClose();
  };
  return (
    <Dialog
      open
      size="sm"
      title={f.when}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label={f.fromDay}><Input type="date" value={first} onValueChange={setFirst} /></Field>
        <Field label={f.untilDay}><Input type="date" value={last} onValueChange={setLast} /></Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button type="submit" variant="primary">{f.apply}</Button>
        </div>
      </form>
    </Dialog>
  );
}
