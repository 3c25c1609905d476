/** What a scenario tells the client, from MCP_CONFORMANCE_CONTEXT. */
import type { JsonObject } from '@portolan/mcp-client/jsonrpc/message';

export interface Context {
  fields: Record<string, unknown>;
  /** Calls the scenario wants made, with these arguments. */
  toolCalls: { name: string; arguments: JsonObject }[];
}

export function readContext(): Context {
  const parsed: { toolCalls?: Context['toolCalls'] } & Record<string, unknown> = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  return { fields: parsed, toolCalls: parsed.toolCalls ?? [] };
}

/** @throws {Error} when the scenario did not give it */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new Error(`The scenario gave no ${name}.`);
}
