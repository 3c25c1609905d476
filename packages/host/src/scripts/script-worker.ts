/** The thread of one script. It starts with the script and ends with it, or is ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { Sandbox } from './sandbox.ts';
import type { SandboxJob, ToScript } from './script-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This is started by Portolan, not by hand.');

/** Waiting for the processor is not the script's fault, so its own time counts where that can be had. */
function cpu(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// The host is the only one with the other end of the port.
const sandbox = await Sandbox.open(workerData as SandboxJob, { send: (message) => port.postMessage(message), cpu });
port.on('message', (answer: ToScript) => sandbox.answer(answer));
sandbox.run();
