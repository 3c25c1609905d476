/** On a server's page: the bundle it came from, and its answers, which can be changed here. */
import type { InstalledBundle } from '@portolan/contract/bundles';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { PackageIcon, SlidersHorizontalIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import type { SectionProps } from '../sections/section.ts';
import { askedByBundle, bundleValues, draftOfBundle, missingOf, typedSecrets } from './asked.ts';
import { AskedFields } from './asked-fields.tsx';
import { BundleFactsView } from './bundle-facts.tsx';
import { PlannedLaunch } from './planned-launch.tsx';
import { useFaultWords } from './use-fault-words.ts';
import { useWhenCurrent } from './use-when-current.ts';

export function BundleSection({ server }: SectionProps) {
  const t = useT();
  const b = t.sources.bundle;
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useHostQuery('bundles/ofServer', { serverId: server.id }, { stamp: server.launchHash, keep: true });
  const bundle = data?.bundle;
  if (!bundle) return null;
  return (
    <Card
      level={2}
      icon={<PackageIcon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />}
      title={b.fromBundle}
      actions={
        <>
          {bundle.fields.length > 0 ? <Button size="sm" icon={<SlidersHorizontalIcon />} onClick={() => setIsOpen(true)}>{b.settings}</Button> : null}
          <Button size="sm" onClick={() => navigate({ at: 'add-server', way: 'bundle' })}>{b.newer}</Button>
        </>
      }
    >
      <BundleFactsView facts={bundle.facts} file={{ sha256: bundle.sha256 }} />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={<RevealText text={b.settingsTitle(server.name)} />} size="lg" dismissOutside={false}>
        <SettingsForm server={server} bundle={bundle} onDone={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  );
}

const pauseMs = 250;

function SettingsForm({ server, bundle, onDone }: { server: ServerView; bundle: InstalledBundle; onDone: () => void }) {
  const t = useT();
  const { fields } = bundle;
  const form = useRef<HTMLFormElement>(null);
  const showFirstError = useFirstError(form);
  const [isTried, setIsTried] = useState(false);
  const [draft, setDraft] = useState(() => draftOfBundle(fields));
  const settled = useSettled(draft, pauseMs);
  const plan = useHostQuery('bundles/planSettings', { serverId: server.id, values: bundleValues(fields, settled), secretKeys: typedSecrets(fields, settled).map(({ name }) => name) }, { keep: true, fresh: true });
  const save = useHostMutation('bundles/saveSettings');
  const words = useFaultWords();
  const faults = Object.fromEntries((plan.data?.faults ?? []).map(({ key, reason }) => [key, words(reason)]));
  const submit = useWhenCurrent(settled === draft && !plan.isFetching && plan.data !== undefined, () => {
    setIsTried(true);
    if (Object.keys(faults).length > 0) showFirstError();
    else if (plan.data) save.mutate({ serverId: server.id, values: bundleValues(fields, draft), secrets: typedSecrets(fields, draft), launchHash: plan.data.launchHash }, { onSuccess: onDone });
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
      <AskedFields fields={fields.map(askedByBundle)} draft={draft} onChange={setDraft} faults={isTried ? faults : {}} />
      {plan.error ? <ProblemCallout problem={plan.error.problem} /> : null}
      <PlannedLaunch plan={plan.data} missing={missingOf(fields.map(askedByBundle), plan.data?.faults ?? [])} />
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t.app.actions.cancel}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>{t.app.actions.save}</Button>
      </div>
    </form>
  );
}
