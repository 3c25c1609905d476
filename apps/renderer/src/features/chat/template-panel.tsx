/** The variables of a resource template, asked for where one writes: filled in by keyboard, with the server's own suggestions (P08, P11). */
import type { ConversationId } from '@portolan/contract/ids';
import type { ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { XIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { resourceAttachment } from '../../lib/attachment-store.ts';
import { useT } from '../../lib/i18n.tsx';
import { ServerPicture } from '../../lib/server-picture.tsx';
import { TemplateForm } from '../../lib/template-form.tsx';
import { useAttachTo } from '../../lib/use-attach-to.ts';

export interface TemplatePanelProps {
  conversationId: ConversationId;
  server: ServerView;
  template: ResourceTemplateView;
  /** Attached, or given up. */
  onClose: () => void;
}

export function TemplatePanel({ conversationId, server, template, onClose }: TemplatePanelProps) {
  const t = useT();
  const add = useAttachTo();
  const panel = useRef<HTMLElement>(null);
  // It opens because somebody chose it.
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), []);
  return (
    // Escape gives up, from whichever field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      aria-label={t.shell.fillTemplate(template.title ?? template.name)}
      className="m-2 max-h-[40vh] overflow-y-auto rounded-lg border border-line bg-sunken p-3"
      onKeyDown={(event) => {
        // A list of suggestions that is open closes first.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="mb-2 flex min-w-0 items-center gap-2">
        <ServerPicture server={server} />
        <h3 className="min-w-0 flex-1 truncate text-sm font-semibold"><RevealText text={template.title ?? template.name} hideCount /> <span className="font-normal text-subtle"><RevealText text={t.composer.chipFrom(server.name)} hideCount /></span></h3>
        <IconButton size="sm" label={t.app.actions.cancel} icon={<XIcon />} onClick={onClose} />
      </header>
      {template.description === undefined ? null : <p className="mb-2 text-sm text-muted"><RevealText text={template.description} multiline /></p>}
      <TemplateForm
        server={server}
        template={template}
        action={t.composer.attach}
        onSubmit={(uri) => {
          add(conversationId, [resourceAttachment(server, uri, { name: uri }, template.uriTemplate)]);
          onClose();
        }}
      />
    </section>
  );
}
