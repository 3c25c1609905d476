/** Saves what is in hand, or what the host kept, through the one door for files. */
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { useToast } from '@portolan/ui/toast';
import { DownloadIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useFormat, useT } from '../i18n.tsx';
import { useProblemText } from '../problem.tsx';
import { fileNameOf, saveBytes } from '../save-file.ts';
import { decodeBase64 } from './bytes.ts';

export interface SaveButtonProps {
  uri: string;
  /** What it is, for an ending where the address has none. */
  type: string;
  data: BlobPart;
}

export function SaveButton({ uri, type, data }: SaveButtonProps) {
  const t = useT();
  const toast = useToast();
  const save = () => {
    const name = saveBytes(fileNameOf(uri, type), [data]);
    toast.show({ tone: 'success', title: t.content.saved(name), description: t.content.savedNote });
  };
  return <Button size="sm" icon={<DownloadIcon />} onClick={save}>{t.content.save}</Button>;
}

export interface SaveFromHostProps {
  uri: string;
  type: string;
  serverId: ServerId;
  /** The address that was read, and which of its contents this is. */
  of: { uri: string; index: number };
}

/** For what never came to the window: it is read again and put together here, piece by piece. */
export function SaveFromHost({ uri, type, serverId, of }: SaveFromHostProps) {
  const t = useT();
  const format = useFormat();
  const toast = useToast();
  const problemText = useProblemText();
  const { link } = useHost();
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const start = () => {
    const parts: BlobPart[] = [];
    setDone(0);
    stop.current = link.runOnce(
      'resources/save',
      { serverId, uri: of.uri, index: of.index },
      ({ base64, done: bytes, total }) => {
        const part = decodeBase64(base64);
        if (part !== null) parts.push(part);
        setDone(total === 0 ? 1 : bytes / total);
      },
      (error) => {
        stop.current = null;
        setDone(null);
        if (error) {
          const words = problemText(error.problem);
          toast.show({ tone: 'danger', title: words.title, description: words.next });
          return;
        }
        const name = saveBytes(fileNameOf(uri, type), parts);
        toast.show({ tone: 'success', title: t.content.saved(name), description: t.content.savedNote });
      },
    );
  };
  return <Button size="sm" icon={<DownloadIcon />} loading={done !== null} onClick={start}>{done === null ? t.content.save : t.content.saving(format.percent(done))}</Button>;
}
