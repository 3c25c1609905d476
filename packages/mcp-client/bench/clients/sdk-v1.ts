/** The official v1 client, which knows the legacy era only. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { BenchClient, BenchTarget } from './client.ts';

export async function openSdkV1(target: BenchTarget): Promise<BenchClient> {
  const client = new Client({ name: 'v1', version: '1.0.0' });
  const transport = target.kind === 'stdio' ? new StdioClientTransport({ command: target.command, args: target.args, env: target.env, stderr: 'ignore' }) : new StreamableHTTPClientTransport(new URL(target.url));
  await client.connect(transport);
  return {
    call: (name, args) => client.callTool({ name, arguments: args }, undefined, { timeout: 600_000 }),
    listTools: async () => (await client.listTools()).tools.length,
    close: () => client.close(),
  };
}
