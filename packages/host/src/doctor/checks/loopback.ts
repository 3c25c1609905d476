/** Whether a program may listen on 127.0.0.1: signing in to servers and browser mode need it. */
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const loopbackCheck: Check = {
  name: 'loopback',
  run: async (_context, signal) => {
    try {
      await roundTrip(signal);
      return [finding({ id: 'loopback', area: 'network', level: 'ok', code: 'loopback-open' })];
    } catch (error) {
      return [finding({ id: 'loopback', area: 'network', level: 'error', code: 'loopback-closed', details: { message: error instanceof Error ? error.message : String(error) } })];
    }
  },
};

function roundTrip(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    const finish = (error?: Error): void => {
      server.close();
      if (error === undefined) resolve();
      else reject(error);
    };
    server.once('error', finish);
    server.listen({ port: 0, host: '127.0.0.1', signal }, () => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', timeout: 5000 });
      socket.once('connect', () => finish());
      socket.once('timeout', () => finish(new Error('no answer on 127.0.0.1')));
      socket.once('error', finish);
      socket.on('end', () => socket.destroy());
    });
  });
}
