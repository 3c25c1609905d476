/** Changing a server. */
import type { ServerView } from '@portolan/contract/servers';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { FormDialog } from '../../lib/form-dialog.tsx';
import type { FormDialogUse } from '../../lib/form-dialog.tsx';
import { useT } from '../../lib/i18n.tsx';
import { draftOf } from './launch-draft.ts';
import { LaunchForm } from './launch-form.tsx';

export function EditServerDialog({ server, isOpen, onClose }: { server: ServerView; isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <FormDialog isOpen={isOpen} title={<RevealText text={t.servers.form.editTitle(server.name)} />} size="lg" onClose={onClose}>
      {(use) => <EditForm server={server} {...use} />}
    </FormDialog>
  );
}

/** Mounted with the dialog: it starts from the server as it was then, and changes outside do not touch what is typed. */
function EditForm({ server, onDirty, onDone, onCancel }: { server: ServerView } & FormDialogUse) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const update = useHostMutation('servers/update');
  return (
    <LaunchForm
      of={server.id}
      draft={draft}
      onChange={(next) => {
        setDraft(next);
        onDirty();
      }}
      onSave={(name, launch) => update.mutate({ serverId: server.id, name, launch }, { onSuccess: onDone })}
      onCancel={onCancel}
      isSaving={update.isPending}
      problem={update.error?.problem ?? null}
    />
  );
}
