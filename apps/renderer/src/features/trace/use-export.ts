/** The trace as a file; the host takes out the secrets. */
import type { InputOf } from '@portolan/contract/contract';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useFileExport } from '../../lib/use-file-export.ts';

export interface TraceExport {
  isRunning: boolean;
  /** `name` says what it is of. One at a time. */
  start: (name: string, input: InputOf<'trace/export'>) => void;
}

export function useTraceExport(): TraceExport {
  const { trace } = useT();
  const { link } = useHost();
  const { isRunning, start } = useFileExport();
  return {
    isRunning,
    start: (name, input) => start((take, end) => link.runOnce('trace/export', input, ({ text }) => take(text), end), { name: `portolan-trace-${name}`, extension: 'jsonl', mimeType: 'application/jsonl', saved: trace.exported, note: trace.exportNote }),
  };
}
