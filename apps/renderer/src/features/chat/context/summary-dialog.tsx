/** What the model reads in place of earlier messages, whole. */
import type { SummaryView } from '@portolan/contract/context';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useEffect } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useOpenSummary } from './open-summary.ts';

export function SummaryDialog() {
  const t = useT();
  const c = t.context;
  const format = useFormat();
  const { summary, open } = useOpenSummary();
  // Another chat has another one.
  useEffect(() => () => open(null), [open]);
  if (summary === null) return null;
  const { kind, text, by, model, createdAt } = summary;
  const title = titleOf(summary, t);
  return (
    <Dialog
      open
      size="lg"
      title={title}
      description={kind === 'written' ? c.markNote : c.prunedNote}
      onOpenChange={(next) => {
        if (!next) open(null);
      }}
      footer={<Button onClick={() => open(null)}>{t.app.actions.close}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <CodeText block text={text} label={title} className="max-h-[50vh] overflow-auto" />
        <p className="text-xs text-subtle">{c.by[by]} {model === null ? null : <><RevealText text={model.model} hideCount /> · </>}{format.dateTime(createdAt)}</p>
      </div>
    </Dialog>
  );
}

export function titleOf({ kind, messages }: SummaryView, t: Catalogue): string {
  return kind === 'written' ? t.context.mark(messages) : t.context.markPruned(messages);
}
