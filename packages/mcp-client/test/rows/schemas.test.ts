/** Cases of structured results: checking them never costs the result, the list, or the thread of whoever waits. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/jsonrpc/message.ts';
import { checkOutput } from '../../src/schema/output-check.ts';
import { SchemaChecker } from '../../src/schema/schema-checker.ts';
import { openScripted, startScripted } from '../scripted-mcp.ts';

const inputSchema = { type: 'object' };
const sum: JsonObject = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };

describe('structured results', () => {
  const checker = new SchemaChecker({ limitMs: 5_000 });
  afterAll(() => checker.close());

  it.each<[string, JsonObject, string]>([
    ['that the result does not fit', sum, 'misfit'],
    ['with a reference to the network', { $ref: 'https://h.invalid/schema.json' }, 'unusable'],
    ['with a pattern that is none', { type: 'object', properties: { sum: { pattern: '(' } } }, 'unusable'],
    ['of draft-04', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, 'unusable'],
    ['that is named by a URN', { $id: 'urn:example:sum', type: 'object' }, 'fits'],
    ['larger than any honest one', { type: 'object', description: 'x'.repeat(60_000), title: 'x'.repeat(10_000) }, 'unchecked'],
  ])('of a tool with an outputSchema %s arrive whole, the finding beside them, and so does the rest of the list (row 29, bug B14, T:H07)', async (_what, outputSchema, kind) => {
    const sent = { content: [{ type: 'text', text: 'five' }], structuredContent: { sum: 'five' } };
    const tools = [{ name: 'odd', inputSchema, outputSchema }, { name: 'good', inputSchema, outputSchema: sum }];
    const { client } = await openScripted('2025-11-25', { 'tools/list': { tools }, 'tools/call': sent }, { caps: { definitionBytes: 100_000 } });
    const { items } = await client.listTools();
    expect(items.map(({ name }) => name)).toEqual(['odd', 'good']);
    const result = await client.callTool('odd', {});
    expect(result).toMatchObject({ ...sent, isError: false });
    expect(await checkOutput(checker, items[0], result)).toMatchObject({ kind });
  });

  it('are checked against the definition the call was made with, though the list was read anew meanwhile (row 29, bug B16)', async () => {
    let outputSchema = sum;
    const answer = Promise.withResolvers<void>();
    const { client } = await openScripted('2025-11-25', {
      'tools/list': ({ message, response }) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { tools: [{ name: 'add', inputSchema, outputSchema }] } })),
      'tools/call': async ({ message, response }) => {
        await answer.promise;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content: [], structuredContent: { sum: 5 } } }));
      },
    });
    const [asCalled] = (await client.listTools()).items;
    const calling = client.callTool('add', {});
    outputSchema = { type: 'object', required: ['total'] };
    const [asOfNow] = (await client.listTools()).items;
    answer.resolve();
    const result = await calling;
    expect(await checkOutput(checker, asCalled, result)).toEqual({ kind: 'fits' });
    expect(await checkOutput(checker, asOfNow, result)).toMatchObject({ kind: 'misfit' });
  });

  it('may be any JSON, in both eras (row 29)', async () => {
    for (const version of ['2025-11-25', '2026-07-28'] as const) {
      for (const structuredContent of [0, false, '', [1], null]) {
        const { client } = await openScripted(version, { 'tools/call': { content: [], structuredContent } });
        expect((await client.callTool('x', {})).structuredContent).toEqual(structuredContent);
      }
    }
  });
});

describe('the engine without its checker', () => {
  const src = fileURLToPath(new URL('../../src/', import.meta.url));

  /** Everything that runs when `file` is imported: our own files, followed, and the names of packages. Types are gone by then. */
  function reached(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, clause = '', specifier = ''] of text.matchAll(/^(?:import|export) ((?!type )[^;]*? from )?'([^']+)';$/gm)) {
      if (/^\{(?:\s*type [^,}]+,?)*\s*\}/.test(clause)) continue;
      if (specifier.startsWith('.')) reached(path.resolve(path.dirname(file), specifier), seen);
      else seen.add(specifier);
    }
    return seen;
  }

  it('knows no schema library: nothing is compiled when a list is read or a tool is called (row 29, bug B15, bug B25)', () => {
    const all = [...reached(path.join(src, 'connect.ts'))];
    expect(all.filter((name) => name.endsWith('.ts')).length).toBeGreaterThan(40);
    expect(all.filter((name) => /^(?:ajv|zod|@cfworker|@modelcontextprotocol)/.test(name))).toEqual([]);
    expect(all.filter((name) => name.includes('/schema/'))).toEqual([]);
    // The walk itself does find the library where it is.
    expect([...reached(path.join(src, 'schema/schema-worker.ts'))]).toContain('ajv');
  });

  it('runs where code may not be made from strings (bug B17)', async () => {
    const server = await startScripted('2025-11-25', { 'tools/list': { tools: [{ name: 'add', inputSchema, outputSchema: sum }] }, 'tools/call': { content: [], structuredContent: { sum: 5 } } });
    const program = `import { connect } from ${JSON.stringify(path.join(src, 'connect.ts'))};
      let allowed = true; try { new Function(''); } catch { allowed = false; }
      const { client } = await connect({ target: { kind: 'http', url: ${JSON.stringify(server.url)}, headers: {} }, client: { name: 't', version: '0' } });
      const { items } = await client.listTools();
      const { structuredContent } = await client.callTool('add', {});
      await client.close();
      console.log(JSON.stringify({ allowed, items: items.length, structuredContent }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program]);
    expect(JSON.parse(stdout)).toEqual({ allowed: false, items: 1, structuredContent: { sum: 5 } });
  });
});
