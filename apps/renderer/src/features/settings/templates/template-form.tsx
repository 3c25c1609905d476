/** Writing a prompt template: its places stand out, what is wrong is said at its place, and it is looked at before it is kept. */
import { longestTemplate, TemplateName } from '@portolan/contract/templates';
import type { TemplateInput, TemplateProblem, TemplateView } from '@portolan/contract/templates';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Tabs, TabPanel } from '@portolan/ui/tabs';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery, useLibraryStamp } from '../../../host/queries.ts';
import type { FormDialogUse } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { TemplateProblems } from '../../../lib/template-problems.tsx';
import { TemplatePreview } from '../../../lib/template-view.tsx';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { TemplateEditor } from './template-editor.tsx';

const checkAfterMs = 300;

export function TemplateForm({ template, use }: { template: TemplateView | null; use: FormDialogUse }) {
  const t = useT();
  const { form: f, problems: p } = t.templates;
  const save = useHostMutation('templates/save');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const showFirstError = useFirstError(form);
  const [draft, setDraft] = useState<TemplateInput>(template === null ? { name: '', description: '', text: '' } : { name: template.name, description: template.description, text: template.text });
  const [isTried, setIsTried] = useState(false);
  const [view, setView] = useState<'write' | 'preview'>('write');
  /** The text that was not saved because of what is wrong with it. */
  const [refused, setRefused] = useState<string | null>(null);
  const problems = useProblems(draft.text);
  const isRefused = refused === draft.text;
  const isUnreadable = problems.some(({ kind }) => kind === 'unreadable');
  const tooLong = draft.text.length - longestTemplate;
  const isNameBad = !TemplateName.safeParse(draft.name).success;
  const change = (next: Partial<TemplateInput>) => {
    setDraft({ ...draft, ...next });
    use.onDirty();
  };
  const submit = (anyway: boolean) => {
    setIsTried(true);
    if (isNameBad || tooLong > 0 || draft.text.trim() === '') {
      setView('write');
      showFirstError();
      return;
    }
    save.mutate({ ...(template === null ? {} : { templateId: template.id }), template: draft, anyway }, { onSuccess: ({ template: saved }) => (saved === null ? setRefused(draft.text) : use.onDone()) });
  };
  const go = ({ start, end }: Pick<TemplateProblem, 'start' | 'end'>) => {
    setView('write');
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start, end);
    });
  };
  const replace = ({ start, end }: TemplateProblem, name: string) => {
    const kind = /^\{\{\s*(tool|resource)/.exec(draft.text.slice(start, end))?.[1] ?? 'tool';
    const written = `{{${kind}:${name}}}`;
    change({ text: `${draft.text.slice(0, start)}${written}${draft.text.slice(end)}` });
    // The button goes with the problem; who used it stays where they were writing.
    go({ start, end: start + written.length });
  };
  return (
    <form
      ref={form}
      className="flex min-w-0 flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Field label={f.name} description={f.nameNote} error={isTried && isNameBad ? f.nameBad : undefined} required>
        <Input mono value={draft.name} autoComplete="off" spellCheck={false} aria-invalid={isTried && isNameBad} onValueChange={(name) => change({ name })} />
      </Field>
      <Field label={f.description}>
        <Input value={draft.description} maxLength={500} autoComplete="off" onValueChange={(description) => change({ description })} />
      </Field>
      <Tabs variant="segmented" aria-label={f.view} value={view} onValueChange={setView} items={[{ value: 'write', label: f.write }, { value: 'preview', label: f.preview }]}>
        <TabPanel value="write" className="pt-2" keepMounted>
          <Field label={f.content} description={f.contentNote} error={tooLong > 0 ? f.tooLong(tooLong) : undefined} required>
            <TemplateEditor ref={field} text={draft.text} problems={problems} isInvalid={tooLong > 0 || (isTried && draft.text.trim() === '')} onChange={(text) => change({ text })} />
          </Field>
        </TabPanel>
        <TabPanel value="preview" className="pt-2"><TemplatePreview text={draft.text} values={{}} /></TabPanel>
      </Tabs>
      {problems.length > 0 ? (
        <Callout tone={isRefused ? 'danger' : 'warn'} title={isRefused ? p.titleSave : p.title} alert={isRefused}>
          <TemplateProblems text={draft.text} problems={problems} onGo={go} onReplace={replace} />
        </Callout>
      ) : null}
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={use.onCancel}>{t.app.actions.cancel}</Button>
        {isRefused && !isUnreadable ? <Button loading={save.isPending} onClick={() => submit(true)}>{f.saveAnyway}</Button> : null}
        <Button type="submit" variant="primary" loading={save.isPending}>{f.save}</Button>
      </div>
    </form>
  );
}

/** As of the text a moment ago; only those that still stand at their places. */
function useProblems(text: string): TemplateProblem[] {
  const asked = useSettled(text, checkAfterMs);
  const stamp = useLibraryStamp().data;
  const { data } = useHostQuery('templates/check', { text: asked }, { stamp, keep: true, enabled: asked.length <= longestTemplate });
  return asked === text ? (data?.problems ?? []) : (data?.problems ?? []).filter(({ start, end }) => text.slice(start, end) === asked.slice(start, end));
}
