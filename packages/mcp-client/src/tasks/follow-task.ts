/** Waiting for a task as one waits for a call: until its result, the caller's signal, or the caller's time limit. */
import type { CallOptions, ToolResult } from '../client.ts';
import { LocalError } from '../errors.ts';
import type { TaskWatch } from './task-watch.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Tasks may run for days, so there is no limit but one that the caller gave.
 * @throws what {@link ToolTask.result} rejects with; {LocalError} `cancelled` and `total-timeout`, after which the server has
 * been told to stop
 */
export async function followTask(task: TaskWatch, { signal, limits }: CallOptions): Promise<ToolResult> {
  const totalMs = limits?.totalMs;
  const onAbort = (): void => task.abandon(new LocalError('cancelled', `${task.tool} was cancelled.`, { mayHaveHappened: true }));
  const onTimeout = (): void => task.abandon(new LocalError('total-timeout', `${task.tool} did not finish in time, as a task.`, { mayHaveHappened: true }));
  const timer = totalMs === undefined || totalMs > LONGEST_TIMER_MS ? undefined : setTimeout(onTimeout, totalMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await task.result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
