/** Taking jobs out of the list, with a way back. */
import type { JobId } from '@portolan/contract/ids';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';

/** As many as one request may name. */
const atOnce = 1000;

export function useRemoveJobs(): (ids: readonly JobId[]) => Promise<void> {
  const t = useT();
  const act = useAct();
  const toast = useToast();
  return useCallback(
    async (ids) => {
      const jobIds = ids.slice(0, atOnce);
      if (await act('jobs/remove', { jobIds })) toast.show({ title: t.jobs.removed(jobIds.length), action: { label: t.app.actions.undo, onPress: () => void act('jobs/restore', { jobIds }) } });
    },
    [t, act, toast],
  );
}
