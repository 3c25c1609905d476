/** The variables of a resource template, with the server's own suggestions, and the address they make (RFC 6570). */
import type { ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SuggestField } from '../../lib/suggest-field.tsx';
import { useT } from '../../lib/i18n.tsx';
import { readTemplate } from '../../lib/uri-template.ts';

export function TemplateForm({ server, template, renderResult }: { server: ServerView; template: ResourceTemplateView; renderResult: (uri: string) => ReactNode }) {
  const t = useT();
  const parsed = useMemo(() => readTemplate(template.uriTemplate), [template.uriTemplate]);
  const [values, setValues] = useState<Record<string, string>>({});
  const [uri, setUri] = useState<string | null>(null);
  if (!parsed) return <Callout tone="warn">{t.resources.malformedTemplate}</Callout>;
  const isFilled = parsed.variables.every((name) => (values[name] ?? '') !== '');
  const expanded = parsed.expand(values);
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFilled) setUri(expanded);
        }}
      >
        {parsed.variables.map((name) => (
          <SuggestField
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(value) => setValues((current) => ({ ...current, [name]: value }))}
            serverId={server.id}
            target={{ type: 'ref/resource', uri: template.uriTemplate }}
            argument={name}
            context={values}
            canSuggest={server.capabilities.includes('completions')}
          />
        ))}
        <p className="text-sm text-muted">{t.resources.resulting}: <CodeText text={expanded} className="break-all" /></p>
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" disabled={!isFilled}>{t.resources.read}</Button>
          {isFilled ? null : <span className="text-sm text-subtle">{t.resources.fillFirst}</span>}
        </div>
      </form>
      {uri === null ? null : renderResult(uri)}
    </>
  );
}
