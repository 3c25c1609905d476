/** One thing that will go with the message: what it is, whose, how big, and how it stands. */
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { XIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';

export interface ChipProps {
  label: string;
  /** Whose it is; absent for the person's own. */
  serverName?: string;
  /** In full what the facts say in short; shown when pointed at. */
  note?: string;
  icon: ReactNode;
  /** Size and the like, behind the name. */
  facts?: readonly string[];
  /** What is to be known of it, with what can be done about it. */
  marks?: ReactNode;
  tone?: 'usual' | 'warn' | 'danger';
  onOpen: () => void;
  onRemove: (list: HTMLElement | null) => void;
}

const tones = { usual: 'border-line bg-sunken', warn: 'border-warn-line bg-warn-soft', danger: 'border-danger-line bg-danger-soft' };

export function Chip({ label, serverName, note, icon, facts = [], marks, tone = 'usual', onOpen, onRemove }: ChipProps) {
  const t = useT();
  return (
    <li className={`flex max-w-full min-w-0 items-center gap-0.5 rounded-md border py-0.5 pr-0.5 pl-1 text-sm ${tones[tone]}`}>
      <button type="button" data-chip title={note ?? t.shell.preview(label)} className="flex min-w-0 items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover" onClick={onOpen}>
        <span className="shrink-0" aria-hidden="true">{icon}</span>
        <span className="min-w-0 truncate">
          <RevealText text={label} hideCount /> <span className="text-subtle">{serverName === undefined ? null : <RevealText text={t.composer.chipFrom(serverName)} hideCount />}{facts.map((fact, index) => (index === 0 && serverName === undefined ? fact : ` · ${fact}`))}</span>
        </span>
      </button>
      {marks}
      <IconButton size="sm" tooltip={false} label={t.composer.removeChip(label)} icon={<XIcon />} onClick={({ currentTarget }) => onRemove(currentTarget.closest('ul'))} />
    </li>
  );
}
