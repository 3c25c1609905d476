/** The window's side of the one door for links: the whole address shown first, then handed to the host (T:B05, T:B08). */
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { createContext, use, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useHostMutation } from '../host/queries.ts';
import { useT } from './i18n.tsx';
import { ProblemCallout } from './problem.tsx';

const LinkDoor = createContext<((url: string) => void) | null>(null);

/** Asks the person about an address that came from a model or a server, and opens it outside when they agree. */
export function useOpenLink(): (url: string) => void {
  const open = use(LinkDoor);
  if (!open) throw new Error('LinkDoorProvider is missing above this component');
  return open;
}

export function LinkDoorProvider({ children }: { children: ReactNode }) {
  const [url, setUrl] = useState<string | null>(null);
  const open = useCallback((next: string) => setUrl(next), []);
  return (
    <LinkDoor value={open}>
      {children}
      {url === null ? null : <LinkDialog key={url} url={url} onClose={() => setUrl(null)} />}
    </LinkDoor>
  );
}

function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useT();
  const d = t.app.linkDialog;
  const open = useHostMutation('links/open');
  const host = hostOf(url);
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
