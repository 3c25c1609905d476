/** Tools of imagined servers, for tests of what is done with tools. */
import { ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { AvailableTool } from '../src/ports.ts';
import { modelToolName } from '../src/models/names.ts';

export function tool(serverName: string, name: string, inputSchema: JsonObject = { type: 'object', properties: {} }, description = `Does ${name}.`): AvailableTool {
  return {
    serverId: ServerId.parse(`id-${serverName}`),
    serverName,
    launchHash: 'launch',
    name,
    description,
    inputSchema,
    view: { name, inputSchema, isEnabled: true, repairs: [], model: { name: modelToolName(serverName, name), changes: [] }, raw: {} },
  };
}
