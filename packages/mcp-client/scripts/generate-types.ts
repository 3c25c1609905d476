/**
 * Writes `src/generated/<revision>.ts` from the official JSON Schemas in `schema/`, one file a revision:
 *
 *     node packages/mcp-client/scripts/generate-types.ts
 *
 * A test fails when a file is not what this script would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { typesOf } from './schema-to-types.ts';
import type { Schema } from './schema-to-types.ts';

export const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** Where the types of a revision are. */
export function generatedFile(revision: string): string {
  return fileURLToPath(new URL(`../src/generated/${revision}.ts`, import.meta.url));
}

/** What the file of a revision has to hold. */
export function generate(revision: string): string {
  const schema: { $defs?: Record<string, Schema>; definitions?: Record<string, Schema> } = JSON.parse(readFileSync(new URL(`../schema/${revision}.schema.json`, import.meta.url), 'utf8'));
  const definitions = schema.$defs ?? schema.definitions ?? {};
  return `/** Types of MCP ${revision}. Made by scripts/generate-types.ts from schema/${revision}.schema.json: do not edit. */\n\n${typesOf(definitions)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const revision of revisions) writeFileSync(generatedFile(revision), generate(revision));
}
