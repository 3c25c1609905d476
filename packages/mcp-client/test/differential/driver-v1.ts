/** The official v1 client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { answers, fill, plain, wordOf } from './driver.ts';
import type { Driver, Target } from './driver.ts';

export async function openV1(target: Target, callMs?: number): Promise<Driver> {
  const client = new Client({ name: 'differential', version: '1.0.0' }, { capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ('requestedSchema' in params ? { action: 'accept', content: fill(params.requestedSchema.properties) } : { action: 'decline' }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({ role: 'assistant', model: answers.sample.model, content: { type: 'text', text: answers.sample.text } }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [answers.root] }));
  const transport = target.kind === 'stdio' ? new StdioClientTransport({ ...target, env: { PATH: process.env['PATH'] ?? '' }, stderr: 'ignore' }) : new StreamableHTTPClientTransport(new URL(target.url));
  await client.connect(transport);
  return {
    identity: () => {
      const version: unknown = transport instanceof StreamableHTTPClientTransport ? transport.protocolVersion : undefined;
      const instructions = client.getInstructions();
      return { ...(typeof version === 'string' ? { protocolVersion: version } : {}), serverInfo: plain(client.getServerVersion()), capabilities: plain(client.getServerCapabilities()), ...(instructions === undefined ? {} : { instructions }) };
    },
    listTools: async () => plain(await client.listTools()),
    callTool: async (name, args, onProgress, signal) =>
      plain(await client.callTool({ name, arguments: args }, undefined, { ...(onProgress === undefined ? {} : { onprogress: (progress) => onProgress(plain(progress) as Record<string, never>) }), ...(signal === undefined ? {} : { signal }), ...(callMs === undefined ? {} : { timeout: callMs }) })),
    listResources: async () => plain(await client.listResources()),
    listResourceTemplates: async () => plain(await client.listResourceTemplates()),
    readResource: async (uri) => plain(await client.readResource({ uri })),
    listPrompts: async () => plain(await client.listPrompts()),
    getPrompt: async (name, args) => plain(await client.getPrompt({ name, arguments: args })),
    complete: async (prompt, argument, value) => plain(await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value } })),
    setLogLevel: async (level) => plain(await client.setLoggingLevel(level)),
    ping: async () => plain(await client.ping()),
    explain: (error) => (error instanceof McpError ? { code: error.code, message: error.message } : { local: wordOf(error) }),
    close: () => client.close(),
  };
}
