/** A host process that never gets done with closing, and says on its way out whether it killed its servers. */
import type { HostHandlers } from '@portolan/contract/contract';
import { runHostProcess } from '../src/process/run-host-process.ts';

runHostProcess(
  () => Promise.resolve({ handlers: {} as HostHandlers, close: () => new Promise(() => undefined), killServers: () => void process.stderr.write('servers killed\n') }),
  100,
);
