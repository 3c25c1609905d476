/** Everything a profile is made of, in one form. */
import { longestProfileInstructions, longestProfileName } from '@portolan/contract/profiles';
import type { ProfileInput, ProfileView } from '@portolan/contract/profiles';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { useRef, useState } from 'react';
import { useHostMutation, useProviders } from '../../../host/queries.ts';
import type { FormDialogUse } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { areGood, ParameterFields } from './parameter-fields.tsx';
import { ProfileServersField } from './profile-servers-field.tsx';

const nothing: ProfileInput = { name: '', model: null, parameters: {}, instructions: '', servers: null };

export function ProfileForm({ profile, use }: { profile: ProfileView | null; use: FormDialogUse }) {
  const t = useT();
  const f = t.profiles.form;
  const save = useHostMutation('profiles/save');
  const form = useRef<HTMLFormElement>(null);
  const showFirstError = useFirstError(form);
  const [draft, setDraft] = useState<ProfileInput>(() => (profile === null ? nothing : inputOf(profile)));
  const [isTried, setIsTried] = useState(false);
  const change = (next: Partial<ProfileInput>) => {
    setDraft({ ...draft, ...next });
    use.onDirty();
  };
  const tooLong = draft.instructions.length - longestProfileInstructions;
  const nameError = draft.name.trim() === '' ? f.nameNeeded : draft.name.length > longestProfileName ? f.tooLong(draft.name.length - longestProfileName) : undefined;
  const submit = () => {
    setIsTried(true);
    if (nameError !== undefined || tooLong > 0 || !areGood(draft.parameters)) showFirstError();
    else save.mutate({ ...(profile === null ? {} : { profileId: profile.id }), profile: { ...draft, name: draft.name.trim() } }, { onSuccess: use.onDone });
  };
  return (
    <form
      ref={form}
      className="flex min-w-0 flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={f.name} error={isTried ? nameError : undefined} required>
        <Input value={draft.name} autoComplete="off" aria-invalid={isTried && nameError !== undefined} onValueChange={(name) => change({ name })} />
      </Field>
      <ModelField draft={draft} onChange={change} />
      <Field label={f.instructions} description={f.instructionsNote} error={tooLong > 0 ? f.tooLong(tooLong) : undefined}>
        <Textarea value={draft.instructions} rows={5} aria-invalid={tooLong > 0} className="max-h-72 field-sizing-content min-h-28" onValueChange={(instructions) => change({ instructions })} />
      </Field>
      <ProfileServersField servers={draft.servers} onChange={(servers) => change({ servers })} />
      <Checkbox label={t.scripts.switchLabel} description={t.scripts.profileText} checked={draft.runsScripts === true} onCheckedChange={(isOn) => change({ runsScripts: isOn ? true : undefined })} />
      <ParameterFields parameters={draft.parameters} onChange={(parameters) => change({ parameters })} />
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={use.onCancel}>{t.app.actions.cancel}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>{f.save}</Button>
      </div>
    </form>
  );
}

const inputOf = ({ name, model, parameters, instructions, servers, runsScripts }: ProfileView): ProfileInput => ({ name, model, parameters, instructions, servers, ...(runsScripts === undefined ? {} : { runsScripts }) });

/** No model is called so. */
const ofChat = '';

function ModelField({ draft: { model }, onChange }: { draft: ProfileInput; onChange: (next: Partial<ProfileInput>) => void }) {
  const t = useT();
  const f = t.profiles.form;
  const providers = useProviders().data?.providers ?? [];
  const all = providers.flatMap((provider) => provider.models.map(({ id }) => ({ value: `${provider.id} ${id}`, label: id, provider: provider.name, model: { providerId: provider.id, model: id } })));
  const value = model === null ? ofChat : `${model.providerId} ${model.model}`;
  const groups = [
    { label: t.profiles.summary.anyModel, items: [{ value: ofChat, label: t.profiles.summary.anyModel }] },
    ...(model !== null && !all.some((each) => each.value === value) ? [{ label: f.gone, items: [{ value, label: model.model }] }] : []),
    ...providers.filter(({ models }) => models.length > 0).map(({ id, name }) => ({ label: name, items: all.filter((each) => each.model.providerId === id).map((each) => ({ value: each.value, label: each.label })) })),
  ];
  return (
    <Field label={f.model} description={f.modelNote}>
      <Select className="w-64 max-w-full" items={groups} value={value} onValueChange={(next) => onChange({ model: next === ofChat ? null : (all.find((each) => each.value === next)?.model ?? model) })} />
    </Field>
  );
}
