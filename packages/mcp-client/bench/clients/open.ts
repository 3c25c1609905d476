/** The measured clients by name, each loaded only by the process that measures it. */
import type { BenchClient, BenchEra, BenchTarget } from './client.ts';

export const clientNames = ['raw', 'ours', 'sdk-v1', 'sdk-v2'] as const;
export type ClientName = (typeof clientNames)[number];

export async function openClient(name: ClientName, target: BenchTarget, era: BenchEra): Promise<BenchClient> {
  switch (name) {
    case 'raw':
      if (target.kind === 'stdio') return (await import('./raw-stdio.ts')).openRawStdio(target, era);
      return (await import('./raw-http.ts')).openRawHttp(target, era);
    case 'ours':
      return (await import('./ours.ts')).openOurs(target, era);
    case 'sdk-v1':
      return (await import('./sdk-v1.ts')).openSdkV1(target);
    case 'sdk-v2':
      return (await import('./sdk-v2.ts')).openSdkV2(target, era);
  }
}
