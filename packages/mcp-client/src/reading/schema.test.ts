import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../jsonrpc/message.ts';
import { Reader } from './reader.ts';
import { repairSchema } from './schema.ts';
import { readTool } from './tools.ts';

function repair(schema: JsonObject): { schema: JsonObject; paths: string[] } {
  const reader = new Reader(schema);
  const repaired = repairSchema(reader, schema);
  return { schema: repaired, paths: reader.repairs.map(({ path }) => path) };
}

describe('repairSchema', () => {
  it('leaves a schema without faults as it is, the very same object (try-out 13)', () => {
    const good = { type: 'object', properties: { p: { $ref: '#/$defs/P' }, q: true }, required: ['p'], $defs: { P: { type: 'object', properties: { x: { const: 'a' } } } } };
    expect(repair(good).schema).toBe(good);
  });

  it('moves required: true from a property to the list (try-out 18)', () => {
    const seen = repair({ type: 'object', properties: { a: { type: 'string', required: true }, b: { type: 'string', required: false }, c: {} }, required: ['c'] });
    expect(seen.schema).toEqual({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' }, c: {} }, required: ['c', 'a'] });
    expect(seen.paths).toEqual(['properties.a.required', 'properties.b.required']);
  });

  it('repairs below properties and items too', () => {
    const seen = repair({ properties: { list: { type: 'array', items: { type: 'object', properties: { x: { required: true } } } } } });
    expect(seen.schema).toEqual({ properties: { list: { type: 'array', items: { type: 'object', properties: { x: {} }, required: ['x'] } } } });
  });

  it.each([
    [{ required: null }, {}],
    [{ required: 'a' }, {}],
    [{ required: ['a', 1, null] }, { required: ['a'] }],
    [{ properties: [] }, { properties: {} }],
    [{ properties: { a: 'string', b: null } }, { properties: { a: {}, b: {} } }],
  ])('repairs %j', (schema, expected) => {
    const seen = repair(schema);
    expect(seen.schema).toEqual(expected);
    expect(seen.paths.length).toBeGreaterThan(0);
  });

  it('never changes what it was given and never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('type', 'properties', 'required', 'items', 'a'), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value);
        const schema: JsonObject = JSON.parse(text);
        const repaired = repair(schema).schema;
        expect(JSON.stringify(schema)).toBe(text);
        // What was repaired once is right.
        expect(repair(repaired).paths).toEqual([]);
      }),
    );
  });
});

describe('readTool', () => {
  it('survives any JSON object and keeps it as raw', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'x'), fc.jsonValue({ maxDepth: 4 })),
        (value) => {
          const raw: JsonObject = JSON.parse(JSON.stringify(value));
          const reading = readTool(raw);
          const isUsable = 'item' in reading;
          expect(isUsable ? reading.item.raw : raw).toBe(raw);
          expect(isUsable || reading.refused.length > 0).toBe(true);
        },
      ),
    );
  });

  it('does not take a hint in words for a hint (H9)', () => {
    const reading = readTool({ name: 'x', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'true', destructiveHint: 0, idempotentHint: true } });
    expect(reading).toMatchObject({ item: { annotations: { idempotentHint: true }, repairs: [{ path: 'annotations.readOnlyHint' }, { path: 'annotations.destructiveHint' }] } });
  });

  it.each([
    [undefined, { type: 'object' }],
    [null, { type: 'object' }],
    [{}, { type: 'object' }],
    [{ type: ['object', 'null'] }, { type: 'object' }],
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
  ])('makes an inputSchema of %j usable and says so (B18, try-out 17)', (inputSchema, expected) => {
    const raw: JsonObject = inputSchema === undefined ? { name: 'x' } : { name: 'x', inputSchema };
    const reading = readTool(raw);
    expect(reading).toMatchObject({ item: { inputSchema: expected } });
    expect('item' in reading && reading.item.repairs.length).toBe(1);
  });

  it.each([['text'], [[]], [true], [{ type: 'array' }], [{ type: ['string'] }]])('refuses an inputSchema of %j with a reason', (inputSchema) => {
    expect(readTool({ name: 'x', inputSchema })).toEqual({ refused: expect.stringContaining('inputSchema') });
  });
});
