/** Paste any client's snippet, a command line or an address; see what it would add; add it (S04, try-out 40). */
import { Field } from '@portolan/ui/field';
import { Spinner } from '@portolan/ui/spinner';
import { Textarea } from '@portolan/ui/textarea';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { useAddServerState } from './add-server-state.ts';
import { Candidates } from './candidates.tsx';

const pauseMs = 250;

export function PastePanel() {
  const t = useT();
  const text = useAddServerState((state) => state.pasted);
  const set = useAddServerState((state) => state.set);
  const settled = useSettled(text, pauseMs);
  const isBlank = settled.trim() === '';
  // Asked anew each time: what stands in the configuration may have changed.
  const parsed = useHostQuery('servers/parse', { text: settled }, { enabled: !isBlank, fresh: true });
  const isCurrent = settled === text && !parsed.isFetching;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label={t.servers.paste.label} description={t.servers.paste.text}>
        <Textarea mono value={text} onValueChange={(pasted) => set({ pasted })} placeholder={t.servers.paste.placeholder} rows={7} spellCheck={false} className="max-h-96 min-h-40" />
      </Field>
      {isBlank ? null : parsed.error ? (
        isCurrent ? <ProblemCallout problem={parsed.error.problem} tone="warn" /> : null
      ) : parsed.data ? (
        // A different text is a different choice: nothing of the old one stays ticked.
        <Candidates key={settled} candidates={parsed.data.candidates} isCurrent={isCurrent} onAdded={() => set({ pasted: '' })} />
      ) : (
        <Spinner />
      )}
    </div>
  );
}
