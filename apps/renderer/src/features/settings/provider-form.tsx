/** One provider: kind, address, key and models. Saved first, then tested, so that a refused key loses nothing typed. */
import type { ProviderKind, ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

const kinds: ProviderKind[] = ['openai-compatible', 'openai', 'openai-chat', 'anthropic', 'google'];

export function ProviderForm({ provider, onDone }: { provider?: ProviderView; onDone: () => void }) {
  const t = useT();
  const p = t.settings.providers;
  const save = useHostMutation('providers/save');
  const test = useHostMutation('providers/test');
  const [saved, setSaved] = useState<ProviderView | undefined>(provider);
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'openai-compatible');
  const [name, setName] = useState(provider?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '');
  const [key, setKey] = useState('');
  const [models, setModels] = useState((provider?.models ?? []).map((each) => each.id).join('\n'));
  const [isTried, setIsTried] = useState(false);
  const needsUrl = kind === 'openai-compatible';
  const missingUrl = (needsUrl && baseUrl.trim() === '') || (baseUrl.trim() !== '' && !/^https?:\/\/[^/]/i.test(baseUrl.trim()));
  const submit = async () => {
    setIsTried(true);
    if (missingUrl) return;
    const list = models.split('\n').map((each) => each.trim()).filter(Boolean);
    const next = await save.mutateAsync({
      ...(saved ? { id: saved.id } : {}),
      kind,
      name: name.trim() || t.shell.providerKinds[kind],
      baseUrl: baseUrl.trim(),
      ...(key === '' ? {} : { key }),
      models: list,
    });
    setSaved(next);
    const result = await test.mutateAsync({ id: next.id });
    // Models typed by hand stand when the address lists none.
    if (result.problem === null || list.length > 0) onDone();
  };
  const problem = save.error?.problem ?? test.error?.problem ?? test.data?.problem ?? null;
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <Field label={p.kind}>
        <Select value={kind} onValueChange={setKind} disabled={saved !== undefined} items={kinds.map((value) => ({ value, label: t.shell.providerKinds[value] }))} />
      </Field>
      <Field label={p.baseUrl} description={p.baseUrlHint} required={needsUrl} error={isTried && missingUrl ? t.shell.urlNeeded : undefined}>
        <Input mono type="url" value={baseUrl} onValueChange={setBaseUrl} placeholder={needsUrl ? 'http://127.0.0.1:11434/v1' : ''} />
      </Field>
      <Field label={p.name} required={false}>
        <Input value={name} onValueChange={setName} maxLength={100} placeholder={t.shell.providerKinds[kind]} />
      </Field>
      <Field label={saved?.hasKey ? p.replaceKey : p.key} description={saved?.hasKey ? p.keyStored : p.keyHint} required={false}>
        <Input mono type="password" autoComplete="off" value={key} onValueChange={setKey} maxLength={8192} />
      </Field>
      <Field label={p.modelsManual} description={p.modelsManualHint} required={false}>
        <Textarea mono value={models} onValueChange={setModels} rows={3} spellCheck={false} className="max-h-48" />
      </Field>
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" loading={save.isPending || test.isPending}>{t.shell.saveAndTest}</Button>
        <Button variant="ghost" onClick={onDone}>{saved ? t.app.actions.close : t.app.actions.cancel}</Button>
      </div>
    </form>
  );
}
