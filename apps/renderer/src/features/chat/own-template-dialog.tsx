/** A template of the person's own on its way into a message: its places are filled in, and what it cannot have now is said first (C11). */
import type { ConversationId } from '@portolan/contract/ids';
import { isRemark } from '@portolan/contract/templates';
import type { TemplateView } from '@portolan/contract/templates';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Dialog } from '@portolan/ui/dialog';
import { Field } from '@portolan/ui/field';
import { RevealText } from '@portolan/ui/reveal-text';
import { Textarea } from '@portolan/ui/textarea';
import { useRef, useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { TemplateProblems } from '../../lib/template-problems.tsx';
import { TemplatePreview } from '../../lib/template-view.tsx';
import { useAttachTo } from '../../lib/use-attach-to.ts';

export interface OwnTemplateDialogProps {
  conversationId: ConversationId;
  template: TemplateView;
  onInsert: (text: string) => void;
  onClose: () => void;
}

export function OwnTemplateDialog({ conversationId, template, onInsert, onClose }: OwnTemplateDialogProps) {
  const t = useT();
  const { use: w, form: f } = t.templates;
  const use = useHostMutation('templates/use');
  const attach = useAttachTo();
  const main = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const { id, name, description, text, variables } = template;
  const problems = use.data?.problems.filter((problem) => !isRemark(problem)) ?? [];
  const insert = ({ text: filled, attachments }: NonNullable<typeof use.data>) => {
    if (attachments.length > 0) attach(conversationId, attachments);
    onInsert(filled);
  };
  const submit = () => {
    // What was said of it once is not said again: the person has read it.
    const isRead = problems.length > 0;
    use.mutate({ templateId: id, conversationId, values }, { onSuccess: (made) => (isRead || made.problems.every(isRemark) ? insert(made) : undefined) });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={<RevealText text={w.title(name)} />}
      description={description === '' ? undefined : <RevealText text={description} />}
      size="lg"
      dismissOutside={false}
      {...(variables.length === 0 ? { initialFocus: main } : {})}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button ref={main} variant="primary" loading={use.isPending} onClick={submit}>{problems.length > 0 ? w.insertAnyway : w.insert}</Button>
        </>
      }
    >
      <form
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {variables.map((variable) => (
          <Field key={variable} label={<RevealText text={variable} />}>
            <Textarea
              rows={1}
              className="max-h-48 field-sizing-content min-h-9"
              value={values[variable] ?? ''}
              onValueChange={(value) => setValues({ ...values, [variable]: value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                if (!event.repeat) submit();
              }}
            />
          </Field>
        ))}
        {/* The dialog scrolls: a second place that does would only be in the way. */}
        <section aria-label={f.preview} className="rounded-md border border-line bg-sunken p-3"><TemplatePreview text={text} values={values} /></section>
        {problems.length > 0 ? <Callout tone="warn" alert title={w.problems}><TemplateProblems text={text} problems={problems} /><p className="pt-1 text-muted">{w.problemsNote}</p></Callout> : null}
        {use.error ? <ProblemCallout problem={use.error.problem} /> : null}
      </form>
    </Dialog>
  );
}
