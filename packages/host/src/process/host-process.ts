/** Entry of the host's own process, for both shells. */
import { createHost } from '../host.ts';
import { runHostProcess } from './run-host-process.ts';
import { trustSystemCertificates } from './system-trust.ts';

trustSystemCertificates();
runHostProcess(createHost);
