import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { outOfBounds, schemaBounds, valueBounds } from './bounds.ts';

describe('outOfBounds', () => {
  it('refuses what is too deep, whatever its depth (T:C14, T:H04, rule H24)', () => {
    let deep: JsonObject = {};
    for (let at = 0; at < 100_000; at += 1) deep = { not: deep };
    expect(outOfBounds(deep, schemaBounds)).toBe('nested deeper than 48 levels');
    expect(outOfBounds(deep, valueBounds)).toBe('nested deeper than 128 levels');
  });

  it.each<[string, Json, string]>([
    ['many parts', { anyOf: Array.from({ length: 6000 }, () => ({})) }, 'made of more than 5000 parts'],
    ['a long text', { title: 'x'.repeat(70_000) }, 'larger than 65536 characters'],
    ['a long key', { properties: { ['x'.repeat(70_000)]: true } }, 'larger than 65536 characters'],
    ['a million names', { required: Array.from({ length: 1_000_000 }, (_, at) => `n${at}`) }, 'larger than 65536 characters'],
    ['a lone text', 'x'.repeat(70_000), 'larger than 65536 characters'],
  ])('refuses a schema of %s (T:C14, T:H06, rule H24)', (_what, schema, reason) => {
    expect(outOfBounds(schema, schemaBounds)).toBe(reason);
  });

  it('lets honest schemas and values pass (rule H24)', () => {
    const schema = { type: 'object', properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(100) }])) };
    expect(outOfBounds(schema, schemaBounds)).toBeNull();
    expect(outOfBounds({ rows: Array.from({ length: 50_000 }, (_, id) => ({ id })) }, valueBounds)).toBeNull();
    for (const scalar of [null, true, 0, '']) expect(outOfBounds(scalar, schemaBounds)).toBeNull();
  });
});
