/** Adding or changing a provider. Leaving with something typed asks first. */
import type { ProviderView } from '@portolan/contract/providers';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ProviderForm } from './provider-form.tsx';

/** `provider` is what to change, `new` adds one, null keeps the dialog closed. */
export function ProviderDialog({ provider, onClose }: { provider: ProviderView | 'new' | null; onClose: () => void }) {
  const t = useT();
  const p = t.settings.providers;
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
        open={provider !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) leave();
        }}
        title={provider === 'new' || provider === null ? p.add : <RevealText text={p.edit(provider.name)} />}
        size="md"
        dismissOutside={false}
      >
        {provider === null ? null : <ProviderForm {...(provider === 'new' ? {} : { provider })} onDirty={() => setIsDirty(true)} onDone={close} onCancel={leave} />}
      </Dialog>
      <AlertDialog open={isAsking} onOpenChange={setIsAsking} title={f.discardTitle} confirmLabel={f.discard} cancelLabel={f.keepEditing} tone="danger" onConfirm={close} />
    </>
  );
}
