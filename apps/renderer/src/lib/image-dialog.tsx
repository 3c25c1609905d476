/** The whole address of an image that would carry much or coded data to its site, before it is asked for. Loads when it is first needed. */
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { Dialog } from '@portolan/ui/dialog';
import { AddressShown, hostOf } from './address-shown.tsx';
import { useT } from './i18n.tsx';

export function ImageDialog({ url, onAnswer }: { url: string; onAnswer: (isWanted: boolean) => void }) {
  const t = useT();
  const d = t.app.linkDialog;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onAnswer(false);
      }}
      title={d.loadImageTitle}
      description={d.loadImageText(hostOf(url) ?? '')}
      footer={
        <>
          <CopyButton text={url} label={d.copy} showLabel size="md" />
          <span className="flex-1" />
          <Button onClick={() => onAnswer(false)}>{t.app.actions.cancel}</Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>{d.loadImage}</Button>
        </>
      }
    >
      <AddressShown url={url} />
    </Dialog>
  );
}
