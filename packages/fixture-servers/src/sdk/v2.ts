import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createMcpHandler, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { modernRevision } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { png } from '../presets/media.ts';
import { listenHttp } from '../transport/listen.ts';
import type { HttpFixture } from '../transport/http-server.ts';
import { readRequest } from '../transport/record.ts';
import type { RecordedRequest } from '../transport/record.ts';

/** The same few primitives as the v1 reference, built on the official server package (both eras). */
function build(): McpServer {
  const server = new McpServer(
    { name: 'sdk-v2-fixture', version: '2.4.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} }, instructions: 'A reference server on the official v2 package.' },
  );
  server.registerTool('echo', { description: 'Repeats a message.', inputSchema: z.object({ message: z.string() }) }, ({ message }) => ({
    content: [{ type: 'text', text: `Echo: ${message}` }],
  }));
  server.registerTool(
    'get-sum',
    { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerTool('slow', { description: 'Reports progress.', inputSchema: z.object({ steps: z.number(), ms: z.number() }) }, async ({ steps, ms }, context) => {
    const { _meta: meta } = context.mcpReq;
    const progressToken = meta?.progressToken;
    for (let step = 1; step <= steps; step++) {
      await wait(ms, undefined, { signal: context.mcpReq.signal });
      if (progressToken !== undefined) await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: step, total: steps } });
    }
    return { content: [{ type: 'text', text: `Done after ${steps} steps.` }] };
  });
  server.registerTool('get-image', { description: 'Returns a picture.' }, () => ({ content: [{ type: 'image', mimeType: 'image/png', data: png(16, 16, [1, 2, 3]) }] }));
  server.registerTool('ask-all', { description: 'Asks for a form, a model answer and the roots.' }, (context) => {
    const { inputResponses } = context.mcpReq;
    if (inputResponses !== undefined) return { content: [{ type: 'text', text: JSON.stringify(inputResponses) }] };
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({ message: 'Who are you?', requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 1 }, size: { type: 'integer', default: 3 } }, required: ['name'] } }),
        capital: inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }], maxTokens: 50 }),
        roots: inputRequired.listRoots(),
      },
      requestState: 'état "1"',
    });
  });
  server.registerResource('note', 'fixture://note', { mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, text: 'a note' }] }));
  server.registerResource('user', new ResourceTemplate('fixture://users/{id}', { list: undefined }), {}, (uri, { id }) => ({ contents: [{ uri: uri.href, text: `user ${String(id)}` }] }));
  server.registerPrompt('greet', { description: 'Greets.', argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }],
  }));
  return server;
}

/** Serves the v2 reference on this process's stdio; `--era=modern` refuses the legacy handshake. */
export function serveSdkV2Stdio(options: FixtureOptions): void {
  serveStdio(build, { legacy: isModernOnly(options) ? 'reject' : 'serve' });
}

/** Serves the v2 reference over HTTP on loopback: modern, and legacy without sessions unless `--era=modern`. */
export async function serveSdkV2Http(options: FixtureOptions): Promise<HttpFixture> {
  const handler = createMcpHandler(build, { legacy: isModernOnly(options) ? 'reject' : 'stateless' });
  const requests: RecordedRequest[] = [];
  const http = createServer((request, response) => {
    void (async () => {
      const recorded = await readRequest(request);
      requests.push(recorded);
      await answerByFetch(handler.fetch, request, recorded, response);
    })().catch(() => response.destroy());
  });
  const { url, close } = await listenHttp(http, numberOption(options, 'port', 0));
  return {
    url: `${url}/mcp`,
    requests,
    sessionCount: 0,
    forgetSessions: () => undefined,
    async close() {
      await handler.close();
      await close();
    },
  };
}

function isModernOnly(options: FixtureOptions): boolean {
  return ['modern', modernRevision].includes(textOption(options, 'era', 'both'));
}

/** Hands a node:http exchange to a web-standard handler and streams its response back. */
async function answerByFetch(
  fetch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  recorded: RecordedRequest,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => {
    if (outgoing.writableEnded) return;
    recorded.aborted = true;
    gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(recorded.headers)) if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const bodyless = incoming.method === 'GET' || incoming.method === 'HEAD';
  const request = new Request(`http://127.0.0.1${recorded.url}`, { method: recorded.method, headers, signal: gone.signal, ...(bodyless ? {} : { body: recorded.body }) });
  const response = await fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
}
