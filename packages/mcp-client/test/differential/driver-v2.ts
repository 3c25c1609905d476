/** The official v2 client in the era asked for. */
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answers, fill, plain, wordOf } from './driver.ts';
import type { Driver, Era, Target } from './driver.ts';

export async function openV2(target: Target, era: Era, callMs?: number): Promise<Driver> {
  const client = new Client(
    { name: 'differential', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } }, ...(era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}) },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ('requestedSchema' in params ? { action: 'accept', content: fill(params.requestedSchema.properties) } : { action: 'decline' }));
  client.setRequestHandler('sampling/createMessage', () => ({ role: 'assistant', model: answers.sample.model, content: { type: 'text', text: answers.sample.text } }));
  client.setRequestHandler('roots/list', () => ({ roots: [answers.root] }));
  const transport = target.kind === 'stdio' ? new StdioClientTransport({ ...target, env: { PATH: process.env['PATH'] ?? '' }, stderr: 'ignore' }) : new StreamableHTTPClientTransport(new URL(target.url));
  await client.connect(transport);
  return {
    identity: () => {
      const instructions = client.getInstructions();
      return { protocolVersion: client.getNegotiatedProtocolVersion() ?? '', serverInfo: plain(client.getServerVersion()), capabilities: plain(client.getServerCapabilities()), ...(instructions === undefined ? {} : { instructions }) };
    },
    listTools: async () => plain(await client.listTools()),
    callTool: async (name, args, onProgress, signal) =>
      plain(await client.callTool({ name, arguments: args }, { ...(onProgress === undefined ? {} : { onprogress: (progress) => onProgress(plain(progress) as Record<string, never>) }), ...(signal === undefined ? {} : { signal }), ...(callMs === undefined ? {} : { timeout: callMs }) })),
    listResources: async () => plain(await client.listResources()),
    listResourceTemplates: async () => plain(await client.listResourceTemplates()),
    readResource: async (uri) => plain(await client.readResource({ uri })),
    listPrompts: async () => plain(await client.listPrompts()),
    getPrompt: async (name, args) => plain(await client.getPrompt({ name, arguments: args })),
    complete: async (prompt, argument, value) => plain(await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value } })),
    setLogLevel: async (level) => plain(await client.setLoggingLevel(level)),
    ping: async () => plain(await client.ping()),
    explain: (error) => (error instanceof ProtocolError ? { code: error.code, message: error.message } : { local: wordOf(error) }),
    close: () => client.close(),
  };
}
