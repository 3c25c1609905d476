import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { numberOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { png } from '../presets/media.ts';
import type { HttpFixture } from '../transport/http-server.ts';
import { listenHttp } from '../transport/listen.ts';
import { readRequest } from '../transport/record.ts';
import type { RecordedRequest } from '../transport/record.ts';

/** The same few primitives as the v2 reference, built on the v1 package (legacy only). */
function build(): McpServer {
  const server = new McpServer({ name: 'sdk-v1-fixture', version: '1.32.2' }, { capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} }, instructions: 'A reference server on the official v1 package.' });
  server.registerTool('echo', { description: 'Repeats a message.', inputSchema: { message: z.string() } }, ({ message }) => ({ content: [{ type: 'text', text: `Echo: ${message}` }] }));
  server.registerTool(
    'get-sum',
    { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerTool('slow', { description: 'Reports progress.', inputSchema: { steps: z.number(), ms: z.number() } }, async ({ steps, ms }, extra) => {
    const { _meta: meta } = extra;
    const progressToken = meta?.progressToken;
    for (let step = 1; step <= steps; step++) {
      await wait(ms, undefined, { signal: extra.signal });
      if (progressToken !== undefined) await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress: step, total: steps } });
    }
    return { content: [{ type: 'text', text: `Done after ${steps} steps.` }] };
  });
  server.registerTool('get-image', { description: 'Returns a picture.' }, () => ({ content: [{ type: 'image', mimeType: 'image/png', data: png(16, 16, [1, 2, 3]) }] }));
  server.registerTool('ask-all', { description: 'Asks for a form, a model answer and the roots.' }, async () => {
    const name = await server.server.elicitInput({ message: 'Who are you?', requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 1 }, size: { type: 'integer', default: 3 } }, required: ['name'] } });
    const capital = await server.server.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }], maxTokens: 50 });
    const roots = await server.server.listRoots();
    return { content: [{ type: 'text', text: JSON.stringify({ name, capital, roots }) }] };
  });
  server.registerResource('note', 'fixture://note', { mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, text: 'a note' }] }));
  server.registerResource('user', new ResourceTemplate('fixture://users/{id}', { list: undefined }), {}, (uri, { id }) => ({ contents: [{ uri: uri.href, text: `user ${String(id)}` }] }));
  server.registerPrompt('greet', { description: 'Greets.', argsSchema: { name: z.string() } }, ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }] }));
  return server;
}

/** Serves the v1 reference on this process's stdio. */
export async function serveSdkV1Stdio(): Promise<void> {
  await build().connect(new StdioServerTransport());
}

/** Serves the v1 reference over Streamable HTTP with sessions, on loopback. */
export async function serveSdkV1Http(options: FixtureOptions): Promise<HttpFixture> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const requests: RecordedRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await readRequest(request);
    requests.push(recorded);
    const id = recorded.headers['mcp-session-id'];
    const known = typeof id === 'string' ? transports.get(id) : undefined;
    if (known !== undefined) {
      await known.handleRequest(request, response, recorded.json);
    } else if (typeof id === 'string') {
      response.writeHead(404).end();
    } else {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => {
          transports.set(session, transport);
        },
        onsessionclosed: (session) => {
          transports.delete(session);
        },
      });
      await build().connect(transport);
      await transport.handleRequest(request, response, recorded.json);
    }
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listenHttp(http, numberOption(options, 'port', 0));
  return {
    url: `${url}/mcp`,
    requests,
    get sessionCount() {
      return transports.size;
    },
    forgetSessions: () => transports.clear(),
    close,
  };
}
