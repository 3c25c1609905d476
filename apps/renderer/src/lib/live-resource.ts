/** The version a resource has now, while somebody looks at it (C08). */
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { Live } from '../host/live.ts';
import { useLive } from '../host/use-live.ts';

/** Its server is subscribed to for as long as the component is there. */
export function useLiveResource(serverId: ServerId, uri: string): Live<EventOf<'resources/watch'>> {
  return useLive(`resource:${serverId} ${uri}`, { method: 'resources/watch', input: { serverId, uri }, reduce: (_state, event) => event });
}
