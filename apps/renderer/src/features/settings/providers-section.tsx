/** Model providers: add, test, choose models, remove. A key goes in and is never shown again (C01). */
import type { ModelRef } from '@portolan/contract/conversations';
import type { ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { FileBoxIcon, PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { useProviders } from '../../host/queries.ts';
import type { ProvidersState } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { FoundModels, useLooking } from './local/found-models.tsx';
import { ModelFileDialog } from './local/model-file-dialog.tsx';
import { ModelWays } from './local/model-ways.tsx';
import { ModelPatience } from './model-patience.tsx';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

export function ProvidersSection() {
  const t = useT();
  const p = t.settings.providers;
  const { data, error, retry } = useProviders();
  const [edited, setEdited] = useState<ProviderView | 'new' | null>(null);
  const [file, setFile] = useState<ProviderView | 'new' | null>(null);
  const looking = useLooking();
  const providers = data?.providers ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{t.shell.providersLead}</p>
        {providers.length > 0 ? (
          <span className="flex flex-wrap gap-2">
            <Button icon={<FileBoxIcon />} onClick={() => setFile('new')}>{t.localModels.file.openIt}</Button>
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setEdited('new')}>{p.add}</Button>
          </span>
        ) : null}
      </div>
      {error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : null}
      {data || error ? null : <Skeleton className="h-24" />}
      {data && providers.length === 0 ? <ModelWays looking={looking} onOpenFile={() => setFile('new')} onAddProvider={() => setEdited('new')} /> : null}
      {data && providers.some((each) => each.models.length > 0) ? <DefaultModel state={data} /> : null}
      {providers.length > 0 ? <ModelPatience /> : null}
      {providers.map((provider) => <ProviderCard key={provider.id} provider={provider} onEdit={() => (provider.file ? setFile(provider) : setEdited(provider))} />)}
      {providers.length > 0 ? <FoundModels looking={looking} /> : null}
      <ProviderDialog provider={edited} onClose={() => setEdited(null)} />
      <ModelFileDialog provider={file} onClose={() => setFile(null)} />
    </div>
  );
}

const keyOf = (model: ModelRef): string => `${model.providerId} ${model.model}`;

function DefaultModel({ state: { providers, defaultModel } }: { state: ProvidersState }) {
  const t = useT();
  const act = useAct();
  const groups = providers
    .filter((each) => each.models.length > 0)
    .map((each) => ({
      label: each.name,
      items: each.models.map((one) => {
        const model: ModelRef = { providerId: each.id, model: one.id };
        return { value: keyOf(model), label: one.id, model };
      }),
    }));
  return (
    <Card level={2}>
      <Field label={t.settings.providers.defaultModel}>
        <Select
          placeholder={t.chat.model.choose}
          value={defaultModel ? keyOf(defaultModel) : null}
          items={groups}
          onValueChange={(value) => {
            const model = groups.flatMap((group) => group.items).find((item) => item.value === value)?.model;
            if (model) void act('providers/setDefault', { model });
          }}
        />
      </Field>
    </Card>
  );
}
