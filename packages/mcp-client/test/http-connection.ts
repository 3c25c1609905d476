/** A transport connected to a scripted server, with everything recorded and cleaned up after the test. */
import { onTestFinished } from 'vitest';
import type { HttpTarget } from '../src/connect.ts';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { createHttpTransport } from '../src/transport/http.ts';
import type { HttpTiming } from '../src/transport/http.ts';
import { createSseTransport } from '../src/transport/sse.ts';
import { defaultCaps } from '../src/transport/transport.ts';
import type { Caps, TapEvent, Transport } from '../src/transport/transport.ts';
import './guard.ts';
import { recorder, recordingTap } from './recorder.ts';
import type { Recorder } from './recorder.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import type { Exchange, ScriptedServer } from './scripted-server.ts';

/** Short enough for tests; the shape of the behaviour is the same. */
export const quickTiming: Partial<HttpTiming> = { retry: { defaultMs: 20, minMs: 10, maxMs: 200 }, lingerMs: 30, deleteMs: 300, acceptMs: 500 };

export interface Setting {
  target?: Partial<HttpTarget>;
  caps?: Partial<Caps>;
  timing?: Partial<HttpTiming>;
  isSse?: boolean;
}

export interface Connection extends Recorder {
  server: ScriptedServer;
  transport: Transport;
  seen: TapEvent[];
  /** Sends a request and says its id. */
  request(method: string, params?: JsonObject): Promise<number>;
}

export async function connectTo(script: (exchange: Exchange) => void | Promise<void>, setting: Setting = {}): Promise<Connection> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return { ...(await attach({ url: server.url, ...setting.target }, setting)), server };
}

/** A started transport to any address. */
export async function attach(target: Partial<HttpTarget> & { url: string }, setting: Setting = {}): Promise<Omit<Connection, 'server'>> {
  const recorded = recorder();
  const { tap, seen } = recordingTap();
  const deps = { caps: { ...defaultCaps, ...setting.caps }, tap, timing: { ...quickTiming, ...setting.timing } };
  const full: HttpTarget = { kind: 'http', headers: {}, ...target };
  const transport = setting.isSse === true ? createSseTransport(full, deps) : createHttpTransport(full, deps);
  onTestFinished(() => transport.close());
  await transport.start(recorded.events);
  let last = 0;
  return {
    ...recorded,
    transport,
    seen,
    async request(method, params) {
      last += 1;
      await transport.send({ jsonrpc: '2.0', id: last, method, ...(params === undefined ? {} : { params }) });
      return last;
    },
  };
}

/** The legacy handshake, up to the acceptance of `initialized`. */
export async function initialize(connection: Connection, version = '2025-11-25'): Promise<void> {
  const id = await connection.request('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  await connection.answer(id);
  connection.transport.setEra('legacy', version);
  await connection.transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
}

/** Answers the legacy handshake with a session and no GET stream; everything else goes to `rest`. */
export function sessionServer(rest: (exchange: Exchange) => void | Promise<void>, sessionId = 'session-1'): (exchange: Exchange) => void | Promise<void> {
  return (exchange) => {
    const { message, request, response } = exchange;
    if (message.method === 'initialize') answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': sessionId });
    else if (message.method?.startsWith('notifications/') === true) response.writeHead(202).end();
    else if (request.method === 'DELETE') response.writeHead(200).end();
    else return rest(exchange);
    return undefined;
  };
}
