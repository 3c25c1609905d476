/** Bodies and events of 600 MB (R60): refused at the cap, whatever their length is said to be. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { LocalError } from '../../src/errors.ts';
import { afterTest, openTarget } from '../fixtures.ts';
import { sessionServer } from '../http-connection.ts';
import { scriptedServer } from '../scripted-server.ts';
import { memoryAbove } from './neighbour.ts';

const megabytes = 600;
const piece = 'x'.repeat(1_000_000);

async function pour(response: ServerResponse, written: (megabytes: number) => void): Promise<void> {
  for (let index = 1; index <= megabytes && !response.destroyed; index += 1) {
    written(index);
    if (response.write(piece)) continue;
    const over = new AbortController();
    await Promise.race(['drain', 'close'].map((name) => once(response, name, { signal: over.signal }).catch(() => undefined)));
    over.abort();
  }
  response.end();
}

const answers = [
  { what: 'a body that says its length', type: 'application/json', headers: { 'content-length': String(megabytes * 1_000_000 + 40) }, start: '{"jsonrpc":"2.0","id":1,"result":{"a":"' },
  { what: 'a body in chunks', type: 'application/json', headers: {}, start: '{"jsonrpc":"2.0","id":1,"result":{"a":"' },
  { what: 'one event', type: 'text/event-stream', headers: {}, start: 'data: {"a":"' },
];

describe('at full size, over Streamable HTTP', () => {
  it.each(answers)('$what of 600 MB is cut off at the cap, and the connection still serves (R60, T:H08)', async ({ type, headers, start }) => {
    let written = 0;
    const server = await scriptedServer(
      sessionServer(async (exchange) => {
        const { message, response } = exchange;
        if (message.method !== 'tools/call') {
          response.writeHead(exchange.request.method === 'GET' ? 405 : 200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { tools: [] } }));
          return;
        }
        response.writeHead(200, { 'content-type': type, ...headers });
        response.write(start);
        await pour(response, (count) => (written = count));
      }),
    );
    afterTest(() => server.close());
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} }, { era: 'legacy' });
    const before = process.memoryUsage().rss;
    const error = await client.callTool('pour', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect(String(error)).toMatch(/larger than \d+ bytes/);
    expect(written).toBeLessThan(megabytes / 2);
    expect(memoryAbove(before)).toBeLessThan(350);
    expect((await client.listTools()).items).toEqual([]);
  });
});
