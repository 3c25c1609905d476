/** The folders a server may reach: one row each, with what it may do there. */
import { Button } from '@portolan/ui/button';
import { FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Select } from '@portolan/ui/select';
import { PlusIcon, XIcon } from 'lucide-react';
import { useT } from '../../../lib/i18n.tsx';
import { PathInput } from '../../../lib/path-input.tsx';
import { isWholeHome, newRow } from './policy-draft.ts';
import type { FolderRow } from './policy-draft.ts';

export interface FolderRowsProps {
  rows: readonly FolderRow[];
  bad: ReadonlySet<number>;
  /** Paths that stand on the command line and are not granted. */
  suggestions: readonly string[];
  /** Instead of the words for permissions. */
  label?: string;
  hint?: string;
  onChange: (rows: readonly FolderRow[]) => void;
}

export function FolderRows({ rows, bad, suggestions, label, hint, onChange }: FolderRowsProps) {
  const c = useT().containment;
  const set = (key: number, part: Partial<FolderRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const further = suggestions.filter((path) => !rows.some((row) => row.path === path));
  return (
    <FieldGroup label={label ?? c.folders} description={hint ?? c.foldersHint}>
      <div className="flex min-w-0 flex-col gap-1.5">
        {rows.length === 0 ? <p className="text-sm text-muted">{c.noFolders}</p> : null}
        {rows.map((row, index) => (
          <div key={row.key} className="flex min-w-0 flex-col gap-0.5">
            <div className="flex min-w-0 items-center gap-1.5 max-sm:flex-wrap">
              <PathInput className="flex-1 max-sm:basis-full" aria-label={c.folder(index + 1)} aria-invalid={bad.has(row.key) || undefined} value={row.path} placeholder={c.folderPlaceholder} onValueChange={(path) => set(row.key, { path })} />
              <div className="w-44 shrink-0">
                <Select
                  aria-label={c.access(row.path || String(index + 1))}
                  value={row.access}
                  onValueChange={(access) => set(row.key, { access })}
                  items={[
                    { value: 'read', label: c.read },
                    { value: 'write', label: c.write },
                  ]}
                />
              </div>
              <IconButton label={c.removeFolder(row.path || String(index + 1))} icon={<XIcon />} onClick={() => onChange(rows.filter((each) => each.key !== row.key))} />
            </div>
            {bad.has(row.key) ? <p className="text-xs text-danger-fg" role="alert">{c.badPath}</p> : null}
            {isWholeHome(row.path) ? <p className="text-xs text-warn-fg" role="status">{c.wholeHome}</p> : null}
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-1.5">
          <Button size="sm" icon={<PlusIcon />} onClick={() => onChange([...rows, newRow()])}>{c.addFolder}</Button>
          {further.map((path) => (
            <Button key={path} size="sm" variant="ghost" className="max-w-full" title={c.suggested} onClick={() => onChange([...rows, newRow(path)])}>
              <span className="truncate font-mono text-xs">{path}</span>
            </Button>
          ))}
        </div>
      </div>
    </FieldGroup>
  );
}
