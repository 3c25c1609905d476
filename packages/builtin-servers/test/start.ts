/** A built-in server as a process, and the engine connected to it. */
import { connect } from '@portolan/mcp-client/connect';
import type { Client } from '@portolan/mcp-client/client';
import type { ClientHandlers } from '@portolan/mcp-client/handlers';
import type { JsonObject } from '@portolan/mcp-client/jsonrpc/message';
import { builtInFiles } from '../src/entry.ts';
import type { BuiltInName } from '../src/entry.ts';

export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

export interface Started extends AsyncDisposable {
  client: Client;
  /** The text of a result, with a mark before what went wrong. */
  call(tool: string, args?: JsonObject): Promise<string>;
}

export async function start(name: BuiltInName, args: string[], { era = 'modern', handlers, env = {} }: { era?: Era; handlers?: ClientHandlers; env?: Record<string, string> } = {}): Promise<Started> {
  const { client } = await connect({
    target: { kind: 'stdio', command: process.execPath, args: [builtInFiles().entry, name, ...args], env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env } },
    client: { name: 'portolan-test', version: '0' },
    era,
    ...(handlers === undefined ? {} : { handlers }),
  });
  return {
    client,
    call: async (tool, input = {}) => {
      const { content, isError } = await client.callTool(tool, input);
      const words = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
      return isError ? `refused: ${words}` : words;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
