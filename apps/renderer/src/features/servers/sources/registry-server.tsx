/** One server of the registry: what its publisher says, its versions, and the ways to have it (S06). */
import type { RegistryChoice, RegistryServer } from '@portolan/contract/registry';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Spinner } from '@portolan/ui/spinner';
import { ArrowLeftIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useOpenLink } from '../../../lib/link-door.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import { Fact, Facts } from '../sections/facts.tsx';
import { useBundleState } from './bundle-state.ts';
import { RegistrySheet } from './registry-sheet.tsx';
import { useKindName } from './use-kind-name.ts';

export function RegistryServerView({ name }: { name: string }) {
  const t = useT();
  const r = t.sources.registry;
  const [version, setVersion] = useState('latest');
  const server = useHostQuery('registry/server', { name, version }, { keep: true });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div><Button variant="ghost" size="sm" icon={<ArrowLeftIcon />} onClick={() => navigate({ at: 'add-server', way: 'registry' })}>{r.back}</Button></div>
      {server.error ? <ProblemCallout problem={server.error.problem} onRetry={() => void server.refetch()} /> : null}
      {server.data ? <Shown key={`${server.data.name} ${server.data.version}`} server={server.data} onVersion={setVersion} /> : server.error ? null : <Spinner />}
    </div>
  );
}

function Shown({ server, onVersion }: { server: RegistryServer; onVersion: (version: string) => void }) {
  const t = useT();
  const r = t.sources.registry;
  const usable = server.choices.find(({ unsupported }) => unsupported === null);
  const [chosen, setChosen] = useState(usable?.id ?? null);
  const choice = server.choices.find(({ id }) => id === chosen);
  return (
    <>
      <Card level={2} icon={<ServerIcon name={server.name.split('/').at(-1) ?? server.name} />} title={<RevealText text={server.title ?? server.name} />} actions={<span className="text-xs text-subtle">{r.ownWord}</span>}>
        <div className="flex min-w-0 flex-col gap-3">
          <p className="text-sm break-words"><RevealText text={server.description} multiline /></p>
          {server.status === 'deprecated' || server.status === 'deleted' ? <Callout tone="warn">{r.statusTexts[server.status]}</Callout> : null}
          <About server={server} />
          <Versions server={server} onVersion={onVersion} />
        </div>
      </Card>
      {server.choices.length === 0 ? <Callout tone="neutral">{r.noChoices}</Callout> : (
        <Card level={2} title={r.ways}>
          <RadioGroup cards aria-label={r.ways} value={chosen} onValueChange={setChosen} items={server.choices.map((each) => ({ value: each.id, label: <ChoiceTitle choice={each} />, description: <ChoiceText choice={each} />, disabled: each.unsupported !== null }))} />
        </Card>
      )}
      {choice && choice.kind !== 'bundle' ? <RegistrySheet key={choice.id} server={server} choice={choice} /> : null}
      {choice?.kind === 'bundle' ? <FetchBundle server={server} choice={choice} /> : null}
    </>
  );
}

function About({ server }: { server: RegistryServer }) {
  const r = useT().sources.registry;
  const format = useFormat();
  const openLink = useOpenLink();
  return (
    <Facts>
      <Fact label={r.name}><code className="text-xs break-all"><RevealText text={server.name} /></code></Fact>
      {server.publishedAt === null ? null : <Fact label={r.published}>{format.dateTime(server.publishedAt)}</Fact>}
      {server.links.map(({ kind, url }) => (
        <Fact key={kind} label={r.links[kind]}><button type="button" className="text-left break-all text-accent-fg underline" onClick={() => openLink(url)}><RevealText text={url} hideCount /></button></Fact>
      ))}
    </Facts>
  );
}

function Versions({ server, onVersion }: { server: RegistryServer; onVersion: (version: string) => void }) {
  const r = useT().sources.registry;
  const { data } = useHostQuery('registry/versions', { name: server.name });
  const versions = [...new Map((data?.versions ?? []).map((each) => [each.version, each])).values()];
  const items = versions.some((each) => each.version === server.version) ? versions : [{ version: server.version, isLatest: server.isLatest }, ...versions];
  return (
    <Field label={r.version} className="max-w-64">
      <Select items={items.map((each) => ({ value: each.version, label: each.isLatest ? r.latest(each.version) : each.version }))} value={server.version} onValueChange={onVersion} />
    </Field>
  );
}

function ChoiceTitle({ choice }: { choice: RegistryChoice }) {
  const r = useT().sources.registry;
  const kindName = useKindName();
  return <RevealText text={choice.kind === 'remote' ? r.remoteAt(choice.transport) : choice.kind === 'bundle' ? r.bundle : r.package(kindName(choice.registryType))} hideCount />;
}

function ChoiceText({ choice }: { choice: RegistryChoice }) {
  const r = useT().sources.registry;
  return (
    <span className="block min-w-0 break-all">
      <RevealText text={`${choice.identifier}${choice.version === '' ? '' : ` ${choice.version}`}`} />
      {choice.unsupported === null ? null : <span className="block text-warn-fg">{r.unsupported[choice.unsupported]}</span>}
    </span>
  );
}

function FetchBundle({ server, choice }: { server: RegistryServer; choice: RegistryChoice }) {
  const r = useT().sources.registry;
  const open = useBundleState((state) => state.open);
  const fetching = useHostMutation('registry/bundle');
  return (
    <Card level={2} title={r.bundle}>
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-sm text-muted">{r.bundleText}</p>
        {fetching.error ? <ProblemCallout problem={fetching.error.problem} /> : null}
        <div>
          <Button
            variant="primary"
            loading={fetching.isPending}
            onClick={() =>
              fetching.mutate(
                { name: server.name, version: server.version, choice: choice.id },
                {
                  onSuccess: (preview) => {
                    open(preview);
                    navigate({ at: 'add-server', way: 'bundle' });
                  },
                },
              )
            }
          >
            {r.fetchBundle}
          </Button>
        </div>
      </div>
    </Card>
  );
}
