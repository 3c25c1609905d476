/** The mark by which the app's own questions are known, and another one when the person wants it (T:J01). */
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { useToast } from '@portolan/ui/toast';
import { useHostMutation, useMark } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { MarkPicture, wordsOf } from '../../lib/install-mark.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function MarkCard() {
  const t = useT();
  const toast = useToast();
  const mark = useMark().data;
  const renew = useHostMutation('mark/renew');
  if (!mark) return null;
  const words = wordsOf(mark, t);
  return (
    <Card level={2} title={t.mark.title} actions={<Button size="sm" loading={renew.isPending} onClick={() => renew.mutate({}, { onSuccess: ({ mark: next }) => void toast.show({ title: t.mark.renewed(wordsOf(next, t)) }) })}>{t.mark.renew}</Button>}>
      <div className="flex min-w-0 flex-wrap items-center gap-4">
        <MarkPicture mark={mark} className="size-16 shrink-0" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{words}</p>
          <p className="text-sm text-muted">{t.mark.text}</p>
        </div>
      </div>
      {renew.error ? <ProblemCallout problem={renew.error.problem} /> : null}
    </Card>
  );
}
