/** The chosen servers as JSON on the clipboard, in the shape most programs read. */
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { useToast } from '@portolan/ui/toast';
import { CopyIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import type { Secrets } from './export-preview.tsx';

export function CopyAsJson({ servers, secrets }: { servers: ServerId[]; secrets: Secrets }) {
  const e = useT().otherApps.export;
  const act = useAct();
  const toast = useToast();
  const copy = async () => {
    const made = await act('exports/text', { servers, secrets });
    if (!made) return;
    await navigator.clipboard.writeText(made.text);
    toast.show({ tone: secrets === 'values' ? 'warn' : 'success', title: secrets === 'values' ? e.copiedWithValues : e.copied });
  };
  return <Button icon={<CopyIcon />} disabled={servers.length === 0} focusableWhenDisabled onClick={() => void copy()}>{e.copy}</Button>;
}
