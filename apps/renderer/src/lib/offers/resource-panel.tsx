/** One resource, or one template with its variables: what it is said to be, and what it holds. */
import type { ResourceTemplateView, ResourceView, ServerView } from '@portolan/contract/servers';
import { useState } from 'react';
import { useT } from '../i18n.tsx';
import { TemplateForm } from '../template-form.tsx';
import { ItemSwitch } from './item-switch.tsx';
import { ReadResource, ResourceHead } from './read-resource.tsx';

export function ResourcePanel({ server, resource }: { server: ServerView; resource: ResourceView }) {
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-4">
      <ItemSwitch server={server} kind="resource" name={resource.uri} isEnabled={resource.isEnabled} />
      <ResourceHead of={resource} uri={resource.uri} {...(resource.size === undefined ? {} : { size: resource.size })} />
      <ReadResource server={server} uri={resource.uri} name={resource} />
    </article>
  );
}

export function TemplatePanel({ server, template }: { server: ServerView; template: ResourceTemplateView }) {
  const t = useT();
  const [uri, setUri] = useState<string | null>(null);
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-4">
      <ItemSwitch server={server} kind="resource" name={template.uriTemplate} isEnabled={template.isEnabled} />
      <ResourceHead of={template} uri={template.uriTemplate} />
      <TemplateForm server={server} template={template} action={t.resources.read} onSubmit={setUri} />
      {uri === null ? null : <ReadResource key={uri} server={server} uri={uri} name={{ name: uri }} />}
    </article>
  );
}
