import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { connectTo, initialize, sessionServer } from '../../test/http-connection.ts';
import { answerJson, beginStream, event, result } from '../../test/scripted-server.ts';
import type { Exchange } from '../../test/scripted-server.ts';

/** A server with a session whose GET and POST of anything but the handshake are scripted. */
function server(onGet: (exchange: Exchange, count: number) => void | Promise<void>, onPost: (exchange: Exchange) => void = (exchange) => answerJson(exchange, result(exchange))): (exchange: Exchange) => void | Promise<void> {
  let gets = 0;
  return sessionServer((exchange) => {
    if (exchange.request.method === 'GET') {
      gets += 1;
      return onGet(exchange, gets);
    }
    return onPost(exchange);
  });
}

const noStream = ({ response }: Exchange): void => {
  response.writeHead(405).end();
};

describe('a session (2025-03-26 … 2025-11-25)', () => {
  it('is kept from the initialize response and goes with everything after it, as does the version (P02)', async () => {
    const connection = await connectTo(server(noStream));
    await initialize(connection, '2025-06-18');
    await connection.answer(await connection.request('tools/list'));
    await connection.until(() => connection.server.methods().includes('GET'));
    const headers = connection.server.exchanges.map(({ request }) => [request.headers['mcp-session-id'], request.headers['mcp-protocol-version'], request.headers['mcp-method']]);
    expect(headers[0]).toEqual([undefined, undefined, undefined]);
    expect(headers.slice(1)).toEqual(Array.from({ length: 3 }, () => ['session-1', '2025-06-18', undefined]));
    expect(connection.server.exchanges[0]?.request.headers.accept).toBe('application/json, text/event-stream');
  });

  it.each(['tab\tinside', 'caf\u00e9'])('whose id is not visible ASCII is not used (P02)', async (id) => {
    const connection = await connectTo(sessionServer(noStream, id));
    await initialize(connection);
    expect(connection.server.exchanges.at(-1)?.request.headers['mcp-session-id']).toBeUndefined();
    expect(connection.problems).toMatchObject([{ kind: 'not-jsonrpc', message: expect.stringContaining('session id') as string }]);
  });

  it('that is over makes the request lost as such, also for servers that say 400 (R64)', async () => {
    for (const [status, body] of [[404, ''], [404, '{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"Session not found"}}'], [400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}']] as const) {
      const connection = await connectTo(server(noStream, ({ response }) => void response.writeHead(status).end(body)));
      await initialize(connection);
      expect(await connection.loss(await connection.request('tools/list'))).toMatchObject({ kind: 'session-expired', status });
    }
  });

  it('begins anew on the same connection: initialize goes without the old id, and the new one is used (R64)', async () => {
    let sessions = 0;
    const connection = await connectTo((exchange) => {
      const { message, request, response } = exchange;
      if (message.method === 'initialize') answerJson(exchange, result(exchange), 200, { 'mcp-session-id': `s${(sessions += 1)}` });
      else if (request.method === 'GET') noStream(exchange);
      else if (request.headers['mcp-session-id'] !== `s${sessions}` || (message.method === 'tools/list' && sessions === 1)) response.writeHead(404).end();
      else if (message.id === undefined) response.writeHead(202).end();
      else answerJson(exchange, result(exchange, { tools: [] }));
    });
    await initialize(connection);
    await connection.loss(await connection.request('tools/list'));
    await initialize(connection);
    expect(await connection.answer(await connection.request('tools/list'))).toMatchObject({ result: { tools: [] } });
    const begun = connection.server.exchanges.filter(({ message }) => message.method === 'initialize');
    expect(begun.map(({ request }) => [request.headers['mcp-session-id'], request.headers['mcp-protocol-version']])).toEqual([[undefined, undefined], [undefined, undefined]]);
    expect(sessions).toBe(2);
  });

  it('lets no request overtake `initialized`', async () => {
    let isInitialized = false;
    const connection = await connectTo((exchange) => {
      const { message, request, response } = exchange;
      if (message.method === 'initialize') answerJson(exchange, result(exchange));
      else if (message.method === 'notifications/initialized') {
        setTimeout(() => {
          isInitialized = true;
          response.writeHead(202).end();
        }, 30);
      } else if (request.method === 'GET') noStream(exchange);
      else answerJson(exchange, result(exchange, { isInitialized }));
    });
    await connection.answer(await connection.request('initialize'));
    connection.transport.setEra('legacy', '2025-11-25');
    void connection.transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await connection.answer(await connection.request('tools/list'))).toMatchObject({ result: { isInitialized: true } });
  });

  it.each<[string, (exchange: Exchange) => void]>([
    ['confirms', ({ response }) => void response.writeHead(200).end()],
    ['refuses with 405', noStream],
    ['never answers', () => undefined],
  ])('is ended by DELETE when closed, and closing does not depend on a server that %s (H80, R65, row 7)', async (_name, onDelete) => {
    const connection = await connectTo((exchange) => {
      if (exchange.request.method === 'DELETE') onDelete(exchange);
      else return server(noStream)(exchange);
      return undefined;
    }, { timing: { deleteMs: 50 } });
    await initialize(connection);
    await connection.transport.close();
    await connection.transport.close();
    const last = connection.server.exchanges.at(-1)?.request;
    expect([last?.method, last?.headers['mcp-session-id']]).toEqual(['DELETE', 'session-1']);
    expect(connection.closed).toEqual([{ kind: 'closed-by-us' }]);
    await expect(connection.transport.send({ jsonrpc: '2.0', id: 9, method: 'ping' })).rejects.toThrow(/closed/);
  });

  it('is not deleted when there was none', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, result(exchange)));
    await connection.answer(await connection.request('initialize'));
    await connection.transport.close();
    expect(connection.server.methods()).toEqual(['initialize']);
  });
});

