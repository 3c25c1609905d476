import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@portolan/contract/json';
import { providerKinds } from '../provider-kinds.ts';
import type { FitSchema } from './fit.ts';
import { fitSchema } from './fit.ts';

function fitted(schema: JsonObject, kind: (typeof providerKinds)[number]): Extract<FitSchema, { excluded: null }> {
  const result = fitSchema(schema, kind);
  if (result.excluded !== null) throw new Error(result.excluded);
  return result;
}

describe('fitSchema', () => {
  it.each(providerKinds)('replaces $ref by what it stands for: %s (try-out 13)', (kind) => {
    const result = fitted(
      { type: 'object', properties: { p: { $ref: '#/$defs/P' } }, $defs: { P: { type: 'object', properties: { x: { type: 'number' } } } } },
      kind,
    );
    expect(result.schema).toEqual({ type: 'object', properties: { p: { type: 'object', properties: { x: { type: 'number' } } } } });
    expect(result.changes).toEqual(['p: the reference "#/$defs/P" was replaced by what it stands for.']);
  });

  it('cuts a reference that contains itself and says so (try-out 13)', () => {
    const tree: JsonObject = { type: 'object', properties: { root: { $ref: '#/$defs/Node' } }, $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } } };
    const result = fitted(tree, 'openai');
    expect(JSON.stringify(result.schema)).not.toContain('$ref');
    expect(result.changes.join('\n')).toContain('contains itself; it was cut here');
  });

  it('survives pointers that only point at each other, and a reference fan that would unfold without end', () => {
    expect(JSON.stringify(fitted({ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 'openai').schema)).not.toContain('$ref');
    const defs: JsonObject = {};
    for (let level = 0; level < 30; level++) defs[`d${level}`] = { type: 'object', properties: { l: { $ref: `#/$defs/d${level + 1}` }, r: { $ref: `#/$defs/d${level + 1}` } } };
    const result = fitSchema({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: defs }, 'google');
    expect(result.changes.join('\n')).toContain('unfolds to more than');
  });

  it('does not follow a reference to an address (T:H07)', () => {
    const result = fitted({ type: 'object', properties: { p: { $ref: 'https://evil.example/schema.json' } } }, 'anthropic');
    expect(result.schema['properties']).toEqual({ p: {} });
    expect(result.changes[0]).toContain('was not followed');
  });

  it('leaves a property that is merely called $ref alone', () => {
    const schema: JsonObject = { type: 'object', properties: { $ref: { type: 'string' }, $defs: { type: 'string' } } };
    expect(fitted(schema, 'openai').schema).toEqual(schema);
  });

  it('writes const as enum for Google only (try-out 14)', () => {
    const schema: JsonObject = { properties: { k: { const: 'a' } } };
    expect(fitted(schema, 'google').schema['properties']).toEqual({ k: { enum: ['a'], type: 'string' } });
    expect(fitted(schema, 'google').changes).toContain('k: "const" was written as "enum".');
    expect(fitted(schema, 'openai').schema['properties']).toEqual({ k: { const: 'a' } });
  });

  it('removes $schema, exclusiveMinimum and null choices where they are refused, and lists them (try-out 15)', () => {
    const schema: JsonObject = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { n: { type: 'number', exclusiveMinimum: 0 }, s: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    };
    const google = fitted(schema, 'google');
    expect(google.schema).toEqual({
      type: 'object',
      properties: { n: { type: 'number', description: '(exclusiveMinimum 0)' }, s: { type: 'string', description: 'May be left out or empty.' } },
    });
    expect(google.changes).toEqual([
      'Top level: "$schema" was removed.',
      'n: "exclusiveMinimum" was removed and said in the description.',
      's: "null" was removed from "anyOf" and said in the description.',
    ]);
    expect(fitted(schema, 'openai').schema['properties']).toEqual(schema['properties']);
  });

  it.each(providerKinds)('adds properties to a bare object and items to a bare array: %s (try-out 17)', (kind) => {
    expect(fitted({ type: 'object' }, kind).schema).toEqual({ type: 'object', properties: {} });
    expect(fitted({ properties: { a: { type: 'array' } } }, kind).schema).toEqual({ type: 'object', properties: { a: { type: 'array', items: {} } } });
  });

  it.each(providerKinds)('moves required: true from a property to its object: %s (try-out 18)', (kind) => {
    const result = fitted({ type: 'object', properties: { a: { type: 'string', required: true } } }, kind);
    expect(result.schema).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
    expect(result.changes[0]).toContain('"required": true is not valid on a property');
  });

  it('folds choices at the top into properties and a sentence', () => {
    const result = fitted({ type: 'object', anyOf: [{ properties: { id: { type: 'string' } }, required: ['id'] }, { properties: { name: { type: 'string' } }, required: ['name'] }] }, 'openai');
    expect(result.schema).toEqual({ type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } });
    expect(result.hint).toBe('Give one of these sets of arguments: {id} or {name}.');
    const all = fitted({ allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} }, required: ['b'] }], not: {} }, 'anthropic');
    expect(all.schema).toEqual({ type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] });
  });

  it('writes boolean schemas, tuples, draft-4 bounds and misspelt types in the common form', () => {
    const result = fitted(
      { type: 'object', properties: { any: true, never: false, pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] }, n: { type: 'NUMBER', minimum: 1, exclusiveMinimum: true }, odd: 'text', bad: { type: 'any', minLength: 'x' } }, required: ['never', 'n'] },
      'openai',
    );
    expect(result.schema).toEqual({
      type: 'object',
      properties: { any: {}, pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, n: { type: 'number', exclusiveMinimum: 1 }, odd: {}, bad: {} },
      required: ['n'],
    });
    expect(result.changes.join('\n')).toContain('never: was left out');
  });

  it('excludes what cannot be an argument object, with the reason', () => {
    expect(fitSchema({ type: 'string' }, 'openai').excluded).toContain('not an object');
    expect(fitSchema({ type: 'object', properties: { 'päth': { type: 'string' } }, required: ['päth'] }, 'anthropic').excluded).toContain('name');
    expect(fitSchema({ type: 'object', properties: { a: { enum: Array.from({ length: 20_000 }, (_, index) => `value ${index}`) } } }, 'openai').excluded).toContain('KB');
  });

  it('leaves out an optional argument whose name Anthropic refuses', () => {
    expect(fitted({ type: 'object', properties: { 'a b': { type: 'string' }, c: {} } }, 'anthropic').schema['properties']).toEqual({ c: {} });
  });

  it('keeps a property called __proto__ a property', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject;
    const properties = fitted(schema, 'google').schema['properties'];
    expect(JSON.stringify(properties)).toBe('{"__proto__":{"type":"string"}}');
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });

  it('never throws and always gives an object with properties, whatever a server sends (C14)', () => {
    const keyword = fc.constantFrom('type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', 'required', '$ref', '$defs', 'enum', 'const', 'not', 'additionalProperties', 'prefixItems', 'description', 'exclusiveMinimum', 'x');
    const leaf = fc.oneof(fc.constantFrom<unknown>('object', 'array', 'string', '#', '#/$defs/x', true, false, null, 3, 'nonsense'), fc.string());
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(keyword, tie('node'), { maxKeys: 5, noNullPrototype: true })),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, node, { maxKeys: 6, noNullPrototype: true }), fc.constantFrom(...providerKinds), (schema, kind) => {
        const before = JSON.stringify(schema);
        const result = fitSchema(schema as JsonObject, kind);
        expect(JSON.stringify(schema)).toBe(before);
        if (result.excluded !== null) return;
        expect(result.schema['type']).toBe('object');
        expect(typeof result.schema['properties']).toBe('object');
        for (const word of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$schema', '$ref']) expect(Object.keys(result.schema)).not.toContain(word);
      }),
      { numRuns: 1500 },
    );
  });
});
