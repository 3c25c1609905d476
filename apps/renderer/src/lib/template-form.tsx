/** The variables of a resource template, with the server's own suggestions, and the address they make (RFC 6570). */
import type { ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { useMemo, useRef, useState } from 'react';
import { useT } from './i18n.tsx';
import { SuggestField } from './suggest-field.tsx';
import { useKeptValues } from './use-kept-values.ts';
import { useFirstError } from './use-first-error.ts';
import { readTemplate } from './uri-template.ts';

export interface TemplateFormProps {
  server: ServerView;
  template: ResourceTemplateView;
  /** What the button says. */
  action: string;
  onSubmit: (uri: string) => void;
}

export function TemplateForm({ server, template, action, onSubmit }: TemplateFormProps) {
  const t = useT();
  const parsed = useMemo(() => readTemplate(template.uriTemplate), [template.uriTemplate]);
  const [values, setValue] = useKeptValues(`template ${server.id} ${template.uriTemplate}`);
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const showFirstError = useFirstError(form);
  if (!parsed) return <Callout tone="warn">{t.resources.malformedTemplate}</Callout>;
  const isMissing = (variable: { name: string; isRequired: boolean }) => variable.isRequired && (values[variable.name] ?? '') === '';
  const expanded = parsed.expand(values);
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      noValidate
      aria-label={t.resources.variables}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (parsed.variables.some(isMissing)) showFirstError();
        else onSubmit(expanded);
      }}
    >
      {parsed.variables.map((variable) => (
        <SuggestField
          key={variable.name}
          label={variable.name}
          required={variable.isRequired}
          error={isTried && isMissing(variable) ? t.shell.fieldRequired : undefined}
          value={values[variable.name] ?? ''}
          onChange={(value) => setValue(variable.name, value)}
          serverId={server.id}
          target={{ type: 'ref/resource', uri: template.uriTemplate }}
          argument={variable.name}
          context={values}
          canSuggest={server.capabilities.includes('completions')}
        />
      ))}
      <p className="text-sm break-words text-muted">{t.resources.resulting}: <CodeText text={expanded} className="break-all" /></p>
      <Button type="submit" variant="primary" className="self-start">{action}</Button>
    </form>
  );
}
