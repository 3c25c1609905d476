import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../../test/http-connection.ts';
import { answerJson, beginStream, event, result } from '../../test/scripted-server.ts';
import type { Exchange } from '../../test/scripted-server.ts';

const caps = { frameBytes: 100_000, errorTextBytes: 2_000 };

/** Writes for ever, as fast as the client takes it, and counts. */
function flood({ response }: Exchange, piece: string): { written: () => number } {
  let written = 0;
  function more(): void {
    while (!response.destroyed && response.write(piece)) written += piece.length;
    written += piece.length;
    if (!response.destroyed) response.once('drain', more);
  }
  more();
  return { written: () => written };
}

describe('bodies over the cap (row 13, T:H08, R59, R60)', () => {
  it('an announced size is refused unread', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, { ...result(exchange), filler: 'x'.repeat(200_000) }), { caps });
    expect(await connection.loss(await connection.request('a'))).toMatchObject({ kind: 'cap', isUnsent: false, message: expect.stringContaining('larger than 100000 bytes') as string });
  });

  it('an endless body is cut off and the connection freed', async () => {
    let flooding: { written: () => number } | undefined;
    let isOver = false;
    const connection = await connectTo((exchange) => {
      exchange.response.on('close', () => {
        isOver = true;
      });
      exchange.response.writeHead(200, { 'content-type': 'application/json' });
      exchange.response.write('{"jsonrpc":"2.0","id":1,"result":{"a":"');
      flooding = flood(exchange, 'x'.repeat(16_384));
    }, { caps });
    expect(await connection.loss(await connection.request('a'))).toMatchObject({ kind: 'cap' });
    await connection.until(() => isOver);
    expect(flooding?.written()).toBeLessThan(20_000_000);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ])('a %s bomb is counted as what it becomes', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000, 'x'));
    expect(bomb.length).toBeLessThan(caps.frameBytes);
    const connection = await connectTo(({ response }) => void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bomb), { caps });
    expect(await connection.loss(await connection.request('a'))).toMatchObject({ kind: 'cap' });
  });

  it('an honest compressed answer is read, a cut-off one is lost', async () => {
    const answer = gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}');
    let sent: Buffer = answer;
    const connection = await connectTo(({ response }) => void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(sent));
    expect(await connection.answer(await connection.request('a'))).toMatchObject({ result: {} });
    sent = answer.subarray(0, 20);
    expect(await connection.loss(await connection.request('a'))).toMatchObject({ isUnsent: false });
  });

  it('an endless event ends its stream, and is not asked for again', async () => {
    const connection = await connectTo((exchange) => {
      beginStream(exchange);
      exchange.response.write('id: 1\ndata: {}\n\ndata: ');
      flood(exchange, 'x'.repeat(16_384));
    }, { caps });
    expect(await connection.loss(await connection.request('a'))).toMatchObject({ kind: 'cap', message: expect.stringContaining('event') as string });
    expect(connection.server.exchanges).toHaveLength(1);
  });

  it('endless comments hold nothing in memory and do not hide the answer', async () => {
    const connection = await connectTo((exchange) => {
      beginStream(exchange);
      for (let count = 0; count < 400; count += 1) exchange.response.write(`:${'c'.repeat(1_000)}\n`);
      exchange.response.end(`\n${event(result(exchange))}`);
    }, { caps });
    expect(await connection.answer(await connection.request('a'))).toMatchObject({ result: {} });
  });

  it('an error text is kept to its cap and shown to a line', async () => {
    const connection = await connectTo((exchange) => {
      exchange.response.writeHead(500, { 'content-type': 'text/plain' });
      flood(exchange, 'sorry '.repeat(1_000));
    }, { caps });
    const lost = await connection.loss(await connection.request('a'));
    expect(lost).toMatchObject({ kind: 'http-status', status: 500 });
    expect(lost.message.length).toBeLessThan(500);
  });
});

