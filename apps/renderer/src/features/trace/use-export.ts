/** The trace as a file: the host makes it in pieces, without secrets; the window puts them together and saves them. */
import type { InputOf } from '@portolan/contract/contract';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useProblemText } from '../../lib/problem.tsx';
import { saveText } from '../../lib/save-text.ts';

export interface TraceExport {
  isRunning: boolean;
  /** `name` says what it is of. One at a time. */
  start: (name: string, input: InputOf<'trace/export'>) => void;
}

export function useTraceExport(): TraceExport {
  const { link } = useHost();
  const t = useT();
  const toast = useToast();
  const problemText = useProblemText();
  const [isRunning, setIsRunning] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const start = (name: string, input: InputOf<'trace/export'>) => {
    if (stop.current) return;
    const parts: string[] = [];
    setIsRunning(true);
    stop.current = link.runOnce(
      'trace/export',
      input,
      ({ text }) => parts.push(text),
      (error) => {
        stop.current = null;
        setIsRunning(false);
        if (error) {
          const words = problemText(error.problem);
          toast.show({ tone: 'danger', title: words.title, description: words.next });
          return;
        }
        const file = `portolan-trace-${name}-${stampOf(new Date())}.jsonl`;
        saveText(file, parts, 'application/jsonl');
        toast.show({ tone: 'success', title: t.trace.exported(file), description: t.trace.exportNote });
      },
    );
  };
  return { isRunning, start };
}

/** Sorts by time and stands in any file name. */
function stampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