describe('the stream for messages of the server', () => {
  it('is opened once `initialized` was accepted, and its messages come in order (P09)', async () => {
    const connection = await connectTo(
      server((exchange) => {
        beginStream(exchange);
        for (const name of ['a', 'b', 'c']) exchange.response.write(event({ jsonrpc: '2.0', method: `notifications/${name}` }));
      }),
    );
    await initialize(connection);
    await connection.until(() => connection.messages.length === 4);
    expect(connection.order.slice(1)).toEqual(['notifications/a', 'notifications/b', 'notifications/c']);
    expect(connection.server.methods()).toEqual(['initialize', 'notifications/initialized', 'GET']);
    expect(connection.problems).toEqual([]);
  });

  it('is open before the first request goes out: what a server says before that is lost (P02, P13)', async () => {
    let isOpen = false;
    const whenAsked: boolean[] = [];
    const connection = await connectTo(
      server(
        async (exchange) => {
          await wait(100);
          beginStream(exchange);
          isOpen = true;
        },
        (exchange) => {
          whenAsked.push(isOpen);
          answerJson(exchange, result(exchange));
        },
      ),
    );
    await initialize(connection);
    await connection.answer(await connection.request('tools/list'));
    expect(whenAsked).toEqual([true]);
  });

  it('is not waited for by a request any longer than a moment (P02)', async () => {
    const connection = await connectTo(server(() => {}), { timing: { listenOpenMs: 50 } });
    await initialize(connection);
    await connection.answer(await connection.request('tools/list'));
    expect(connection.server.methods()).toContain('tools/list');
  });

  it('is done without when the server has none: 405 is no problem, another refusal is named (R65)', async () => {
    for (const [status, problems] of [[405, []], [404, ['http-status']], [501, ['http-status']]] as const) {
      const connection = await connectTo(server(({ response }) => void response.writeHead(status).end()));
      await initialize(connection);
      await connection.until(() => connection.server.methods().includes('GET'));
      await connection.answer(await connection.request('ping'));
      await wait(50);
      expect(connection.problems.map(({ kind }) => kind)).toEqual(problems);
      expect(connection.server.methods().filter((method) => method === 'GET')).toHaveLength(1);
    }
  });

  it('is resumed where it stopped, what comes again is dropped, and each reconnect is told (R61, R62, P09)', async () => {
    const connection = await connectTo(
      server((exchange, count) => {
        beginStream(exchange);
        const write = (number: number): boolean => exchange.response.write(event({ jsonrpc: '2.0', method: `notifications/${number}` }, { id: String(number) }));
        if (count === 1) {
          write(1);
          write(2);
          exchange.response.write('id: 3\ndata: {"jsonrpc":"2.0","meth');
          setTimeout(() => exchange.response.destroy(), 10);
        } else {
          write(2);
          write(3);
        }
      }),
    );
    await initialize(connection);
    await connection.until(() => connection.messages.length === 4 && connection.problems.length >= 2);
    expect(connection.order.slice(1)).toEqual(['notifications/1', 'notifications/2', 'notifications/3']);
    const gets = connection.server.exchanges.filter(({ request }) => request.method === 'GET');
    expect(gets.map(({ request }) => request.headers['last-event-id'])).toEqual([undefined, '2']);
    expect(gets[1]?.request.headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-11-25', accept: 'text/event-stream' });
    expect(connection.problems.map(({ kind }) => kind)).toEqual(['stream-ended', 'duplicate-event']);
  });

  it('is opened again after every end, without ids too, but never in a tight loop (bug B10)', async () => {
    const times: number[] = [];
    const connection = await connectTo(
      server((exchange) => {
        times.push(performance.now());
        beginStream(exchange);
        exchange.response.end('retry: 0\n\n');
      }),
      { timing: { retry: { defaultMs: 20, minMs: 10, maxMs: 80 } } },
    );
    await initialize(connection);
    await connection.until(() => times.length === 6);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, expected] of [20, 40, 80, 80, 80].entries()) expect(waits[index]).toBeGreaterThanOrEqual(expected - 2);
    expect(connection.problems.filter(({ kind }) => kind === 'stream-ended').length).toBeGreaterThanOrEqual(5);
  });

  it('waits as long as the server asked for (R63)', async () => {
    const times: number[] = [];
    const connection = await connectTo(
      server((exchange, count) => {
        times.push(performance.now());
        beginStream(exchange);
        if (count === 1) exchange.response.end(`retry: 120\n${event({ jsonrpc: '2.0', method: 'notifications/x' })}`);
      }),
    );
    await initialize(connection);
    await connection.until(() => times.length === 2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(118);
  });

  it('comes back after server errors and refused credentials, and says so each time (R53, R67)', async () => {
    const statuses = [500, 401, 429, 409];
    const connection = await connectTo(
      server((exchange, count) => {
        const status = statuses[count - 1];
        if (status !== undefined) exchange.response.writeHead(status).end();
        else {
          beginStream(exchange);
          exchange.response.write(event({ jsonrpc: '2.0', method: 'notifications/back' }));
        }
      }),
    );
    await initialize(connection);
    await connection.until(() => connection.order.includes('notifications/back'));
    expect(connection.problems.map(({ message }) => /HTTP (\d+)/.exec(message)?.[1])).toEqual(statuses.map(String));
  });

  it('is opened anew when it was silent for long, which is nobody’s problem (R50)', async () => {
    const connection = await connectTo(
      server((exchange) => beginStream(exchange)),
      { timing: { listenIdleMs: 30 } },
    );
    await initialize(connection);
    await connection.until(() => connection.server.methods().filter((method) => method === 'GET').length === 3);
    expect(connection.problems).toEqual([]);
  });

  it('ends with the connection', async () => {
    let isOver = false;
    const connection = await connectTo(
      server((exchange) => {
        beginStream(exchange);
        exchange.response.on('close', () => {
          isOver = true;
        });
      }),
    );
    await initialize(connection);
    await connection.until(() => connection.server.methods().includes('GET'));
    await connection.transport.close();
    await connection.until(() => isOver);
    await wait(50);
    expect(connection.server.methods().filter((method) => method === 'GET')).toHaveLength(1);
  });
});

