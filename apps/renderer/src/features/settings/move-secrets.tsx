/** The other places for keys and sign-ins that this system has, and the move there. */
import type { Protection } from '@portolan/contract/secrets';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { useId, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

const leastLength = 8;

export function MoveSecrets({ current }: { current: Protection | null }) {
  const t = useT();
  const s = t.secrets;
  const toast = useToast();
  const heading = useId();
  const { data, error, refetch } = useHostQuery('secrets/options', {}, { stamp: current, keep: true, fresh: true });
  const move = useHostMutation('secrets/protect');
  const [chosen, setChosen] = useState<Protection | null>(null);
  const [words, setWords] = useState({ once: '', again: '' });
  const [isChecked, setIsChecked] = useState(false);
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <p className="flex items-center gap-2 text-muted" role="status"><Spinner /> {s.looking}</p>;
  const isPassphrase = chosen === 'passphrase';
  const faults = { once: isPassphrase && words.once.length < leastLength, again: isPassphrase && words.once !== words.again };
  const submit = () => {
    setIsChecked(true);
    if (chosen === null || faults.once || faults.again) return;
    move.mutate(
      { kind: chosen, ...(isPassphrase ? { passphrase: words.once } : {}) },
      {
        onSuccess: () => {
          setChosen(null);
          setWords({ once: '', again: '' });
          setIsChecked(false);
          toast.show({ tone: 'success', title: s.moved });
        },
      },
    );
  };
  // A passphrase may be changed for another; moving to where they are already would do nothing.
  const items = data.options
    .filter(({ kind, problem }) => (kind !== current || kind === 'passphrase') && !(kind === 'shell' && problem === 'elsewhere') && !(kind === 'keyring' && data.options.some((other) => other.kind === 'shell' && other.problem !== 'elsewhere')))
    .map(({ kind, problem }) => ({ value: kind, label: s.kinds[kind], description: problem === null ? s.kindTexts[kind] : s.notHere[problem], disabled: problem !== null }));
  return (
    <form
      className="flex min-w-0 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3 id={heading} className="font-semibold">{s.choose}</h3>
      <RadioGroup<Protection> cards aria-labelledby={heading} items={items} value={chosen} onValueChange={setChosen} />
      {isPassphrase ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={s.passphrase} description={s.passphraseHint} error={isChecked && faults.once ? s.tooShort : undefined}>
            <Input type="password" autoComplete="new-password" value={words.once} maxLength={1024} onValueChange={(once) => setWords((held) => ({ ...held, once }))} />
          </Field>
          <Field label={s.passphraseAgain} error={isChecked && !faults.once && faults.again ? s.different : undefined}>
            <Input type="password" autoComplete="new-password" value={words.again} maxLength={1024} onValueChange={(again) => setWords((held) => ({ ...held, again }))} />
          </Field>
        </div>
      ) : null}
      {move.error ? <ProblemCallout problem={move.error.problem} /> : null}
      <Button type="submit" className="self-start" disabled={chosen === null} loading={move.isPending}>{s.move}</Button>
    </form>
  );
}
