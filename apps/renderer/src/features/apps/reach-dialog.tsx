/** What an app may reach, in plain words: its policy, and what of the server's wishes was not granted (I13). */
import type { AppReach } from '@portolan/contract/apps';
import { CodeText } from '@portolan/ui/code-text';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../lib/i18n.tsx';

export function ReachDialog({ reach, name, server, onClose }: { reach: AppReach; name: string; server: string; onClose: () => void }) {
  const t = useT();
  const r = t.mcpApps.reach;
  const granted = [
    { label: r.connect, origins: reach.connect },
    { label: r.resource, origins: reach.resource },
    { label: r.frame, origins: reach.frame },
    { label: r.baseUri, origins: reach.baseUri },
  ].filter(({ origins }) => origins.length > 0);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={r.title}
      description={<RevealText text={r.of(name, server)} hideCount />}
    >
      <div className="flex min-w-0 flex-col gap-4 text-sm">
        <p>{granted.length === 0 ? r.nothing : r.only}</p>
        {granted.map(({ label, origins }) => (
          <section key={label} className="min-w-0">
            <h3 className="mb-1 text-xs font-medium text-muted">{label}</h3>
            <ul className="flex flex-col gap-1">{origins.map((origin) => <li key={origin}><CodeText text={origin} className="break-all" /></li>)}</ul>
          </section>
        ))}
        <p className="text-muted">{r.always}</p>
        {reach.dropped.length === 0 ? null : (
          <section className="min-w-0">
            <h3 className="mb-1 text-xs font-medium text-muted">{r.dropped}</h3>
            <ul className="flex min-w-0 flex-col gap-2">
              {reach.dropped.map(({ of, entry, reason }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same entry may be there twice
                <li key={index} className="min-w-0">
                  <CodeText text={entry} className="break-all" /> <span className="text-muted">{r.wish[of]}. {r.reasons[reason]}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
