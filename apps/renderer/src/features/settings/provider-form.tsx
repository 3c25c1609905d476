/** One provider: kind, address, key and models. Saved first, then tested, so that a refused key loses nothing typed. */
import type { Problem } from '@portolan/contract/errors';
import type { ProviderKind, ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { useToast } from '@portolan/ui/toast';
import { useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, ProblemCallout } from '../../lib/problem.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { draftOf, dropsKey, isUrlWrong, modelsOf, needsUrl, saveInput } from './provider-draft.ts';
import type { ProviderDraft } from './provider-draft.ts';

const kinds: ProviderKind[] = ['openai-compatible', 'openai', 'openai-chat', 'anthropic', 'google'];

export interface ProviderFormProps {
  /** The provider to change; absent adds one. */
  provider?: ProviderView;
  onDirty: () => void;
  /** It is saved and works, or the person has had enough. */
  onDone: () => void;
  onCancel: () => void;
}

export function ProviderForm({ provider, onDirty, onDone, onCancel }: ProviderFormProps) {
  const t = useT();
  const p = t.settings.providers;
  const [saved, setSaved] = useState(provider);
  const [draft, setDraft] = useState(() => draftOf(provider));
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const showFirstError = useFirstError(form);
  const { run, isPending, problem } = useSaveAndTest();
  const change = (part: Partial<ProviderDraft>) => {
    setDraft({ ...draft, ...part });
    onDirty();
  };
  const submit = async () => {
    setIsTried(true);
    if (isPending) return;
    if (isUrlWrong(draft)) {
      showFirstError();
      return;
    }
    const { stored, works } = await run(draft, saved);
    if (stored) {
      setSaved(stored);
      // It has gone where it belongs; the window keeps no copy (C01).
      setDraft((current) => ({ ...current, key: '' }));
    }
    if (works) onDone();
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={p.kind}>
        <Select value={draft.kind} onValueChange={(kind) => change({ kind })} disabled={saved !== undefined} items={kinds.map((value) => ({ value, label: t.shell.providerKinds[value] }))} />
      </Field>
      <Field label={p.baseUrl} description={p.baseUrlHint} required={needsUrl(draft)} error={isTried && isUrlWrong(draft) ? t.shell.urlNeeded : undefined}>
        <Input mono type="url" value={draft.baseUrl} spellCheck={false} autoComplete="off" onValueChange={(baseUrl) => change({ baseUrl })} placeholder={needsUrl(draft) ? 'http://127.0.0.1:11434/v1' : ''} />
      </Field>
      <Field label={p.name} required={false}>
        <Input value={draft.name} onValueChange={(name) => change({ name })} maxLength={100} autoComplete="off" placeholder={t.shell.providerKinds[draft.kind]} />
      </Field>
      <Field label={saved?.hasKey ? p.replaceKey : p.key} description={dropsKey(draft, saved) ? t.shell.keyWillGo : saved?.hasKey ? p.keyStored : p.keyHint} required={false}>
        <Input mono type="password" autoComplete="new-password" value={draft.key} onValueChange={(key) => change({ key })} maxLength={8192} />
      </Field>
      <Field label={p.modelsManual} description={p.modelsManualHint} required={false}>
        <Textarea mono value={draft.models} onValueChange={(models) => change({ models })} rows={3} spellCheck={false} className="max-h-48" />
      </Field>
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={isPending}>{t.shell.saveAndTest}</Button>
        <Button variant="ghost" onClick={saved === provider ? onCancel : onDone}>{saved === provider ? t.app.actions.cancel : t.app.actions.close}</Button>
      </div>
    </form>
  );
}

interface Outcome {
  /** The provider as it is stored now; null when it could not be stored. */
  stored: ProviderView | null;
  works: boolean;
}

function useSaveAndTest(): { run: (draft: ProviderDraft, provider: ProviderView | undefined) => Promise<Outcome>; isPending: boolean; problem: Problem | null } {
  const t = useT();
  const { link } = useHost();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (draft: ProviderDraft, provider: ProviderView | undefined): Promise<Outcome> => {
    setIsPending(true);
    setProblem(null);
    let stored: ProviderView | null = null;
    try {
      stored = await link.request('providers/save', saveInput(draft, provider, t.shell.providerKinds[draft.kind]));
      const test = await link.request('providers/test', { id: stored.id });
      setProblem(test.problem);
      if (test.problem === null) toast.show({ tone: 'success', title: t.shell.testWorked(stored.name, test.models.length) });
      // Models typed by hand stand when the address lists none.
      return { stored, works: test.problem === null && (test.models.length > 0 || modelsOf(draft).length > 0) };
    } catch (error) {
      setProblem(problemOf(error));
      return { stored, works: false };
    } finally {
      setIsPending(false);
    }
  };
  return { run, isPending, problem };
}
