/** Ours, as a host uses it. */
import { connect } from '../../src/connect.ts';
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import { TOOL_COUNT } from '../server/answers.ts';
import type { BenchClient, BenchEra, BenchTarget } from './client.ts';

export async function openOurs(target: BenchTarget, era: BenchEra): Promise<BenchClient> {
  const { client } = await connect({
    target: target.kind === 'stdio' ? target : { kind: 'http', url: target.url, headers: {}, transport: 'streamable-http' },
    client: { name: 'ours', version: '1.0.0' },
    capabilities: {},
    era,
    // The list that is timed is longer than what is taken of a server unless told.
    caps: { tools: 2 * TOOL_COUNT },
  });
  client.listen(() => {});
  return {
    call: (name, args) => client.callTool(name, isJsonObject(args) ? args : {}),
    listTools: async () => (await client.listTools()).items.length,
    close: () => client.close(),
  };
}
