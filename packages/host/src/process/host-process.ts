/** Entry of the host's own process, for both shells. */
import { createHost } from '../host.ts';
import { trustSystemCertificates } from '../network/system-trust.ts';
import { runHostProcess } from './run-host-process.ts';

trustSystemCertificates();
runHostProcess(createHost);
