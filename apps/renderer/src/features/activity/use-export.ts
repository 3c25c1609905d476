/** The activity log as a file: the host makes it in pieces; the window puts them together and saves them. */
import type { ActivityFilter } from '@portolan/contract/activity';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useProblemText } from '../../lib/problem.tsx';
import { saveText } from '../../lib/save-text.ts';

export interface ActivityExport {
  isRunning: boolean;
  /** One at a time. */
  start: (filter: ActivityFilter, format: 'json' | 'csv') => void;
}

export function useActivityExport(): ActivityExport {
  const { link } = useHost();
  const t = useT();
  const toast = useToast();
  const problemText = useProblemText();
  const [isRunning, setIsRunning] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const start = (filter: ActivityFilter, format: 'json' | 'csv') => {
    if (stop.current) return;
    const parts: string[] = [];
    setIsRunning(true);
    stop.current = link.runOnce(
      'activity/export',
      { filter, format },
      ({ text }) => parts.push(text),
      (error) => {
        stop.current = null;
        setIsRunning(false);
        if (error) {
          const words = problemText(error.problem);
          toast.show({ tone: 'danger', title: words.title, description: words.next });
          return;
        }
        const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
        const file = `portolan-activity-${stamp}.${format}`;
        saveText(file, parts, format === 'csv' ? 'text/csv' : 'application/json');
        toast.show({ tone: 'success', title: t.activity.exported(file), description: t.activity.exportNote });
      },
    );
  };
  return { isRunning, start };
}
