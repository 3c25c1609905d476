/** The official v2 client in the era asked for. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { modernVersion } from './client.ts';
import type { BenchClient, BenchEra, BenchTarget } from './client.ts';

export async function openSdkV2(target: BenchTarget, era: BenchEra): Promise<BenchClient> {
  const client = new Client({ name: 'v2', version: '1.0.0' }, era === 'modern' ? { versionNegotiation: { mode: { pin: modernVersion } } } : {});
  const transport = target.kind === 'stdio' ? new StdioClientTransport({ command: target.command, args: target.args, env: target.env, stderr: 'ignore' }) : new StreamableHTTPClientTransport(new URL(target.url));
  await client.connect(transport);
  return {
    call: (name, args) => client.callTool({ name, arguments: args }, { timeout: 600_000 }),
    listTools: async () => (await client.listTools()).tools.length,
    close: () => client.close(),
  };
}
