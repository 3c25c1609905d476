/** One examination of the doctor: what it has found so far, and whether it still looks. */
import type { DoctorFinding } from '@portolan/contract/doctor';
import type { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';

export interface Examination {
  findings: readonly DoctorFinding[];
  isRunning: boolean;
  error: HostError | null;
  again: () => void;
}

/** Begins at once, and anew with `again`. Leaving ends it. What was found before stays until the new finding is there. */
export function useDoctor(serverId: ServerId | undefined): Examination {
  const { link } = useHost();
  const [findings, setFindings] = useState<readonly DoctorFinding[]>([]);
  const [isRunning, setIsRunning] = useState(true);
  const [error, setError] = useState<HostError | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const start = useCallback(() => {
    const seen = new Set<string>();
    const finish = (problem: HostError | null): void => {
      setIsRunning(false);
      setError(problem);
      // What was not found again is no longer so.
      if (problem === null) setFindings((all) => all.filter((each) => seen.has(each.id)));
    };
    stop.current = link.runOnce(
      'doctor/run',
      serverId === undefined ? {} : { serverId },
      (event) => {
        if (event.type === 'done') return;
        seen.add(event.finding.id);
        setFindings((all) => [...all.filter((each) => each.id !== event.finding.id), event.finding]);
      },
      finish,
    );
  }, [link, serverId]);
  useEffect(() => {
    start();
    return () => stop.current();
  }, [start]);
  const again = useCallback(() => {
    stop.current();
    setIsRunning(true);
    setError(null);
    start();
  }, [start]);
  return { findings, isRunning, error, again };
}
