/** Host streams for components. */
import type { StreamName } from '@portolan/contract/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { useHost } from './host-context.tsx';
import type { Live, LiveSource } from './live.ts';

/** Reads a stream while the component is mounted. `key` must name method and input; `reduce` returns a new value for a change. */
export function useLive<M extends StreamName, T>(key: string, source: LiveSource<M, T>): Live<T> {
  const { live } = useHost();
  // The key stands for the source: a new one of the same key is the same stream.
  // oxlint-disable-next-line react/exhaustive-deps
  const subscribe = useCallback((listener: () => void) => live.subscribe(key, source, listener), [live, key]);
  return useSyncExternalStore(subscribe, () => live.read<T>(key));
}