describe('a call whose stream ends before its answer', () => {
  /** Cuts the stream of tools/call as told, then lets `onResume` answer the GETs that follow. */
  function cutting(cut: (exchange: Exchange) => void, onResume: (exchange: Exchange, count: number) => void): (exchange: Exchange) => void | Promise<void> {
    let resumes = 0;
    return server((exchange) => {
      if (exchange.request.headers['last-event-id'] === undefined) noStream(exchange);
      else {
        resumes += 1;
        onResume(exchange, resumes);
      }
    }, cut);
  }
  const progress = (value: number): unknown => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress: value } });

  it('is taken up again by its last event id, and the answer arrives (R61)', async () => {
    const connection = await connectTo(
      cutting(
        (exchange) => {
          beginStream(exchange);
          exchange.response.end(`${event('', { id: 'a-0', retry: 20 })}${event(progress(1), { id: 'a-1' })}`);
        },
        (exchange, count) => {
          beginStream(exchange);
          if (count === 1) exchange.response.end(`${event(progress(1), { id: 'a-1' })}${event(progress(2), { id: 'a-2' })}`);
          else exchange.response.end(event({ jsonrpc: '2.0', id: 2, result: { content: [] } }, { id: 'a-3' }));
        },
      ),
    );
    await initialize(connection);
    expect(await connection.answer(await connection.request('tools/call', { name: 'slow' }))).toMatchObject({ result: { content: [] } });
    expect(connection.order.slice(1)).toEqual(['notifications/progress', 'notifications/progress', 'message 2']);
    const resumed = connection.server.exchanges.map(({ request }) => request.headers['last-event-id']).filter((id) => id !== undefined);
    expect(resumed).toEqual(['a-1', 'a-2']);
    // The server asked to be polled, so nothing is wrong; the one event that came again is the exception.
    expect(connection.problems.map(({ kind }) => kind)).toEqual(['duplicate-event']);
  });

  it('survives server errors and dropped connections while resuming (R53, R49)', async () => {
    const connection = await connectTo(
      cutting(
        (exchange) => {
          beginStream(exchange);
          exchange.response.write(event(progress(1), { id: '1' }), () => exchange.response.destroy());
        },
        (exchange, count) => {
          if (count === 1) exchange.response.writeHead(503).end();
          else if (count === 2) exchange.response.destroy();
          else {
            beginStream(exchange);
            exchange.response.end(event({ jsonrpc: '2.0', id: 2, result: {} }));
          }
        },
      ),
    );
    await initialize(connection);
    expect(await connection.answer(await connection.request('tools/call'))).toMatchObject({ result: {} });
  });

  it.each<[string, (exchange: Exchange) => void, string]>([
    ['no id was ever sent', (exchange) => { beginStream(exchange); exchange.response.end(event(progress(1))); }, 'stream-ended'],
    ['the server does not resume (405)', (exchange) => { beginStream(exchange); exchange.response.end(event(progress(1), { id: '1' })); }, 'stream-ended'],
    ['the connection broke in the middle of an event', (exchange) => { beginStream(exchange); exchange.response.write('data: {"js', () => exchange.response.destroy()); }, 'stream-ended'],
  ])('is lost at once when %s (R61, bug B8, row 9)', async (_name, cut, kind) => {
    const connection = await connectTo(cutting(cut, noStream));
    await initialize(connection);
    expect(await connection.loss(await connection.request('tools/call'))).toMatchObject({ kind, isUnsent: false });
  });

  it('is lost after a handful of failed attempts (R61)', async () => {
    const connection = await connectTo(
      cutting(
        (exchange) => { beginStream(exchange); exchange.response.end(event(progress(1), { id: '1' })); },
        ({ response }) => void response.writeHead(502).end(),
      ),
    );
    await initialize(connection);
    expect((await connection.loss(await connection.request('tools/call'))).message).toMatch(/5 attempts to resume it failed/);
  });

  it('is lost as an expired session when resuming finds none (R64)', async () => {
    const connection = await connectTo(
      cutting(
        (exchange) => { beginStream(exchange); exchange.response.end(event(progress(1), { id: '1' })); },
        ({ response }) => void response.writeHead(404).end(),
      ),
    );
    await initialize(connection);
    expect(await connection.loss(await connection.request('tools/call'))).toMatchObject({ kind: 'session-expired', wasAccepted: true });
  });

  it('may be given up while it waits to resume; nothing more is sent for it', async () => {
    const connection = await connectTo(
      cutting((exchange) => { beginStream(exchange); exchange.response.end(event(progress(1), { id: '1', retry: 60 })); }, noStream),
    );
    await initialize(connection);
    const id = await connection.request('tools/call');
    await connection.until(() => connection.order.includes('notifications/progress'));
    expect(connection.transport.abandon(id)).toBe(false);
    await wait(100);
    expect(connection.server.exchanges.some(({ request }) => request.headers['last-event-id'] !== undefined)).toBe(false);
    expect(connection.lost).toEqual([]);
  });
});

