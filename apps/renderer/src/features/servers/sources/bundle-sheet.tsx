/** A bundle before it is installed: what it is, what it asks for, and exactly what will run (S05, H07). */
import type { BundlePreview, BundleUpdate } from '@portolan/contract/bundles';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { askedByBundle, bundleValues, missingOf, typedSecrets } from './asked.ts';
import { NameWarnings } from '../name-warnings.tsx';
import { AskedFields } from './asked-fields.tsx';
import { BundleFactsView } from './bundle-facts.tsx';
import { useBundleState } from './bundle-state.ts';
import { PlannedLaunch } from './planned-launch.tsx';
import { useFaultWords } from './use-fault-words.ts';
import { useWhenCurrent } from './use-when-current.ts';

const pauseMs = 250;

export function BundleSheet({ preview }: { preview: BundlePreview }) {
  const t = useT();
  const b = t.sources.bundle;
  const format = useFormat();
  const act = useAct();
  const { name, update, draft, choose, set, close } = useBundleState();
  const form = useRef<HTMLFormElement>(null);
  const showFirstError = useFirstError(form);
  const [isTried, setIsTried] = useState(false);
  const install = useHostMutation('bundles/install');
  const chosen = preview.updates.find(({ serverId }) => serverId === update);
  const { fields } = chosen ?? preview;
  const { plan, isCurrent } = usePlan(preview.stagedId, fields, draft, chosen);
  const faultWords = useFaultWords();
  const faults = Object.fromEntries((plan.data?.faults ?? []).map(({ key, reason }) => [key, faultWords(reason)]));
  const nameFault = !chosen && name.trim() === '' ? b.nameMissing : undefined;
  const leave = () => {
    void act('bundles/discard', { stagedId: preview.stagedId });
    close();
  };
  const submit = useWhenCurrent(isCurrent, () => {
    setIsTried(true);
    if (nameFault !== undefined || Object.keys(faults).length > 0) showFirstError();
    else if (plan.data && !install.isPending) {
      install.mutate(
        { stagedId: preview.stagedId, values: bundleValues(fields, draft), secrets: typedSecrets(fields, draft), launchHash: plan.data.launchHash, name: chosen?.serverName ?? name.trim(), ...(update === null ? {} : { update }) },
        {
          onSuccess: (server) => {
            close();
            navigate({ at: 'server', serverId: server.id, tab: 'overview' });
          },
        },
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
      <Card level={2} icon={<ServerIcon name={preview.serverName} />} title={<RevealText text={preview.facts.displayName ?? preview.facts.name} />} actions={<span className="text-xs text-subtle">{b.ownWord}</span>}>
        <BundleFactsView facts={preview.facts} file={{ sha256: preview.sha256, signature: preview.signature, size: b.sizeValue(format.bytes(preview.bytes), preview.files.count, format.bytes(preview.files.bytes)) }} />
      </Card>
      {preview.updates.length > 0 ? <WhereTo preview={preview} update={chosen} onChoose={choose} /> : null}
      {chosen ? null : (
        <Field label={t.servers.form.name} description={t.servers.form.nameHint} error={isTried ? nameFault : undefined}>
          <Input value={name} onValueChange={(next) => set({ name: next })} maxLength={128} />
        </Field>
      )}
      {chosen ? null : <NameWarnings name={name.trim()} />}
      {fields.length > 0 ? (
        <Card level={2} title={b.asks}>
          <AskedFields fields={fields.map(askedByBundle)} draft={draft} onChange={(next) => set({ draft: next })} faults={isTried ? faults : {}} />
        </Card>
      ) : null}
      {plan.error ? <ProblemCallout problem={plan.error.problem} /> : null}
      <PlannedLaunch plan={plan.data} missing={missingOf(fields.map(askedByBundle), plan.data?.faults ?? [])} />
      {install.error ? <ProblemCallout problem={install.error.problem} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={install.isPending} disabled={chosen?.isSameFile === true} focusableWhenDisabled>{chosen ? b.update(chosen.serverName) : b.install}</Button>
        <Button variant="ghost" onClick={leave}>{t.app.actions.cancel}</Button>
        <p className="text-sm text-muted">{t.servers.paste.nothingStarts}</p>
      </div>
    </form>
  );
}

/** Asked anew as answers settle; a secret goes along by its name alone. */
function usePlan(stagedId: string, fields: BundlePreview['fields'], draft: ReturnType<typeof useBundleState.getState>['draft'], chosen: BundleUpdate | undefined) {
  const settled = useSettled(draft, pauseMs);
  const plan = useHostQuery(
    'bundles/plan',
    { stagedId, values: bundleValues(fields, settled), secretKeys: typedSecrets(fields, settled).map(({ name }) => name), ...(chosen ? { update: chosen.serverId } : {}) },
    { keep: true, fresh: true },
  );
  return { plan, isCurrent: settled === draft && !plan.isFetching && plan.data !== undefined };
}

function WhereTo({ preview, update, onChoose }: { preview: BundlePreview; update: BundleUpdate | undefined; onChoose: (update: BundleUpdate['serverId'] | null) => void }) {
  const b = useT().sources.bundle;
  const items = [...preview.updates.map((each) => ({ value: String(each.serverId), label: <RevealText text={b.updateFrom(each.serverName, each.version, preview.facts.version)} /> })), { value: '', label: b.beside }];
  return (
    <Card level={2} title={b.known}>
      <div className="flex min-w-0 flex-col gap-3">
        <RadioGroup aria-label={b.known} items={items} value={update ? String(update.serverId) : ''} onValueChange={(value) => onChoose(preview.updates.find(({ serverId }) => String(serverId) === value)?.serverId ?? null)} />
        {update?.isSameFile ? <Callout tone="info">{b.sameFile}</Callout> : null}
        {update && update.otherAuthor !== null ? <Callout tone="danger" title={b.otherAuthor}><RevealText text={b.otherAuthorText(update.otherAuthor, preview.facts.author.name)} /></Callout> : null}
        {update && update.otherSigner !== null ? <Callout tone="danger" title={b.otherSigner}><RevealText text={b.otherSignerText(update.otherSigner)} /></Callout> : null}
        {update ? <Changes update={update} /> : null}
      </div>
    </Card>
  );
}

function Changes({ update }: { update: BundleUpdate }) {
  const b = useT().sources.bundle;
  const lines = ([
    [b.toolsAdded, update.toolsAdded],
    [b.toolsRemoved, update.toolsRemoved],
    [b.fieldsAdded, update.fieldsAdded],
    [b.fieldsRemoved, update.fieldsRemoved],
  ] as const).filter(([, names]) => names.length > 0);
  if (lines.length === 0) return null;
  return <ul className="list-disc pl-5 text-sm">{lines.map(([label, names]) => <li key={label} className="break-words"><RevealText text={`${label}: ${names.join(', ')}`} /></li>)}</ul>;
}
