/** Prompt templates: made, changed, deleted (C11). */
import type { TemplateView } from '@portolan/contract/templates';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { PlusIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useTemplates } from '../../../host/queries.ts';
import { FormDialog } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { TemplateForm } from './template-form.tsx';

export function TemplatesSection() {
  const t = useT();
  const w = t.templates;
  const { data, error, retry } = useTemplates();
  const [open, setOpen] = useState<TemplateView | 'new' | null>(null);
  return (
    <Card level={2} title={w.title} actions={<Button size="sm" icon={<PlusIcon />} onClick={() => setOpen('new')}>{w.add}</Button>}>
      <p className="text-sm text-muted">{w.text}</p>
      {error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : null}
      {data || error ? null : <Skeleton className="h-12" />}
      {data?.length === 0 ? <p className="pt-2 text-sm text-muted">{w.empty}</p> : null}
      <ul className="flex flex-col divide-y divide-line">{data?.map((template) => <Row key={template.id} template={template} onEdit={() => setOpen(template)} />)}</ul>
      <FormDialog isOpen={open !== null} title={open === null || open === 'new' ? w.addTitle : w.editTitle(open.name)} size="lg" onClose={() => setOpen(null)}>
        {(use) => (open === null ? null : <TemplateForm key={open === 'new' ? 'new' : open.id} template={open === 'new' ? null : open} use={use} />)}
      </FormDialog>
    </Card>
  );
}

function Row({ template: { id, name, description, text, variables }, onEdit }: { template: TemplateView; onEdit: () => void }) {
  const t = useT();
  const w = t.templates;
  const act = useAct();
  const toast = useToast();
  const remove = async () => {
    if (!(await act('templates/remove', { templateId: id }))) return;
    toast.show({ title: w.deleted(name), action: { label: t.app.actions.undo, onPress: () => void act('templates/restore', { templateId: id }) } });
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 text-sm">
      <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 break-words">
        <span className="font-mono text-xs font-medium"><RevealText text={`/${name}`} /></span>
        <span className="line-clamp-2 text-xs text-subtle"><RevealText text={description === '' ? text.slice(0, 300) : description} hideCount /></span>
        {variables.length > 0 ? <span className="text-xs text-subtle">{w.variables(variables.length)}</span> : null}
      </span>
      <span className="flex items-center gap-1.5">
        <Button size="sm" aria-label={w.editTitle(name)} onClick={onEdit}>{w.edit}</Button>
        <IconButton size="sm" label={w.deleteOf(name)} icon={<Trash2Icon />} onClick={() => void remove()} />
      </span>
    </li>
  );
}
