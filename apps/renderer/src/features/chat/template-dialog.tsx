/** A resource template on its way into a message: its variables, then the address they make is attached. */
import type { ConversationId } from '@portolan/contract/ids';
import type { ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { resourceAttachment, useAttachments } from '../../lib/attachment-store.ts';
import { useT } from '../../lib/i18n.tsx';
import { TemplateForm } from '../../lib/template-form.tsx';
import { ServerPicture } from '../../lib/server-picture.tsx';

export function TemplateDialog({ conversationId, server, template, onClose }: { conversationId: ConversationId; server: ServerView; template: ResourceTemplateView; onClose: () => void }) {
  const t = useT();
  const add = useAttachments((state) => state.add);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      icon={<ServerPicture server={server} size={1.5} />}
      title={<RevealText text={t.shell.fillTemplate(template.title ?? template.name)} />}
      description={template.description === undefined ? undefined : <RevealText text={template.description} />}
      size="md"
      dismissOutside={false}
    >
      <TemplateForm
        server={server}
        template={template}
        action={t.resources.attach}
        onSubmit={(uri) => {
          add(conversationId, [resourceAttachment(server, uri, { name: uri })]);
          onClose();
        }}
      />
    </Dialog>
  );
}
