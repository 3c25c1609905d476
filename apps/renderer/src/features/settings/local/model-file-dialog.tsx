/** Opening a model file, or changing how one is run. What its header says is shown before anything of it is run. */
import type { ModelFile, ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { FormDialog } from '../../../lib/form-dialog.tsx';
import type { FormDialogUse } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { PathInput } from '../../../lib/path-input.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useSettled } from '../../../lib/use-settled.ts';
import { ModelFileFacts } from './model-file-facts.tsx';

const fresh: ModelFile = { path: '', contextSize: 0, threads: 0, idleMinutes: 10 };

/** `provider` is a file to change, `new` opens one, null keeps the dialog closed. */
export function ModelFileDialog({ provider, onClose }: { provider: ProviderView | 'new' | null; onClose: () => void }) {
  const f = useT().localModels.file;
  return (
    <FormDialog isOpen={provider !== null} title={provider === 'new' || provider === null ? f.open : f.change} size="md" onClose={onClose}>
      {(use) => (provider === null ? null : <ModelFileForm {...(provider === 'new' ? {} : { provider })} {...use} />)}
    </FormDialog>
  );
}

/** Milliseconds without a key until what was typed is looked at. */
const pauseMs = 400;

function ModelFileForm({ provider, onDirty, onDone, onCancel }: FormDialogUse & { provider?: ProviderView }) {
  const t = useT();
  const f = t.localModels.file;
  const toast = useToast();
  const [file, setFile] = useState<ModelFile>(provider?.file ?? fresh);
  const path = useSettled(file.path.trim(), pauseMs);
  const contextSize = useSettled(file.contextSize, pauseMs);
  const { data, error, isFetching, refetch } = useHostQuery('modelFiles/read', { path, contextSize }, { enabled: /\.gguf$/i.test(path), keep: true, fresh: true });
  const save = useHostMutation('modelFiles/save');
  const submit = (readPath: string) =>
    save.mutate(
      { ...(provider ? { id: provider.id } : {}), file: { ...file, path: readPath } },
      {
        onSuccess: (saved) => {
          toast.show({ tone: 'success', title: provider ? f.saved : f.added(saved.name) });
          onDone();
        },
      },
    );
  const change = (part: Partial<ModelFile>) => {
    setFile({ ...file, ...part });
    onDirty();
  };
  const isRead = data !== undefined && !error && data.path !== '' && file.path.trim() !== '';
  const isNoModel = path !== '' && !/\.gguf$/i.test(path);
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRead && !save.isPending) submit(data.path);
      }}
    >
      <p className="text-sm text-pretty text-muted">{f.lead}</p>
      <Field label={f.path} description={f.pathHint} error={isNoModel ? f.notGguf : undefined}>
        <PathInput kind="file" value={file.path} onValueChange={(next) => change({ path: next })} placeholder="~/Models/model.gguf" aria-invalid={isNoModel} />
      </Field>
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {isFetching && !data ? <Skeleton className="h-32" /> : null}
      {isRead ? (
        <>
          <ModelFileFacts facts={data} />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label={f.contextSize} description={f.contextHint}>
              <NumberField integer min={256} max={10_000_000} step={1024} value={file.contextSize === 0 ? data.contextSize : file.contextSize} onValueChange={(next) => change({ contextSize: clamp(next, 10_000_000) })} />
            </Field>
            <Field label={f.threads} description={f.threadsHint}>
              <NumberField integer min={0} max={512} value={file.threads === 0 ? null : file.threads} onValueChange={(next) => change({ threads: clamp(next, 512) })} />
            </Field>
            <Field label={f.idle} description={f.idleHint}>
              <NumberField integer min={0} max={1440} value={file.idleMinutes} onValueChange={(next) => change({ idleMinutes: clamp(next, 1440) })} />
            </Field>
          </div>
        </>
      ) : null}
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={!isRead} loading={save.isPending}>{provider ? t.app.actions.save : f.add}</Button>
        <Button variant="ghost" onClick={onCancel}>{t.app.actions.cancel}</Button>
      </div>
    </form>
  );
}

const clamp = (value: number | null, most: number): number => Math.min(most, Math.max(0, Math.round(value ?? 0)));
