/** A stream of the host, followed to the event that ends it. */
import type { HostClient } from '@portolan/contract/client';
import type { EventOf, InputOf, StreamName } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';

/**
 * What `onEvent` calls `end` with. The host hears of it when the signal lets go, and stops what it was doing.
 * @throws {HostError} as the stream ends; `host-gone` where it ends with nothing, `cancelled` by the signal
 */
export function follow<M extends StreamName, End>(client: Pick<HostClient, 'watch'>, method: M, input: InputOf<M>, signal: AbortSignal, onEvent: (event: EventOf<M>, end: (value: End) => void) => void): Promise<End> {
  return new Promise<End>((resolve, reject) => {
    const stop = client.watch(method, input, (event) => onEvent(event, resolve), (error) => reject(error ?? new HostError('host-gone')));
    const leave = () => {
      stop();
      reject(new HostError('cancelled'));
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
