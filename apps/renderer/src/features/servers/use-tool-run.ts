/** One run of a tool by hand: progress, cancel, result. Leaving the page cancels it. */
import type { ProgressView, ToolResultView } from '@portolan/contract/content';
import type { Problem } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';

export type ToolRun =
  | { state: 'idle' }
  | { state: 'running'; startedAt: number; progress: ProgressView | null }
  | { state: 'cancelled' }
  | { state: 'done'; result: ToolResultView; durationMs: number }
  | { state: 'failed'; problem: Problem };

export function useToolRun(serverId: ServerId, name: string): { run: ToolRun; start: (args: JsonObject) => void; cancel: () => void } {
  const { link } = useHost();
  const [run, setRun] = useState<ToolRun>({ state: 'idle' });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = useCallback(
    (args: JsonObject) => {
      stop.current?.();
      setRun({ state: 'running', startedAt: Date.now(), progress: null });
      stop.current = link.runOnce(
        'tools/run',
        { serverId, name, arguments: args },
        (event) => {
          if (event.type === 'progress') setRun((current) => (current.state === 'running' ? { ...current, progress: event.progress } : current));
          else if (event.type === 'done') setRun({ state: 'done', result: event.result, durationMs: event.durationMs });
          else setRun({ state: 'failed', problem: event.problem });
        },
        (error) => {
          stop.current = null;
          if (error) setRun({ state: 'failed', problem: error.problem });
        },
      );
    },
    [link, serverId, name],
  );
  const cancel = useCallback(() => {
    stop.current?.();
    stop.current = null;
    setRun({ state: 'cancelled' });
  }, []);
  return { run, start, cancel };
}
