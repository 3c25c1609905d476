/** Keys that came in the open with a server: into the secret store unless the person wants them in the file (S09). */
import { Checkbox } from '@portolan/ui/checkbox';
import { RevealText } from '@portolan/ui/reveal-text';
import { useSecrets } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';

export interface KeepSecretsProps {
  /** What holds them: variables, headers, options. */
  names: readonly string[];
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

export function KeepSecrets({ names, isKept, onKeep }: KeepSecretsProps) {
  const t = useT();
  const isForgotten = useSecrets().data?.protection === 'memory';
  if (names.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Checkbox label={<RevealText text={t.values.pasteSecrets(names.join(', '))} hideCount />} checked={isKept} onCheckedChange={onKeep} />
      {isKept && isForgotten ? <p className="text-sm text-warn-fg">{t.values.onlyInMemory}</p> : null}
      {isKept ? null : <p className="text-sm text-muted">{t.values.inPlainText}</p>}
    </div>
  );
}
