/**
 * Whether a tool's structured result is what the tool declared
 * (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema). The finding stands beside the
 * result; the result itself is never changed or withheld.
 */
import type { Tool, ToolResult } from '../client.ts';
import type { CheckOutcome, SchemaChecker } from './schema-checker.ts';

export type OutputCheck =
  | CheckOutcome
  /** Nothing was declared, or the tool failed: there is nothing to check. */
  | { kind: 'nothing-declared' }
  /** The tool declares an outputSchema, and its result has no structuredContent. */
  | { kind: 'missing' };

/** Never rejects. */
export function checkOutput(checker: SchemaChecker, tool: Pick<Tool, 'outputSchema'> | undefined, result: Pick<ToolResult, 'structuredContent' | 'isError'>): Promise<OutputCheck> {
  if (tool?.outputSchema === undefined || result.isError) return Promise.resolve({ kind: 'nothing-declared' });
  if (result.structuredContent === undefined) return Promise.resolve({ kind: 'missing' });
  return checker.check(tool.outputSchema, result.structuredContent);
}
