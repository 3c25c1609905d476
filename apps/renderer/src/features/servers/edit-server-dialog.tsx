/** Changing a server. What was typed is not thrown away by a slip: leaving with changes asks first. */
import type { ServerView } from '@portolan/contract/servers';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { draftOf } from './launch-draft.ts';
import { LaunchForm } from './launch-form.tsx';

export function EditServerDialog({ server, isOpen, onClose }: { server: ServerView; isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const f = t.servers.form;
  const [isAsking, setIsAsking] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const close = () => {
    setIsAsking(false);
    setIsDirty(false);
    onClose();
  };
  const leave = () => (isDirty ? setIsAsking(true) : close());
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => {
          if (!next) leave();
        }}
        title={<RevealText text={f.editTitle(server.name)} />}
        size="lg"
        dismissOutside={false}
      >
        <EditForm server={server} onDirty={() => setIsDirty(true)} onSaved={close} onCancel={leave} />
      </Dialog>
      <AlertDialog open={isAsking} onOpenChange={setIsAsking} title={f.discardTitle} confirmLabel={f.discard} cancelLabel={f.keepEditing} tone="danger" onConfirm={close} />
    </>
  );
}

interface EditFormProps {
  server: ServerView;
  onDirty: () => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** Mounted with the dialog: it starts from the server as it was then, and changes outside do not touch what is typed. */
function EditForm({ server, onDirty, onSaved, onCancel }: EditFormProps) {
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
      onSave={(name, launch) => update.mutate({ serverId: server.id, name, launch }, { onSuccess: onSaved })}
      onCancel={onCancel}
      isSaving={update.isPending}
      problem={update.error?.problem ?? null}
    />
  );
}
