/**
 * A path as a field of text: folders are offered while it is typed, and in the desktop app the system's own dialog chooses one.
 * The window sees paths alone, nothing that lies there.
 */
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { FolderOpenIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { useHostQuery } from '../host/queries.ts';
import { useT } from './i18n.tsx';
import { useAct } from './use-act.ts';
import { useSettled } from './use-settled.ts';

export interface PathInputProps {
  kind?: 'folder' | 'file';
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string | undefined;
  /** Where no Field labels it. */
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  className?: string | undefined;
}

const pauseMs = 150;
const longest = 4096;

export function PathInput({ kind = 'folder', value, onValueChange, className = '', ...rest }: PathInputProps) {
  const p = useT().paths;
  const act = useAct();
  const list = useId();
  const [isActive, setIsActive] = useState(false);
  const [isComposing, setIsComposing] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const hasDialog = useHostQuery('app/info', {}).data?.shell === 'desktop';
  const asked = useSettled(value, pauseMs);
  const { data } = useHostQuery('paths/complete', { text: asked }, { enabled: isActive && !isComposing && asked !== '' && asked.length <= longest, keep: true });
  // What was typed to its end needs no offer.
  const folders = (data?.folders ?? []).filter((folder) => folder !== value);
  const choose = async (): Promise<void> => {
    setIsChoosing(true);
    const chosen = await act('paths/choose', { kind, start: value.slice(0, longest) });
    setIsChoosing(false);
    if (chosen !== undefined && chosen.path !== null) onValueChange(chosen.path);
  };
  return (
    <div
      className={`flex min-w-0 items-center gap-1.5 ${className}`}
      onFocusCapture={() => setIsActive(true)}
      onBlurCapture={() => setIsActive(false)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
    >
      {/* The browser's own list of offers takes no focus and hides nothing of the page. */}
      <Input {...rest} mono className="min-w-0 flex-1" list={list} maxLength={longest} value={value} spellCheck={false} onValueChange={onValueChange} />
      <datalist id={list}>{folders.map((folder) => <option key={folder} value={folder}>{folder}</option>)}</datalist>
      {hasDialog ? <IconButton label={kind === 'folder' ? p.chooseFolder : p.chooseFile} icon={<FolderOpenIcon />} variant="secondary" loading={isChoosing} onClick={() => void choose()} /> : null}
    </div>
  );
}
