/** A server by form: a program with arguments and environment, or an address with headers (S01). */
import type { Problem } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PathInput } from '../../lib/path-input.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { faultsOf, launchOf, splitCommand } from './launch-draft.ts';
import type { DraftFaults, LaunchDraft } from './launch-draft.ts';
import { NameWarnings } from './name-warnings.tsx';
import { PairsField } from './pairs-field.tsx';
import { TrialDialog } from './trial/trial-dialog.tsx';
import type { LaunchView } from '@portolan/contract/servers';

export interface LaunchFormProps {
  draft: LaunchDraft;
  onChange: (draft: LaunchDraft) => void;
  onSave: (name: string, launch: LaunchView) => void;
  onCancel: () => void;
  isSaving: boolean;
  /** The server that is being changed. */
  of?: ServerId | undefined;
  /** Why the last try to save failed; the draft is untouched by it. */
  problem: Problem | null;
}

export function LaunchForm({ draft, onChange, onSave, onCancel, isSaving, problem, of }: LaunchFormProps) {
  const t = useT();
  const f = t.servers.form;
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const [trial, setTrial] = useState<LaunchView | null>(null);
  const showFirstError = useFirstError(form);
  const faults = faultsOf(draft);
  const shown = isTried ? faults : {};
  const change = (part: Partial<LaunchDraft>) => onChange({ ...draft, ...part });
  return (
    <form
      ref={form}
      className="flex min-w-0 flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (Object.keys(faults).length > 0) showFirstError();
        else if (!isSaving) onSave(draft.name.trim(), launchOf(draft));
      }}
    >
      <RadioGroup
        cards
        className="grid sm:grid-cols-2"
        aria-label={f.kind}
        value={draft.kind}
        onValueChange={(kind) => change({ kind })}
        items={[
          { value: 'stdio', label: f.kindStdio, description: f.kindStdioText },
          { value: 'http', label: f.kindHttp, description: f.kindHttpText },
        ]}
      />
      <Field label={f.name} description={f.nameHint} required error={shown.name && t.shell.fieldRequired}>
        <Input value={draft.name} maxLength={128} autoComplete="off" onValueChange={(name) => change({ name })} />
      </Field>
      <NameWarnings name={draft.name.trim()} />
      {draft.kind === 'stdio' ? <ProgramFields draft={draft} faults={shown} change={change} /> : <AddressFields draft={draft} faults={shown} change={change} />}
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={isSaving}>{f.saveAndReview}</Button>
        <Button
          onClick={() => {
            const { name: _unnamed, ...rest } = faults;
            setIsTried(true);
            if (Object.keys(rest).length > 0) showFirstError();
            else setTrial(launchOf(draft));
          }}
        >
          {t.servers.trial.test}
        </Button>
        <Button variant="ghost" onClick={onCancel}>{t.app.actions.cancel}</Button>
      </div>
      {trial ? <TrialDialog name={draft.name.trim()} launch={trial} of={of} onClose={() => setTrial(null)} /> : null}
    </form>
  );
}

interface PartProps {
  draft: LaunchDraft;
  faults: DraftFaults;
  change: (part: Partial<LaunchDraft>) => void;
}

function ProgramFields({ draft, faults, change }: PartProps) {
  const t = useT();
  const f = t.servers.form;
  const split = draft.args.trim() === '' ? splitCommand(draft.command) : null;
  const isJson = draft.argsAs === 'json';
  return (
    <>
      <Field label={f.command} description={f.commandHint} required error={faults.command && t.shell.fieldRequired}>
        <Input mono value={draft.command} spellCheck={false} autoComplete="off" onValueChange={(command) => change({ command })} />
      </Field>
      {split ? (
        <Callout tone="info" actions={<Button size="sm" onClick={() => change({ command: split.command, args: split.args.join('\n'), argsAs: 'lines' })}>{f.split}</Button>}>
          {f.commandSplit(split.args.length)}
        </Callout>
      ) : null}
      <Field label={f.args} description={isJson ? t.shell.argumentsAsJson : f.argsHint} error={faults.args && t.shell.argumentsNotJson}>
        <Textarea mono value={draft.args} onValueChange={(args) => change({ args })} rows={3} spellCheck={false} className="max-h-72" />
      </Field>
      <PairsField label={f.env} hint={f.envHint} addLabel={f.addEnv} rows={draft.env} onChange={(env) => change({ env })} />
      <Field label={f.cwd} description={f.cwdHint} required={false}>
        <PathInput value={draft.cwd} onValueChange={(cwd) => change({ cwd })} />
      </Field>
    </>
  );
}

function AddressFields({ draft, faults, change }: PartProps) {
  const t = useT();
  const f = t.servers.form;
  const error = faults.url === 'missing' ? t.shell.fieldRequired : faults.url === 'not-http' ? t.shell.urlNeeded : undefined;
  return (
    <>
      <Field label={f.url} required error={error}>
        <Input mono type="url" value={draft.url} placeholder="https://" spellCheck={false} autoComplete="off" onValueChange={(url) => change({ url })} />
      </Field>
      <PairsField label={f.headers} hint={f.headersHint} addLabel={f.addHeader} rows={draft.headers} onChange={(headers) => change({ headers })} />
      <Field label={f.transport}>
        <Select
          value={draft.transport}
          onValueChange={(transport) => change({ transport })}
          items={[
            { value: 'auto', label: f.transportAuto },
            { value: 'streamable-http', label: t.servers.overview.transportHttp },
            { value: 'sse', label: t.servers.overview.transportSse },
          ]}
        />
      </Field>
    </>
  );
}
