/** The whole address of a link, before it is opened outside. Loads with the first link that is pressed. */
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { Dialog } from '@portolan/ui/dialog';
import { useHostMutation } from '../host/queries.ts';
import { AddressShown } from './address-shown.tsx';
import { useT } from './i18n.tsx';
import { ProblemCallout } from './problem.tsx';

export function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useT();
  const d = t.app.linkDialog;
  const open = useHostMutation('links/open');
  const go = () =>
    open.mutate(
      { url },
      {
        onSuccess: (result) => {
          if (result.outcome === 'open-in-tab') window.open(result.href, '_blank', 'noopener,noreferrer');
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={d.title}
      description={d.text}
      footer={
        <>
          <CopyButton text={url} label={d.copy} showLabel size="md" />
          <span className="flex-1" />
          <Button onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button variant="primary" loading={open.isPending} onClick={go}>{d.open}</Button>
        </>
      }
    >
      <AddressShown url={url} />
      {open.error ? <ProblemCallout problem={open.error.problem} /> : null}
    </Dialog>
  );
}
