/** Environment variables or headers: names and values, those kept by the host shown by name only. */
import { isLikelySecretName } from '@portolan/contract/secret-names';
import { Button } from '@portolan/ui/button';
import { FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { LockIcon, LockOpenIcon, PlusIcon, XIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { keepsStored, newRow } from './launch-draft.ts';
import type { PairRow } from './launch-draft.ts';

export interface PairsFieldProps {
  label: string;
  hint: string;
  addLabel: string;
  rows: readonly PairRow[];
  onChange: (rows: readonly PairRow[]) => void;
}

export function PairsField({ label, hint, addLabel, rows, onChange }: PairsFieldProps) {
  const t = useT();
  const f = t.servers.form;
  const set = (key: number, part: Partial<PairRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <FieldGroup label={label} description={rows.some((row) => row.storedAs !== null) ? `${hint} ${f.secretHint}` : hint}>
      <div className="flex flex-col gap-1.5">
        {rows.map((row, index) => (
          <div key={row.key} className="flex flex-col gap-0.5">
            <div className="flex min-w-0 items-center gap-1.5">
              <Input mono className="w-2/5 min-w-0" aria-label={`${f.pairName} ${index + 1}`} value={row.name} spellCheck={false} autoComplete="off" onValueChange={(name) => set(row.key, { name, ...(row.isMarked || row.storedAs !== null ? {} : { isSecret: isLikelySecretName(name) }) })} />
              <Input
                mono
                className="min-w-0 flex-1"
                aria-label={`${f.pairValue} ${index + 1}`}
                value={row.value ?? ''}
                type={row.isSecret ? 'password' : 'text'}
                placeholder={keepsStored(row) ? (row.isSecret ? t.values.keptEncrypted : f.secretKept) : ''}
                spellCheck={false}
                autoComplete="off"
                onValueChange={(value) => set(row.key, { value })}
              />
              <IconButton label={t.values.keepSecret(row.name || String(index + 1))} aria-pressed={row.isSecret} icon={row.isSecret ? <LockIcon /> : <LockOpenIcon className="text-subtle" />} onClick={() => set(row.key, { isSecret: !row.isSecret, isMarked: true })} />
              <IconButton label={f.removeRow(row.name || String(index + 1))} icon={<XIcon />} onClick={() => onChange(rows.filter((each) => each.key !== row.key))} />
            </div>
            {row.value === null && !keepsStored(row) ? <p className="text-xs text-warn-fg" role="status">{t.shell.valueGone}</p> : null}
            {row.isSecret && !keepsStored(row) ? <p className="text-xs text-muted">{t.values.willBeEncrypted}</p> : null}
          </div>
        ))}
        <Button size="sm" className="self-start" icon={<PlusIcon />} onClick={() => onChange([...rows, newRow()])}>{addLabel}</Button>
      </div>
    </FieldGroup>
  );
}
