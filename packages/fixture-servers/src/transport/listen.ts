import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Listens on 127.0.0.1; `close` gives last answers a moment to leave, then closes every socket. */
export async function listenHttp(http: Server, port: number): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The HTTP fixture has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise((resolve) => {
        http.close(resolve);
      });
      await wait(10);
      http.closeAllConnections();
      await closed;
    },
  };
}
