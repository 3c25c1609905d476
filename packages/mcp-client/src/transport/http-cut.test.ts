import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attach } from '../../test/http-connection.ts';

const answer = '{"jsonrpc":"2.0","id":1,"result":{"text":"né 世界"}}';
const progress = '{"jsonrpc":"2.0","method":"notifications/progress"}';
const stream = `: hi\r\n\r\nid: 1\r\ndata: ${progress}\r\n\r\nevent: message\r\nid: 2\r\ndata: ${answer}\r\n\r\n`;

function chunked(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

const responses = {
  'JSON with a length': `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
  'JSON in chunks': `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(answer)}`,
  'JSON until the end': `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${answer}`,
  'an event stream in chunks': `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(stream)}`,
  'an event stream until the end': `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n${stream}`,
};

/** Answers every request on every connection with whatever `act` does. */
let act: (socket: Socket) => void = (socket) => void socket.destroy();
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => act(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});

afterAll(() => void server.close());

describe.each(Object.entries(responses))('an answer as %s', (_name, text) => {
  it('cut at any byte is settled exactly once, and never invented (R49, R58, R61)', async () => {
    const bytes = Buffer.from(text, 'utf8');
    const connection = await attach({ url });
    connection.transport.setEra('modern', '2026-07-28');
    const outcomes: string[] = [];
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const id = cut + 1;
      act = (socket) => void socket.end(bytes.subarray(0, cut));
      await connection.transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
      await connection.until(() => connection.order.filter((word) => word === 'message 1' || word === 'lost 1').length >= id);
      outcomes.push(connection.order.at(-1) ?? '');
    }
    expect(outcomes.length).toBe(bytes.length + 1);
    expect(connection.order.filter((word) => word !== 'notifications/progress').length).toBe(bytes.length + 1);
    expect(outcomes.at(-1)).toBe('message 1');
    const answers = connection.messages.filter((message) => 'result' in message);
    for (const message of answers) expect(message).toEqual(JSON.parse(answer));
    // Once enough came, more of it changes nothing.
    expect(outcomes.slice(outcomes.indexOf('message 1')).every((outcome) => outcome === 'message 1')).toBe(true);
  });

  it('brought a byte at a time is read whole (R13)', async () => {
    const connection = await attach({ url });
    connection.transport.setEra('modern', '2026-07-28');
    act = (socket) => {
      socket.setNoDelay(true);
      let sent = 0;
      const next = (): void => {
        if (sent < Buffer.byteLength(text)) socket.write(Buffer.from(text, 'utf8').subarray(sent, (sent += 1)), () => setImmediate(next));
        else socket.end();
      };
      next();
    };
    await connection.transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await connection.answer(1)).toEqual(JSON.parse(answer));
  });
});
