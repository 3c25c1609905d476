/** The generated types are what the schemas say, and the hand-shaped views keep to them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generate, generatedFile, revisions } from '../scripts/generate-types.ts';
import { typesOf } from '../scripts/schema-to-types.ts';

describe('generated types', () => {
  it.each(revisions)('of %s are up to date; else run node packages/mcp-client/scripts/generate-types.ts', (revision) => {
    expect(readFileSync(generatedFile(revision), 'utf8')).toBe(generate(revision));
  });

  it('are made of every keyword that the schemas use, and of nothing that is not understood', () => {
    expect(
      typesOf({
        A: { type: 'object', properties: { b: { $ref: '#/$defs/B' }, 'c.d/e': { type: ['string', 'null'] }, f: { const: 'x' } }, required: ['b'], additionalProperties: {} },
        B: { anyOf: [{ type: 'array', items: { enum: ['y', 1] } }, { allOf: [{ $ref: '#/definitions/A' }, { type: 'object', additionalProperties: { type: 'integer' } }] }] },
      }),
    ).toBe(
      `export type A = {\n  b: B;\n  'c.d/e'?: string | null;\n  f?: 'x';\n  [key: string]: unknown;\n};\n\nexport type B = ('y' | 1)[] | A & {\n  [key: string]: number;\n};\n`,
    );
    expect(() => typesOf({ A: { type: 'object', patternProperties: {} } as never })).toThrow('patternProperties');
    expect(() => typesOf({ A: { $ref: 'https://example.com/x' } })).toThrow('refers to');
  });
});
