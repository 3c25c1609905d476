/** A configuration that cannot be read: the line, the text around it, and the last good one within reach (S02, R85). */
import type { OutputOf } from '@portolan/contract/contract';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

type Broken = NonNullable<OutputOf<'configuration/state'>['broken']>;

export function BrokenFile({ broken, hasLastGood, onChanged }: { broken: Broken; hasLastGood: boolean; onChanged: () => void }) {
  const b = useT().configuration.broken;
  const toast = useToast();
  const useLastGood = useHostMutation('configuration/useLastGood');
  const putBack = () =>
    useLastGood.mutate(
      {},
      {
        onSuccess: ({ aside }) => {
          toast.show({ tone: 'success', title: b.asideKept(aside) });
          onChanged();
        },
      },
    );
  const reason = b.reasons[broken.reason] ?? b.reasons['other'] ?? '';
  return (
    <Callout
      tone="warn"
      title={b.title}
      actions={
        <>
          {hasLastGood ? <Button size="sm" variant="primary" loading={useLastGood.isPending} onClick={putBack}>{b.useLastGood}</Button> : null}
          <Button size="sm" onClick={onChanged}>{b.lookAgain}</Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p>{b.where(broken.line, broken.column)}: {reason}</p>
        {broken.excerpt.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          <div role="region" aria-label={b.around} tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-surface py-1 font-mono text-xs text-fg">
            {broken.excerpt.map(({ line, text }) => {
              const isFault = line === broken.line;
              return (
                <p key={line} className={`w-max min-w-full px-2 whitespace-pre ${isFault ? 'bg-danger-soft text-danger-fg' : 'text-muted'}`}>
                  <span className="mr-3 inline-block w-8 text-right text-subtle" aria-hidden="true">{line}</span>
                  {isFault ? <VisuallyHidden>{b.faultLine}: </VisuallyHidden> : null}
                  <RevealText text={text.replaceAll('\t', '  ')} hideCount />
                </p>
              );
            })}
          </div>
        ) : null}
        <p>{hasLastGood ? b.lead : b.leadNothing}</p>
        {useLastGood.error ? <ProblemCallout problem={useLastGood.error.problem} /> : null}
      </div>
    </Callout>
  );
}
