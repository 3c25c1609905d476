/** A file on its way, or one that does not come and why; it can be stopped or sent away. */
import { maxFile } from '@portolan/contract/files';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { TriangleAlertIcon, XIcon } from 'lucide-react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useProblemText } from '../../../lib/problem.tsx';
import type { Incoming } from './incoming.ts';

export function IncomingChip({ incoming: { name, bytes, done, refused, stop } }: { incoming: Incoming }) {
  const t = useT();
  const format = useFormat();
  const problemText = useProblemText();
  const why = (): string => {
    if (refused === null) return '';
    const r = t.files.refused;
    if (refused.reason === 'problem') return problemText(refused.problem).title;
    return { folder: r.folder(name), 'too-large': r.tooLarge(name, format.bytes(bytes), format.bytes(maxFile)), empty: r.empty(name), unreadable: r.unreadable(name) }[refused.reason];
  };
  return (
    <li className={`flex max-w-full min-w-0 items-center gap-1.5 rounded-md border py-0.5 pr-0.5 pl-2 text-sm ${refused ? 'border-danger-line bg-danger-soft' : 'border-line bg-sunken'}`}>
      {refused ? (
        <span role="alert" className="flex min-w-0 items-center gap-1.5"><TriangleAlertIcon className="size-3.5 shrink-0 text-danger-fg" aria-hidden="true" /><span className="min-w-0 wrap-anywhere"><RevealText text={why()} hideCount /></span></span>
      ) : (
        <span className="flex min-w-0 items-center gap-1.5" role="status" aria-label={`${name}: ${t.files.sending(format.percent(done))}`}>
          <Spinner />
          <span className="min-w-0 truncate"><RevealText text={name} hideCount /></span>
          <span className="shrink-0 text-subtle" aria-hidden="true">{format.percent(done)}</span>
        </span>
      )}
      <IconButton size="sm" tooltip={false} label={refused ? t.files.dismiss(name) : t.files.stop(name)} icon={<XIcon />} onClick={stop} />
    </li>
  );
}
