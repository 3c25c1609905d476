/**
 * An address that nobody may ever ask: every request that reaches it is written down. A connection that asks for nothing is none:
 * browsers open those for hints in a page, and no policy of theirs says otherwise.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '../harness/test.ts';

export interface NetworkCanary extends AsyncDisposable {
  readonly url: string;
  /** Fails with what came. */
  expectUntouched(): void;
}

export async function startCanary(): Promise<NetworkCanary> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expectUntouched: () => expect(hits, 'reached the canary').toEqual([]),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
