/** A real HTTP server on loopback that speaks enough MCP to be connected to; the test writes the rest of its answers. */
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { afterTest, openTarget } from './fixtures.ts';
import type { Opened, Overrides } from './fixtures.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import type { Exchange, ScriptedServer } from './scripted-server.ts';

export type Version = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** What a method is answered with: a result, or whatever the script itself sends. */
export type Answers = Record<string, JsonObject | ((exchange: Exchange) => void | Promise<void>)>;

export interface ScriptedMcp extends Opened {
  server: ScriptedServer;
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Starts a server of the version that answers these methods, `-32601` to all others, and 405 to GET unless told. */
export async function startScripted(version: Version, answers: Answers): Promise<ScriptedServer> {
  const server = await scriptedServer(async (exchange) => {
    const { message, request } = exchange;
    const answer = answers[message.method ?? request.method ?? ''] ?? handshake(version)[message.method ?? ''];
    if (typeof answer === 'function') await answer(exchange);
    else if (answer !== undefined) answerJson(exchange, result(exchange, answer));
    else if (request.method !== 'POST') exchange.response.writeHead(405).end();
    else if (message.id === undefined) exchange.response.writeHead(202).end();
    else answerJson(exchange, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } }, version === '2026-07-28' ? 404 : 200);
  });
  afterTest(() => server.close());
  return server;
}

function handshake(version: Version): Record<string, JsonObject> {
  const serverInfo = { name: 'scripted', version: '1' };
  if (version === '2026-07-28') return { 'server/discover': { supportedVersions: [version], capabilities, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } } };
  return { initialize: { protocolVersion: version, capabilities, serverInfo } };
}

/** A client connected to such a server. */
export async function openScripted(version: Version, answers: Answers, overrides: Overrides = {}): Promise<ScriptedMcp> {
  const server = await startScripted(version, answers);
  return { ...(await openTarget({ kind: 'http', url: server.url, headers: {} }, overrides)), server };
}
