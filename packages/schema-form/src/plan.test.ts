import { describe, expect, it } from 'vitest';
import { initialValue } from './initial.ts';
import type { JsonObject, Schema } from './json.ts';
import { planField, planFields, type FieldPlan } from './plan.ts';

function propertyOf(schema: JsonObject, name: string): FieldPlan {
  const plan = planFields(schema);
  if (plan.kind !== 'object') throw new Error(`no object but ${plan.kind}`);
  const property = plan.properties.find((candidate) => candidate.name === name);
  if (!property) throw new Error(`no ${name}`);
  return planField(property.schema, schema, name);
}

describe('which control stands for which schema (P05, S14)', () => {
  it('follows $ref into $defs (try-out 13)', () => {
    const schema = { type: 'object', properties: { p: { $ref: '#/$defs/P' } }, $defs: { P: { type: 'object', properties: { x: { type: 'number' } } } } };
    expect(propertyOf(schema, 'p')).toMatchObject({ kind: 'object', properties: [{ name: 'x', schema: { type: 'number' } }] });
  });

  it('plans a recursive $ref one level at a time (try-out 13)', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } };
    const inner = propertyOf(schema, 'next');
    expect(inner.kind).toBe('object');
    expect(initialValue(schema)).toEqual({});
  });

  it('ends a $ref that leads to itself, and one that leads nowhere, as a JSON field that says so', () => {
    const loop = { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } };
    expect(propertyOf(loop, 'a')).toMatchObject({ kind: 'json', reason: 'composition' });
    const gone = { type: 'object', properties: { a: { $ref: '#/$defs/Gone' }, b: { $ref: 'https://evil.example/s.json' } } };
    expect(propertyOf(gone, 'a')).toMatchObject({ kind: 'json', reason: 'unresolved-ref', ref: '#/$defs/Gone' });
    expect(propertyOf(gone, 'b')).toMatchObject({ kind: 'json', reason: 'unresolved-ref' });
  });

  it('shows a const as a fixed value (try-out 14)', () => {
    expect(propertyOf({ properties: { k: { const: 'a' } } }, 'k')).toMatchObject({ kind: 'const', value: 'a' });
    expect(initialValue({ properties: { k: { const: 'a' } }, required: ['k'] })).toEqual({ k: 'a' });
    expect(initialValue({ properties: { k: { const: 'a' } } })).toEqual({});
  });

  it('reads anyOf with null, type lists with null and nullable as "may be empty" (try-out 15)', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        n: { type: 'number', exclusiveMinimum: 0 },
        s: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Name' },
        t: { type: ['integer', 'null'] },
        o: { type: 'string', nullable: true },
        e: { enum: ['a', 'b', null] },
        r: { anyOf: [{ $ref: '#/$defs/R' }, { type: 'null' }] },
      },
      $defs: { R: { type: 'boolean' } },
    };
    expect(propertyOf(schema, 'n')).toMatchObject({ kind: 'number', isNullable: false });
    expect(propertyOf(schema, 's')).toMatchObject({ kind: 'string', isNullable: true, title: 'Name' });
    expect(propertyOf(schema, 't')).toMatchObject({ kind: 'number', isInteger: true, isNullable: true });
    expect(propertyOf(schema, 'o')).toMatchObject({ kind: 'string', isNullable: true });
    expect(propertyOf(schema, 'e')).toMatchObject({ kind: 'choice', isNullable: true, options: [{ value: 'a' }, { value: 'b' }] });
    expect(propertyOf(schema, 'r')).toMatchObject({ kind: 'boolean', isNullable: true });
  });

  it('takes an object without properties and an array without items as JSON (try-out 17, 19)', () => {
    expect(planFields({ type: 'object' })).toMatchObject({ kind: 'json', reason: 'free-object' });
    expect(initialValue({ type: 'object' })).toEqual({});
    expect(propertyOf({ properties: { a: { type: 'array' } } }, 'a')).toMatchObject({ kind: 'json', reason: 'free-array' });
    expect(propertyOf({ properties: { param: { type: 'object' } } }, 'param')).toMatchObject({ kind: 'json', reason: 'free-object' });
  });

  it('offers closed lists by their names: enum, enumNames, oneOf with titles, and lists of them', () => {
    expect(propertyOf({ properties: { a: { enum: ['x', 'y'], enumNames: ['Ex', 'Why'] } } }, 'a')).toMatchObject({ kind: 'choice', options: [{ label: 'Ex' }, { label: 'Why' }] });
    expect(propertyOf({ properties: { a: { oneOf: [{ const: 1, title: 'One' }, { const: 2, title: 'Two', description: 'more' }] } } }, 'a')).toMatchObject({
      kind: 'choice',
      options: [{ value: 1, label: 'One' }, { value: 2, label: 'Two', description: 'more' }],
    });
    expect(propertyOf({ properties: { a: { type: 'array', items: { anyOf: [{ const: 'i', title: 'Issues' }, { const: 'p', title: 'Pulls' }] } } } }, 'a')).toMatchObject({ kind: 'multi-choice' });
  });

  it('offers the shapes of a union by their names', () => {
    const schema = {
      properties: {
        shape: {
          title: 'Shape',
          oneOf: [{ type: 'object', properties: { kind: { const: 'circle' } } }, { $ref: '#/$defs/Box' }, { type: 'string' }],
        },
      },
      $defs: { Box: { type: 'object', properties: { w: { type: 'number' } } } },
    };
    expect(propertyOf(schema, 'shape')).toMatchObject({ kind: 'variants', title: 'Shape', variants: [{ index: 0, label: 'circle' }, { index: 1, label: 'Box' }, { index: 2, label: 'string' }] });
    expect(propertyOf({ properties: { a: { type: ['string', 'number'] } } }, 'a')).toMatchObject({ kind: 'variants', variants: [{ label: 'string' }, { label: 'number' }] });
  });

  it('keeps the fields of an object whose union only adds conditions', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(planFields(schema)).toMatchObject({ kind: 'object', properties: [{ name: 'a' }, { name: 'b' }] });
  });

  it('joins allOf', () => {
    const schema = { allOf: [{ $ref: '#/$defs/A' }, { properties: { b: { type: 'number' } }, required: ['b'] }], $defs: { A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } } };
    expect(planFields(schema)).toMatchObject({ kind: 'object', properties: [{ name: 'a', isRequired: true }, { name: 'b', isRequired: true }] });
    expect(planFields({ allOf: [{ type: 'string' }, { type: 'number' }] })).toMatchObject({ kind: 'json', reason: 'composition' });
  });

  it('keeps tuples, maps and additional properties', () => {
    expect(planFields({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false })).toMatchObject({ kind: 'array', prefix: [{}, {}], items: undefined });
    expect(planFields({ type: 'object', additionalProperties: { type: 'number' } })).toMatchObject({ kind: 'object', properties: [], additional: { type: 'number' } });
  });

  it.each<[string, Schema]>([
    ['true', true],
    ['false', false],
    ['required: true on a property (try-out 18)', { properties: { a: { type: 'string', required: true } } }],
    ['wrong types everywhere', { type: 7, properties: [], required: 'x', enum: {}, anyOf: 'no', items: 3, allOf: [null, 4] }],
    ['a property that is no schema', { properties: { a: 'string', b: null } }],
    ['deep nesting', Array.from({ length: 2_000 }).reduce<JsonObject>((inner) => ({ properties: { a: inner }, required: ['a'] }), {})],
    ['names of the prototype', { properties: { ['__proto__']: { type: 'string' }, constructor: { type: 'string' } }, required: ['constructor'] }],
  ])('never throws: %s', (_, schema) => {
    expect(() => planFields(schema)).not.toThrow();
    expect(() => initialValue(schema)).not.toThrow();
  });

  it('starts with defaults, and leaves optional fields out', () => {
    const schema = {
      type: 'object',
      required: ['when', 'on', 'list', 'inner'],
      properties: {
        when: { type: 'string', default: 'now' },
        on: { type: 'boolean' },
        off: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' } },
        inner: { type: 'object', properties: { n: { type: 'number', default: 3 }, m: { type: 'number' } } },
        name: { type: 'string' },
      },
    };
    expect(initialValue(schema)).toEqual({ when: 'now', on: false, list: [], inner: { n: 3 } });
  });
});
