/** One provider: kind, place, key and models. Saved first, then tested, so that a refused key loses nothing typed. */
import type { Problem } from '@portolan/contract/errors';
import type { ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { useToast } from '@portolan/ui/toast';
import { useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, ProblemCallout } from '../../lib/problem.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { draftOf, isWrong, modelsOf, saveInput, withoutSecrets } from './provider-draft.ts';
import type { ProviderDraft } from './provider-draft.ts';
import { KeyFields } from './provider-key-fields.tsx';
import { ModelsField, PlaceFields } from './provider-place-fields.tsx';

const groups = [
  { group: 'services', kinds: ['openai', 'anthropic', 'google', 'mistral', 'groq', 'deepseek', 'xai', 'openrouter'] },
  { group: 'clouds', kinds: ['azure', 'bedrock'] },
  { group: 'own', kinds: ['openai-compatible', 'ollama', 'openai-chat'] },
] as const;

export interface ProviderFormProps {
  /** The provider to change; absent adds one. */
  provider?: ProviderView;
  onDirty: () => void;
  /** Stored as it stands, whether it works or not. */
  onSaved: () => void;
  /** It is saved and works, or the person has had enough. */
  onDone: () => void;
  onCancel: () => void;
}

export function ProviderForm({ provider, onDirty, onSaved, onDone, onCancel }: ProviderFormProps) {
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
    if (isWrong(draft, saved)) {
      showFirstError();
      return;
    }
    const { stored, works } = await run(draft, saved);
    if (stored) {
      setSaved(stored);
      // It has gone where it belongs; the window keeps no copy (C01).
      setDraft(withoutSecrets);
      onSaved();
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
        <Select
          value={draft.kind}
          // Nothing is written by it that could be lost.
          onValueChange={(kind) => setDraft({ ...draft, kind })}
          disabled={saved !== undefined}
          items={groups.map(({ group, kinds }) => ({ label: t.providers.groups[group], items: kinds.map((value) => ({ value, label: t.shell.providerKinds[value] })) }))}
        />
      </Field>
      <PlaceFields draft={draft} isTried={isTried} onChange={change} />
      <Field label={p.name} required={false}>
        <Input value={draft.name} onValueChange={(name) => change({ name })} maxLength={100} autoComplete="off" placeholder={t.shell.providerKinds[draft.kind]} />
      </Field>
      <KeyFields draft={draft} provider={saved} isTried={isTried} onChange={change} />
      <ModelsField draft={draft} isTried={isTried} onChange={change} />
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={isPending}>{t.shell.saveAndTest}</Button>
        <Button variant="ghost" onClick={onCancel}>{saved === provider ? t.app.actions.cancel : t.app.actions.close}</Button>
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
      if (test.problem === null) toast.show({ tone: 'success', title: stored.kind === 'azure' ? t.providers.azure.works(stored.name) : t.shell.testWorked(stored.name, test.models.length) });
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
