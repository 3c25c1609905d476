import type { Dict, Preset, ToolFixture } from '../engine/types.ts';
import { textResult } from './content.ts';

/** Tools whose schemas or names trip up model providers or strict hosts. All are legal unless their name starts with `bad-`. Each returns its arguments as JSON. */
export const oddSchemas: Preset = {
  about: 'schemas and names that providers refuse: $ref, const, anyOf null, no properties, long names and more',
  options: {},
  create: () => ({
    info: { name: 'odd-schemas', version: '1.0.0' },
    verbatim: true,
    tools: definitions.map((definition): ToolFixture => ({ definition, call: (args) => textResult(JSON.stringify(args)) })),
  }),
};

const node = { type: 'object', properties: { value: { type: 'string' }, next: { $ref: '#/$defs/Node' } } };

/** Name → input schema of the tools with an ordinary name and description. */
const schemas: Readonly<Record<string, unknown>> = {
  'ref-defs': { type: 'object', properties: { p: { $ref: '#/$defs/P' } }, $defs: { P: { type: 'object', properties: { x: { type: 'number' } } } } },
  'ref-definitions': { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { p: { $ref: '#/definitions/P' } }, definitions: { P: { type: 'string' } } },
  'ref-recursive': { type: 'object', properties: { list: { $ref: '#/$defs/Node' } }, $defs: { Node: node } },
  'ref-external': { type: 'object', properties: { p: { $ref: 'https://example.com/schema.json' } } },
  'ref-missing': { type: 'object', properties: { p: { $ref: '#/$defs/Nowhere' } } },
  const: { type: 'object', properties: { k: { const: 'a' } } },
  'exclusive-minimum': { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { n: { type: 'number', exclusiveMinimum: 0 }, s: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
  'type-array': { type: 'object', properties: { v: { type: ['string', 'null'] } } },
  'one-of': { type: 'object', properties: { v: { oneOf: [{ type: 'string' }, { type: 'integer' }] } } },
  'root-any-of': { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: { type: 'string' }, b: { type: 'string' } } },
  'all-of': { type: 'object', allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } }, required: ['b'] }] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  'if-then': { type: 'object', properties: { kind: { enum: ['a', 'b'] }, a: { type: 'string' } }, if: { properties: { kind: { const: 'a' } } }, then: { required: ['a'] } },
  'no-properties': { type: 'object' },
  'array-without-items': { type: 'object', properties: { a: { type: 'array' } } },
  'prefix-items': { type: 'object', properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } } },
  'object-parameter': { type: 'object', properties: { param: { type: 'object' } } },
  'additional-properties': { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
  'pattern-properties': { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
  'property-true': { type: 'object', properties: { any: true, never: false } },
  'enum-mixed': { type: 'object', properties: { e: { enum: ['a', 1, null, true] } } },
  'enum-empty-string': { type: 'object', properties: { e: { type: 'string', enum: ['', 'a'] } } },
  'format-unknown': { type: 'object', properties: { f: { type: 'string', format: 'int53', 'x-vendor': { deep: true } } } },
  'pattern-lookahead': { type: 'object', properties: { p: { type: 'string', pattern: '^(?!-)(?<word>\\p{L}+)$' } } },
  'property-names': { type: 'object', properties: { 'with space': { type: 'string' }, $dollar: { type: 'string' }, 'ключ': { type: 'string' }, 'a.b[0]': { type: 'string' } } },
  'deep': nested(40),
  'dialect-unknown': { $schema: 'https://json-schema.org/draft-04/schema#', type: 'object', properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
  'bad-required-true': { type: 'object', properties: { a: { type: 'string', required: true } } },
  'bad-boolean-schema': true,
  'bad-root-array': { type: 'array', items: { type: 'string' } },
  'bad-no-type': { properties: { a: { type: 'string' } } },
};

const definitions: readonly Dict[] = [
  ...Object.entries(schemas).map(([name, inputSchema]) => ({ name, description: `Schema case: ${name}.`, inputSchema })),
  { name: 'missing-description', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  { name: 'empty-description', description: '', inputSchema: { type: 'object' } },
  { name: `a-name-of-sixty-characters-${'x'.repeat(33)}`, description: 'A name of 60 characters.', inputSchema: { type: 'object' } },
  { name: `a-long-name-${'y'.repeat(116)}`, description: 'A name of 128 characters, the longest that the specification allows.', inputSchema: { type: 'object' } },
  { name: 'ns.tool/with:odd chars', description: 'A name outside of A-Z a-z 0-9 _ - and dot.', inputSchema: { type: 'object' } },
  { name: '搜索', description: 'A name in Chinese.', inputSchema: { type: 'object' } },
  { name: '123-starts-with-a-digit', description: 'A name that starts with a digit.', inputSchema: { type: 'object' } },
  { name: '__proto__', description: 'A name with a meaning in JavaScript.', inputSchema: { type: 'object' } },
  { name: 'Case', description: 'Differs from the next only by case.', inputSchema: { type: 'object' } },
  { name: 'case', description: 'Differs from the previous only by case.', inputSchema: { type: 'object' } },
];

function nested(depth: number): Dict {
  let schema: Dict = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { in: schema } };
  return schema;
}
