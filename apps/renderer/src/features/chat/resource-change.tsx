/** What has changed in a resource since it was attached, line by line, and the way to the new version (C08). */
import type { InputOf } from '@portolan/contract/contract';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useRef } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { TextDiffView } from '../../lib/text-diff.tsx';
import { useSizeFacts } from './size-facts.ts';

export interface ResourceChangeProps {
  label: string;
  of: InputOf<'resources/compare'>;
  /** Which version it is now, as far as is known: compared anew when it is another. */
  stamp: string | undefined;
  action: string;
  onTake: () => void;
  onClose: () => void;
}

export function ResourceChange({ label, of, stamp, action, onTake, onClose }: ResourceChangeProps) {
  const t = useT();
  const format = useFormat();
  const main = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useHostQuery('resources/compare', of, { stamp, fresh: true, keep: true });
  const facts = useSizeFacts(data?.now);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={<RevealText text={t.composer.changedSince(label)} />}
      description={data ? [t.composer.readAt(format.time(data.now.readAt)), ...facts].join(' · ') : undefined}
      size="lg"
      initialFocus={main}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t.composer.keepOld}</Button>
          <Button ref={main} variant="primary" onClick={onTake}>{action}</Button>
        </>
      }
    >
      {error ? (
        <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p role="status" className="text-sm text-muted">{t.resources.reading}</p>
      ) : data.diff === null ? (
        <p className="text-sm text-muted">{t.composer.noDiff}</p>
      ) : (
        <TextDiffView diff={data.diff} label={t.composer.diffOf(label)} />
      )}
    </Dialog>
  );
}
