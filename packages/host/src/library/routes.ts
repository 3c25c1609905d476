/** The part of the contract about the library. */
import { setTimeout } from 'node:timers/promises';
import type { HandlersFor } from '@portolan/contract/contract';
import type { library as libraryContract } from '@portolan/contract/library';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Library } from './library.ts';

export interface LibraryRouteDeps {
  library: Library;
  supervisor: Pick<Supervisor, 'watch'>;
}

/** Windows are told of changes no more often than this, in milliseconds. */
const quietMs = 200;

export function libraryRoutes({ library, supervisor }: LibraryRouteDeps): HandlersFor<typeof libraryContract> {
  return {
    'library/search': (input, { signal }) => library.search(input, signal),
    'library/watch': async function* watch(_input, { signal }) {
      let told = -1;
      for await (const _change of supervisor.watch(signal)) {
        const stamp = library.stamp();
        if (stamp === told) continue;
        told = stamp;
        yield { stamp };
        // What comes meanwhile is folded into fewer events by the supervisor, or looked at one by one and found told.
        await setTimeout(quietMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}
