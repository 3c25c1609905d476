/** A whole client over a transport in memory: what it sends can be looked at, what it gets is the test's to say. */
import { expect } from 'vitest';
import type { Client, ClientEvent } from '../../src/client.ts';
import type { HandshakeOptions } from '../../src/era/handshake.ts';
import { declare } from '../../src/features/inputs/declare.ts';
import type { ClientHandlers } from '../../src/handlers.ts';
import type { JsonObject, JsonRpcMessage } from '../../src/jsonrpc/message.ts';
import { Session } from '../../src/open/session.ts';
import { readCapabilities } from '../../src/reading/capabilities.ts';
import { defaultCaps } from '../../src/transport/transport.ts';
import type { Era, Transport, TransportEvents } from '../../src/transport/transport.ts';

export interface MemoryConnection {
  client: Client;
  session: Session;
  events: ClientEvent[];
  sent: JsonObject[];
  /** Hands a message to the client as if the server had sent it. */
  receive: (message: JsonObject) => void;
  /** Answers the request that was sent last; further ones by the function. */
  answer: (result: JsonObject) => void;
}

export interface MemoryOptions {
  era?: Era;
  handlers?: ClientHandlers;
  capabilities?: JsonObject;
  client?: JsonObject;
  /** What the server declared. */
  server?: JsonObject;
  /** Answers each request as soon as it is sent. */
  reply?: (request: JsonObject) => JsonObject | undefined;
}

export async function memoryConnection({ era = 'modern', handlers = {}, capabilities = {}, client = { name: 'ExampleClient', version: '1.0.0' }, server = {}, reply }: MemoryOptions = {}): Promise<MemoryConnection> {
  const sent: JsonObject[] = [];
  let events: TransportEvents | undefined;
  const receive = (message: JsonObject): void => events?.onMessage(message as JsonObject & JsonRpcMessage);
  const transport: Transport = {
    kind: 'stdio',
    start: (given) => {
      events = given;
      return Promise.resolve();
    },
    send: (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as JsonObject;
      sent.push(copy);
      const result = copy['method'] === undefined || copy['id'] === undefined ? undefined : reply?.(copy);
      if (result !== undefined) queueMicrotask(() => receive({ jsonrpc: '2.0', id: copy['id'] ?? null, result }));
      return Promise.resolve();
    },
    abandon: () => false,
    setEra: () => {},
    close: () => {
      events?.onClosed({ kind: 'closed-by-us' });
      return Promise.resolve();
    },
  };
  const declared = declare(capabilities, handlers);
  const session = new Session(transport, { caps: defaultCaps, handlers, declared, trace: undefined, cache: true, tasks: {}, tap: undefined });
  await session.peer.start();
  const options: HandshakeOptions = { client, capabilities: declared, deadline: Number.POSITIVE_INFINITY, signal: undefined, attempts: [] };
  const version = era === 'modern' ? '2026-07-28' : '2025-11-25';
  const connected = await session.toClient({ era, protocolVersion: version, server: { name: '', version: '' }, instructions: undefined, capabilities: readCapabilities(server) }, options, undefined);
  const heard: ClientEvent[] = [];
  connected.listen((event) => heard.push(event));
  return {
    client: connected,
    session,
    events: heard,
    sent,
    receive,
    answer: (result) => receive({ jsonrpc: '2.0', id: sent.at(-1)?.['id'] ?? null, result }),
  };
}

/** The kinds of problems, which a good message never raises. */
export function expectNoProblems(events: ClientEvent[]): void {
  expect(events.filter(({ type }) => type === 'problem')).toEqual([]);
}
