/** The activity log as a file. */
import type { ActivityFilter } from '@portolan/contract/activity';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useFileExport } from '../../lib/use-file-export.ts';

export interface ActivityExport {
  isRunning: boolean;
  /** One at a time. */
  start: (filter: ActivityFilter, format: 'json' | 'csv') => void;
}

export function useActivityExport(): ActivityExport {
  const { activity } = useT();
  const { link } = useHost();
  const { isRunning, start } = useFileExport();
  return {
    isRunning,
    start: (filter, format) => start((take, end) => link.runOnce('activity/export', { filter, format }, ({ text }) => take(text), end), { name: 'portolan-activity', extension: format, mimeType: format === 'csv' ? 'text/csv' : 'application/json', saved: activity.exported, note: activity.exportNote }),
  };
}