describe('the stream of a call', () => {
  it('may carry requests of the server and answers to other calls, in order', async () => {
    const held: Exchange[] = [];
    let isSecondOver = false;
    const connection = await connectTo(
      server(noStream, (exchange) => {
        held.push(exchange);
        if (held.length < 2) return;
        const [first, second] = held;
        if (first === undefined || second === undefined) return;
        second.response.on('close', () => {
          isSecondOver = true;
        });
        beginStream(first);
        first.response.write(event({ jsonrpc: '2.0', id: 'srv-1', method: 'roots/list' }));
        first.response.write(event(result(second)));
        first.response.end(event(result(first)));
      }),
    );
    await initialize(connection);
    const ids = [await connection.request('tools/call'), await connection.request('tools/call')];
    await Promise.all(ids.map((id) => connection.answer(id)));
    const [first, second] = held.map(({ message }) => `message ${message.id}`);
    expect(connection.order.slice(1)).toEqual(['roots/list', second, first]);
    // The second call's own exchange never gets anything; it is not kept open for ever.
    await connection.until(() => isSecondOver);
    expect(connection.lost).toEqual([]);
  });

  it('is closed by us when the server leaves it open after the answer', async () => {
    let isOver = false;
    const connection = await connectTo(
      server(noStream, (exchange) => {
        beginStream(exchange);
        exchange.response.on('close', () => {
          isOver = true;
        });
        exchange.response.write(event(result(exchange)));
      }),
    );
    await initialize(connection);
    await connection.answer(await connection.request('tools/call'));
    await connection.until(() => isOver);
    await wait(50);
    expect([connection.lost, connection.problems]).toEqual([[], []]);
  });

  it('leaves its connection for the next call when the server ends it', async () => {
    const ports = new Set<number | undefined>();
    const connection = await connectTo(
      server(noStream, (exchange) => {
        ports.add(exchange.request.socket.remotePort);
        beginStream(exchange);
        exchange.response.end(event(result(exchange)));
      }),
    );
    await initialize(connection);
    for (let count = 0; count < 8; count += 1) {
      await connection.answer(await connection.request('tools/call'));
      await wait(5);
    }
    // The handshake may have opened two.
    expect(ports.size).toBeLessThanOrEqual(2);
  });
});
