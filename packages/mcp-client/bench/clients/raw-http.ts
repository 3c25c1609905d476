/** The floor over HTTP: the platform's fetch and `JSON.parse`, nothing checked, nothing limited. */
import { legacyVersion, modernVersion } from './client.ts';
import type { BenchClient, BenchEra, BenchTarget } from './client.ts';
import { rawProtocol } from './raw-protocol.ts';

export async function openRawHttp(target: BenchTarget & { kind: 'http' }, era: BenchEra): Promise<BenchClient> {
  let nextId = 1;
  let session: Record<string, string> = {};
  const post = (message: Record<string, unknown>, extra: Record<string, string>): Promise<Response> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session, ...extra };
    return fetch(target.url, { method: 'POST', headers, body: JSON.stringify(message) });
  };
  return rawProtocol(era, {
    async request(method, params) {
      const id = nextId++;
      const name = params['name'];
      const modern: Record<string, string> = era === 'modern' ? { 'mcp-protocol-version': modernVersion, 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) } : {};
      const response = await post({ jsonrpc: '2.0', id, method, params }, modern);
      if (method === 'initialize') session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': legacyVersion };
      const message = response.headers.get('content-type') === 'text/event-stream' ? await lastEvent(response, id) : JSON.parse(await response.text());
      return message.result;
    },
    async notify(method) {
      const response = await post({ jsonrpc: '2.0', method }, {});
      await response.text();
    },
    async close() {},
  });
}

/** Parses every event, as a client must that looks for its answer among notifications. */
async function lastEvent(response: Response, id: number): Promise<{ result: Record<string, unknown> }> {
  const decoder = new TextDecoder();
  let rest = '';
  let found: { result: Record<string, unknown> } | undefined;
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = JSON.parse(block.slice(block.indexOf('data: ') + 6));
      if (message.id === id) found = message;
    }
  }
  if (found === undefined) throw new Error('the stream ended without an answer');
  return found;
}
