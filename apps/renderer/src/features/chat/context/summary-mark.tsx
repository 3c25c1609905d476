/** The line that says that the model reads a summary of what stands above it. The messages stay as they are (C13). */
import type { SummaryView } from '@portolan/contract/context';
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { FoldVerticalIcon } from 'lucide-react';
import { useT } from '../../../lib/i18n.tsx';
import { useOpenSummary } from './open-summary.ts';
import { titleOf } from './summary-dialog.tsx';
import { useUndoSummary } from './use-chat-context.ts';

export interface SummaryMarkProps {
  summary: SummaryView;
  conversationId: ConversationId;
  isRunning: boolean;
}

export function SummaryMark({ summary, conversationId, isRunning }: SummaryMarkProps) {
  const t = useT();
  const undo = useUndoSummary(conversationId);
  const open = useOpenSummary((state) => state.open);
  const title = titleOf(summary, t);
  return (
    <section aria-label={title} className="mb-5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-dashed border-line-strong pb-2 text-xs text-muted">
      <FoldVerticalIcon className="size-4 shrink-0 text-subtle" aria-hidden="true" />
      <span className="min-w-0 flex-1 basis-48">{title}</span>
      <Button size="sm" variant="ghost" onClick={() => open(summary)}>{t.context.read}</Button>
      <Button size="sm" variant="ghost" disabled={isRunning} onClick={() => undo(summary.id)}>{t.context.undo}</Button>
    </section>
  );
}
