import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import type { SchemaVerdict } from './validate.ts';
import { validateAgainst } from './validate.ts';

const check = (schema: JsonObject | boolean, value: Json): SchemaVerdict => validateAgainst(JSON.stringify(schema), value);
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('validateAgainst', () => {
  it('checks by 2020-12 unless an older dialect is named (rule H10, rule H25)', () => {
    const tuple = (dialect: JsonObject): JsonObject => ({ ...dialect, type: 'array', prefixItems: [{ type: 'string' }] });
    expect(check(tuple({}), [1]).kind).toBe('misfit');
    expect(check(tuple({ $schema: 'https://json-schema.org/draft/2020-12/schema' }), [1]).kind).toBe('misfit');
    expect(check(tuple({ $schema: 'http://json-schema.org/draft-07/schema#' }), [1]).kind).toBe('fits');
  });

  it.each(['http://json-schema.org/draft-07/schema#', 'http://json-schema.org/draft-06/schema#', 'https://json-schema.org/draft/2019-09/schema'])('reads a list of items as a tuple in %s (rule H25)', ($schema) => {
    expect(check({ $schema, type: 'array', items: [{ type: 'string' }] }, [1])).toEqual({ kind: 'misfit', message: '/0 must be string' });
    expect(check({ $schema, type: 'array', items: [{ type: 'string' }] }, ['a', 1])).toEqual({ kind: 'fits' });
  });

  it.each(['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/draft-03/schema', 'https://example.org/mine', 7])('says that it does not know the dialect %s, and which it knows (row 29, rule H25)', ($schema) => {
    expect(check({ $schema, type: 'string' }, 'x')).toMatchObject({ kind: 'unusable', message: expect.stringMatching(/^unknown dialect .*; 2020-12, 2019-09, draft-07 and draft-06 are understood$/) });
  });

  it('says where and why a value does not fit (row 29, try-out 27)', () => {
    expect(check(object({ temperature: { type: 'number' } }, { required: ['temperature'] }), { temperature: 'warm' })).toEqual({ kind: 'misfit', message: '/temperature must be number' });
    expect(check(object({}, { required: ['a'] }), {})).toEqual({ kind: 'misfit', message: "the value must have required property 'a'" });
    expect(check(object({ temperature: { type: 'number' } }), { temperature: 21 })).toEqual({ kind: 'fits' });
  });

  it('understands schemas that are just true or false (row 29)', () => {
    expect(check(true, { anything: 1 })).toEqual({ kind: 'fits' });
    expect(check(false, { anything: 1 }).kind).toBe('misfit');
    expect(check(object({ a: true, b: false }), { a: 1 })).toEqual({ kind: 'fits' });
    expect(check(object({ a: true, b: false }), { b: 1 })).toMatchObject({ kind: 'misfit', message: expect.stringContaining('/b') });
  });

  it('resolves references inside the schema, recursive ones too (try-out 13)', () => {
    const tree: JsonObject = { $ref: '#/$defs/Node', $defs: { Node: object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, { required: ['children'] }) } };
    expect(check(tree, { children: [{ children: [] }] }).kind).toBe('fits');
    expect(check(tree, { children: [{}] }).kind).toBe('misfit');
  });

  it.each(['urn:uuid:5a2b0c3e-0000-4000-8000-000000000000', 'urn:example:tool-result', 'https://example.org/result', 'tag:example.org,2026:result'])('takes a schema with the $id %s (row 29)', ($id) => {
    const schema = { $id, type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'number' } } };
    expect(check(schema, { a: 1 })).toEqual({ kind: 'fits' });
    expect(check(schema, { a: 'x' })).toEqual({ kind: 'misfit', message: '/a must be number' });
    // Again, as after the list of tools was read anew.
    expect(check({ ...schema, title: 'again' }, { a: 1 })).toEqual({ kind: 'fits' });
  });

  it('keeps the names that one schema gives from every other schema', () => {
    expect(check({ $id: 'urn:example:one', $defs: { inner: { $id: 'urn:example:inner', type: 'string' } }, $ref: 'urn:example:inner' }, 'x')).toEqual({ kind: 'fits' });
    for (const $ref of ['urn:example:one', 'urn:example:inner']) expect(check({ $ref }, 'x')).toMatchObject({ kind: 'unusable', message: expect.stringContaining($ref) });
    expect(check({ $defs: { inner: { $id: 'urn:example:inner', type: 'number' } }, $ref: 'urn:example:inner' }, 1)).toEqual({ kind: 'fits' });
  });

  it('never opens a connection for a reference, whatever names it, and says that it cannot be used (T:H07, row 29, rule H22, rule H23)', async () => {
    let connections = 0;
    const canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const address = canary.address();
    const at = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const schemas: JsonObject[] = [
      { $ref: `${at}/a.json` },
      { $id: `${at}/base/`, $ref: 'other.json' },
      { $dynamicRef: `${at}/a.json#node` },
      { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [{ $ref: `${at}/a.json#/definitions/x` }] },
      object({ a: { $ref: `${at}/a.json` } }),
      { $schema: `${at}/schema.json` },
      { $vocabulary: { [`${at}/vocabulary`]: true }, $ref: 'file:///etc/passwd' },
    ];
    for (const schema of schemas) expect(check(schema, { a: 1 }), JSON.stringify(schema)).toMatchObject({ kind: 'unusable' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });

  it.each<[string, JsonObject]>([
    ['a type that does not exist', { type: 'nothing' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }],
    ['an unknown reference', { $ref: '#/$defs/Missing' }],
    ['keywords of the wrong kind', { required: 'a', properties: [] }],
    ['an $id that is no URI', { $id: 'urn:one', $ref: 'urn:two' }],
    ['a reference to itself', { $ref: '#' }],
    ['a dynamic reference to itself (T:H06)', { $dynamicRef: '#node', $defs: { node: { $dynamicAnchor: 'node', anyOf: [{ $dynamicRef: '#node' }, { $dynamicRef: '#node' }] } } }],
  ])('does not fall over a broken schema: %s (row 29)', (_label, schema) => {
    expect(check(schema, 'x')).toMatchObject({ kind: 'unusable', message: expect.stringMatching(/.{10}/) });
  });
});