describe('values that harm whoever handles them', () => {
  it.each([['application/json', (text: string) => text], ['text/event-stream', (text: string) => `data: ${text}\n\n`]])('too deep an answer in %s is refused and the request lost, not hung (T:H04)', async (type, wrap) => {
    const deep = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const connection = await connectTo(({ response }) => void response.writeHead(200, { 'content-type': type }).end(wrap(deep)));
    await connection.loss(await connection.request('a'));
    expect(connection.problems).toMatchObject([{ kind: 'too-deep' }]);
  });

  it('prototype keys are left out (T:H05)', async () => {
    const connection = await connectTo(({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":true},"a":1}}'));
    const answer = await connection.answer(await connection.request('a'));
    expect(JSON.stringify(answer)).toBe('{"jsonrpc":"2.0","id":1,"result":{"a":1}}');
  });

  it('a frame of another kind in between does not spoil the stream (T:H09, R16)', async () => {
    const connection = await connectTo((exchange) => {
      beginStream(exchange);
      const { response } = exchange;
      for (const junk of ['5', 'null', '"x"', '{}', '{"id":1}', '{"level":"info"}', '[]', '<p>']) response.write(event(junk));
      response.write(event({ hello: 1 }, { type: 'greeting' }));
      response.write(event({ jsonrpc: '2.0', id: 77, result: {} }));
      response.end(event(result(exchange)));
    });
    const id = await connection.request('a');
    await connection.answer(id);
    expect(connection.problems.map(({ kind }) => kind).toSorted()).toEqual(['batch', 'not-json', ...Array.from({ length: 6 }, () => 'not-jsonrpc')]);
    expect(connection.lost).toEqual([]);
  });
});

describe('redirects (row 12, R54, G07, M4)', () => {
  it.each([301, 302, 307, 308])('%d on the same origin is followed with method, headers and body', async (status) => {
    const connection = await connectTo((exchange) => {
      if (exchange.request.url === '/mcp') exchange.response.writeHead(status, { location: '/mcp/' }).end();
      else answerJson(exchange, result(exchange));
    }, { target: { headers: { 'x-api-key': 'k' } } });
    await connection.answer(await connection.request('ping'));
    expect(connection.server.exchanges.map(({ request, message }) => [request.method, request.url, message.method, request.headers['x-api-key']])).toEqual([
      ['POST', '/mcp', 'ping', 'k'],
      ['POST', '/mcp/', 'ping', 'k'],
    ]);
  });

  it('to another origin is refused and nothing is sent there', async () => {
    let hits = 0;
    const canary = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => {
      canary.listen(0, '127.0.0.1', () => resolve());
    });
    onTestFinished(() => void canary.close());
    const { port } = canary.address() as AddressInfo;
    for (const location of [`http://127.0.0.1:${port}/mcp`, `http://localhost:${port}/mcp`, `//127.0.0.1:${port}/`, `http://user:pw@127.0.0.1:${port}/`, 'file:///etc/passwd', 'http://169.254.169.254/latest']) {
      const connection = await connectTo(({ response }) => void response.writeHead(307, { location }).end(), { target: { headers: { 'x-api-key': 'k' } } });
      const lost = await connection.loss(await connection.request('ping'));
      expect(lost).toMatchObject({ kind: 'http-status', status: 307, isUnsent: false });
      expect(lost.message).toMatch(/another origin/);
      expect(lost.message).not.toMatch(/pw/);
    }
    expect(hits).toBe(0);
  });

  it('refuses what a fetch of one’s own brought from elsewhere', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, result(exchange)), {
      target: {
        async fetch(input, init) {
          const response = await fetch(input, init);
          Object.defineProperty(response, 'url', { value: 'https://elsewhere.example/mcp' });
          return response;
        },
      },
    });
    expect((await connection.loss(await connection.request('ping'))).message).toMatch(/another origin/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a loop', { location: '/mcp' }, /redirects more than 5 times/],
    ['no address', {}, /without a usable Location/],
    ['nonsense', { location: 'http://' }, /without a usable Location/],
  ])('with %s end in an error', async (_name, headers, message) => {
    const connection = await connectTo(({ response }) => void response.writeHead(307, headers).end());
    expect((await connection.loss(await connection.request('ping'))).message).toMatch(message);
    expect(connection.server.exchanges.length).toBeLessThanOrEqual(6);
  });

  it('303 is no MCP endpoint', async () => {
    const connection = await connectTo(({ response }) => void response.writeHead(303, { location: '/other' }).end());
    expect((await connection.loss(await connection.request('ping'))).message).toMatch(/303/);
    expect(connection.server.exchanges).toHaveLength(1);
  });
});
