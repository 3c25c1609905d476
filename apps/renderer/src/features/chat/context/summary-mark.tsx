/** The line that says that the model reads a summary of what stands above it. The messages stay as they are (C13). */
import type { SummaryView } from '@portolan/contract/context';
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { FoldVerticalIcon } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUndoSummary } from './use-chat-context.ts';

export interface SummaryMarkProps {
  summary: SummaryView;
  conversationId: ConversationId;
  isRunning: boolean;
}

export function SummaryMark({ summary, conversationId, isRunning }: SummaryMarkProps) {
  const t = useT();
  const c = t.context;
  const format = useFormat();
  const undo = useUndoSummary(conversationId);
  const [isOpen, setIsOpen] = useState(false);
  const { id, kind, messages, by, createdAt, model, text } = summary;
  const title = kind === 'written' ? c.mark(messages) : c.markPruned(messages);
  return (
    <section aria-label={title} className="mb-5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-dashed border-line-strong pb-2 text-xs text-muted">
      <FoldVerticalIcon className="size-4 shrink-0 text-subtle" aria-hidden="true" />
      <span className="min-w-0 flex-1 basis-48">{title}</span>
      <Button size="sm" variant="ghost" onClick={() => setIsOpen(true)}>{c.read}</Button>
      <Button size="sm" variant="ghost" disabled={isRunning} onClick={() => undo(id)}>{c.undo}</Button>
      <Dialog
        open={isOpen}
        size="lg"
        title={title}
        description={kind === 'written' ? c.markNote : c.prunedNote}
        onOpenChange={setIsOpen}
        footer={<Button onClick={() => setIsOpen(false)}>{t.app.actions.close}</Button>}
      >
        <div className="flex min-w-0 flex-col gap-3">
          <CodeText block text={text} label={title} className="max-h-[50vh] overflow-auto" />
          <p className="text-xs text-subtle">{c.by[by]} {model === null ? null : <><RevealText text={model.model} hideCount /> · </>}{format.dateTime(createdAt)}</p>
        </div>
      </Dialog>
    </section>
  );
}
