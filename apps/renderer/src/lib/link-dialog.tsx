/** The whole address of a link, before it is opened outside. Loads with the first link that is pressed. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CopyButton } from '@portolan/ui/copy-button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useHostMutation } from '../host/queries.ts';
import { useT } from './i18n.tsx';
import { whatLinkCarries } from './link-load.ts';
import { ProblemCallout } from './problem.tsx';

export function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useT();
  const d = t.app.linkDialog;
  const open = useHostMutation('links/open');
  const host = hostOf(url);
  const carried = whatLinkCarries(url);
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
      <div className="flex flex-col gap-3 text-sm">
        {host === null ? null : (
          <dl>
            <dt className="text-xs text-muted">{d.host}</dt>
            <dd className="text-base font-semibold break-all"><RevealText text={host} /></dd>
          </dl>
        )}
        <code className="block max-h-40 overflow-auto rounded-md border border-line bg-sunken px-2 py-1.5 break-all"><RevealText text={url} /></code>
        {carried.looksLikeKey ? <Callout tone="warn">{d.carriesKey}</Callout> : null}
        {carried.much === null ? null : <Callout tone="warn">{d.carriesMuch(carried.much)}</Callout>}
      </div>
      {open.error ? <ProblemCallout problem={open.error.problem} /> : null}
    </Dialog>
  );
}

/** As the browser will read it: punycode shows what look-alike letters hide. */
function hostOf(url: string): string | null {
  try {
    return new URL(url).host || null;
  } catch {
    return null;
  }
}
