/** Long work in small pieces: between them the host answers others. */
import { setImmediate } from 'node:timers/promises';

/** What one piece may take, in milliseconds. */
const sliceMs = 8;
const checkEvery = 128;

/** Called at every step of a loop; only now and then it gives way, so that calling it costs nothing. @throws when the signal is aborted */
export function slices(signal: AbortSignal): () => Promise<void> | undefined {
  let steps = 0;
  let until = performance.now() + sliceMs;
  const rest = async (): Promise<void> => {
    await setImmediate();
    signal.throwIfAborted();
    until = performance.now() + sliceMs;
  };
  return () => {
    steps += 1;
    return steps % checkEvery !== 0 || performance.now() < until ? undefined : rest();
  };
}
