/** The trace as the servers part of the host uses it. */
import type { ServerId } from '@portolan/contract/ids';
import type { LaunchConfig, TracePort } from '../ports.ts';
import type { KnownSecrets } from './known-secrets.ts';
import type { TraceStore } from './trace-store.ts';

export function createTracePort(store: TraceStore, known: KnownSecrets): TracePort {
  return {
    connection: (serverId: ServerId) => store.of(serverId).connection(),
    learn: (launch: LaunchConfig) => known.addLaunch(launch),
  };
}
