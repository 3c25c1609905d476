/** Acts as a host in tests: starts a stubborn server under a warden and then waits to be killed or told to go. */
import { spawn } from 'node:child_process';
import { MARKER } from '../../launch/environment.ts';
import { Warden } from '../warden.ts';

const [, , runFile = '', server = '', pidFile = '', mode = 'wait'] = process.argv;
const warden = new Warden({ runFile });
const marker = `${warden.hostTag}-0123456789abcdef`;
const child = spawn('/bin/sh', [server, pidFile], { detached: true, stdio: ['pipe', 'ignore', 'inherit'], env: { PATH: '/usr/bin:/bin', [MARKER]: marker } });
if (child.pid === undefined) throw new Error('the server did not start');
warden.add(child.pid, marker, 'stubborn');
process.stdout.write(`${JSON.stringify({ watcher: warden.watcherPid, hostTag: warden.hostTag })}\n`);
process.on('SIGTERM', () => void warden.close().then(() => process.exit(0)));
if (mode === 'exit') setTimeout(() => process.exit(0), 1500);
// No test takes this long; one that failed must not leave this running.
setTimeout(() => process.exit(0), 60_000);
