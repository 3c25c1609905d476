/** The install sheet: what the server asks for, and exactly what would be written for the answers (S06, H07). */
import type { RegistryChoice, RegistryServer } from '@portolan/contract/registry';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { askedByRegistry, draftOfRegistry, missingOf, registryAnswers, typedSecrets } from './asked.ts';
import { NameWarnings } from '../name-warnings.tsx';
import { AskedFields } from './asked-fields.tsx';
import { PlannedLaunch } from './planned-launch.tsx';
import { useFaultWords } from './use-fault-words.ts';
import { useWhenCurrent } from './use-when-current.ts';

const pauseMs = 250;

export function RegistrySheet({ server, choice }: { server: RegistryServer; choice: RegistryChoice }) {
  const t = useT();
  const r = t.sources.registry;
  const form = useRef<HTMLFormElement>(null);
  const showFirstError = useFirstError(form);
  const [isTried, setIsTried] = useState(false);
  const [draft, setDraft] = useState(() => draftOfRegistry(choice.inputs));
  const [typedName, setTypedName] = useState<string | null>(null);
  const settled = useSettled(draft, pauseMs);
  const secretsOf = (of: typeof draft) => typedSecrets(choice.inputs.map(({ key, isSecret }) => ({ key, isSensitive: isSecret })), of);
  const what = { name: server.name, version: server.version, choice: choice.id };
  const plan = useHostQuery('registry/plan', { ...what, answers: registryAnswers(choice.inputs, settled), secretKeys: secretsOf(settled).map(({ name }) => name) }, { keep: true, fresh: true });
  const install = useHostMutation('registry/install');
  const asked = choice.inputs.map((input) => askedByRegistry(input, r.places[input.place]));
  const words = useFaultWords();
  const faults = Object.fromEntries((plan.data?.faults ?? []).map(({ key, reason }) => [key, words(reason)]));
  const name = typedName ?? plan.data?.serverName ?? '';
  const nameFault = name.trim() === '' && plan.data ? t.sources.bundle.nameMissing : undefined;
  const submit = useWhenCurrent(settled === draft && !plan.isFetching && plan.data !== undefined, () => {
    setIsTried(true);
    if (nameFault !== undefined || Object.keys(faults).length > 0) showFirstError();
    else if (plan.data && !install.isPending) {
      install.mutate(
        { ...what, answers: registryAnswers(choice.inputs, draft), secrets: secretsOf(draft), serverName: name.trim(), launchHash: plan.data.launchHash },
        { onSuccess: (added) => navigate({ at: 'server', serverId: added.id, tab: 'overview' }) },
      );
    }
  });
  return (
    <form
      ref={form}
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t.servers.form.name} description={t.servers.form.nameHint} error={isTried ? nameFault : undefined}>
        <Input value={name} onValueChange={(next) => setTypedName(next)} maxLength={128} />
      </Field>
      <NameWarnings name={name.trim()} />
      {choice.inputs.length > 0 ? (
        <Card level={2} title={r.inputs}>
          <AskedFields fields={asked} draft={draft} onChange={setDraft} faults={isTried ? faults : {}} />
        </Card>
      ) : null}
      {plan.error ? <ProblemCallout problem={plan.error.problem} /> : null}
      <PlannedLaunch plan={plan.data ? { ...plan.data, differences: [] } : undefined} missing={missingOf(asked, plan.data?.faults ?? [])} />
      {install.error ? <ProblemCallout problem={install.error.problem} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={install.isPending}>{r.add}</Button>
        <p className="text-sm text-muted">{t.servers.paste.nothingStarts}</p>
      </div>
    </form>
  );
}
