import { getCatalogue } from '@portolan/i18n/catalogue';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './describe.ts';
import type { Json, JsonObject, Schema } from './json.ts';
import { isSafePattern } from './safe-pattern.ts';
import { validate, type Choices } from './validate.ts';

const labels = getCatalogue('en').forms;

/** What a person would read: where → what. */
function words(schema: Schema, value: Json | undefined, choices?: Choices): Record<string, string> {
  return Object.fromEntries(validate(schema, value, choices).map((problem) => [problem.path.join('.'), describeProblem(problem, labels)]));
}

describe('what is wrong, in plain words (P05, P13)', () => {
  it('says it for every keyword of elicitation', () => {
    const schema = {
      type: 'object',
      required: ['name', 'missing'],
      properties: {
        name: { type: 'string', minLength: 3 },
        long: { type: 'string', maxLength: 2 },
        mail: { type: 'string', format: 'email' },
        link: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        half: { type: 'integer' },
        big: { type: 'number', maximum: 9 },
        tone: { enum: ['a', 'b'] },
        titled: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }] },
        several: { type: 'array', items: { enum: ['x'] }, minItems: 2 },
        code: { type: 'string', pattern: '^[a-z]+$' },
      },
    };
    const value = { name: 'ab', long: 'abc', mail: 'no', link: 'no', day: '2026-02-30', at: 'noon', count: 0, half: 1.5, big: 10, tone: 'c', titled: 'c', several: ['x'], code: 'A1' };
    expect(words(schema, value)).toEqual({
      name: 'At least 3 characters.',
      missing: 'Fill this in.',
      long: 'At most 2 characters.',
      mail: 'Must be an e-mail address.',
      link: 'Must be a full address such as https://example.com.',
      day: 'Must be a date such as 2026-11-29.',
      at: 'Must be a date and time such as 2026-11-29T14:30:00Z.',
      count: 'Must be 1 or more.',
      half: 'Must be a whole number.',
      big: 'Must be 9 or less.',
      tone: 'Choose one of the offered values.',
      titled: 'Choose one of the offered values.',
      several: 'At least 2 items.',
      code: 'Must match the pattern ^[a-z]+$',
    });
  });

  it('accepts what is right', () => {
    expect(validate({ properties: { a: { type: 'number', exclusiveMinimum: 0 }, s: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }, { a: 0.1, s: null })).toEqual([]);
  });

  it('names places inside lists, references and odd names', () => {
    const schema = { properties: { list: { type: 'array', items: { $ref: '#/$defs/I' } }, 'a/b~c': { type: 'string' } }, $defs: { I: { type: 'object', required: ['x"y'], properties: { n: { type: 'number', minimum: 5 } } } } };
    expect(words(schema, { list: [{ 'x"y': 1 }, { n: 1 }], 'a/b~c': 4 })).toEqual({ 'list.1.x"y': 'Fill this in.', 'list.1.n': 'Must be 5 or more.', 'a/b~c': 'Must be text.' });
  });

  it('reports of a union only the branch that was meant', () => {
    const schema = {
      anyOf: [
        { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number', exclusiveMinimum: 0 } }, required: ['kind', 'r'] },
        { type: 'object', properties: { kind: { const: 'box' }, w: { type: 'number' } }, required: ['kind', 'w'] },
      ],
    };
    expect(words(schema, { kind: 'circle', r: -1 })).toEqual({ r: 'Must be more than 0.' });
    expect(words(schema, { kind: 'box' })).toEqual({ w: 'Fill this in.' });
    expect(words(schema, { r: 1 }, { '': 1 })).toEqual({ kind: 'Fill this in.', w: 'Fill this in.' });
    expect(words({ properties: { s: { anyOf: [{ type: 'null' }, { type: 'string', minLength: 2 }] } } }, { s: 'x' })).toEqual({ s: 'At least 2 characters.' });
  });

  it('says when more than one shape fits', () => {
    expect(words({ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 3)).toEqual({ '': 'Must fit exactly one of the allowed kinds.' });
  });

  it('names properties that are not allowed, and those that others make necessary', () => {
    expect(words({ type: 'object', properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 })).toEqual({ b: 'A property with this name is not allowed.' });
    expect(words({ dependentRequired: { card: ['address'] } }, { card: 1 })).toEqual({ address: 'Needed because of “card”.' });
  });

  it('checks draft-07 and draft-04 schemas by their own rules (try-out 15)', () => {
    expect(words({ $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { type: 'array', items: [{ type: 'string' }] } } }, { a: [1] })).toEqual({ 'a.0': 'Must be text.' });
    expect(words({ $schema: 'http://json-schema.org/draft-04/schema#', properties: { a: { minimum: 1, exclusiveMinimum: true } } }, { a: 1 })).not.toEqual({});
  });
});

describe('hostile schemas (E08, H07)', () => {
  it.each(['(a+)+$', '(a|a)*b', '([a-z]+)*x', '(?:a?){50}a{50}', '(x+x+)+y', '\\1', '(?<n>a)\\k<n>', '(', '((a*)b?)*c'])('does not run the pattern %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
    expect(validate({ type: 'string', pattern }, `${'a'.repeat(40)}!`)).toEqual([]);
  });

  it.each(['^[a-z]+$', '^\\d{3}-\\d{4}$', '^(?:https?)://\\S+$', '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$', '(a|b)c', '^(?:foo|bar)?$'])('runs the pattern %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });

  it.each<[string, Schema]>([
    ['a reference to itself', { $ref: '#' }],
    ['a circle of references', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['a reference to the network', { $ref: 'https://evil.example/schema.json' }],
    ['an $id that moves references', { $id: 'https://evil.example/', properties: { a: { $ref: 'other.json' } } }],
    ['required: true on a property (try-out 18)', { properties: { a: { type: 'string', required: true } } }],
    ['keywords of the wrong type', { minLength: 'x', items: 7, properties: 4, anyOf: [], enum: 3, pattern: 4, multipleOf: 0 }],
    ['names of the prototype', { properties: { ['__proto__']: { type: 'string' }, constructor: { type: 'string' } } }],
  ])('is not stopped by %s', (_, schema) => {
    expect(validate(schema, { a: 'x' })).toEqual([]);
  });

  it('gives up on a schema that is too deep or too large, and says that the server will check', () => {
    const deep = Array.from({ length: 500 }).reduce<JsonObject>((inner) => ({ properties: { a: inner } }), {});
    const wide = { properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, { type: 'string' }])) };
    for (const schema of [deep, wide]) {
      expect(words(schema, { a: 1 })).toEqual({ '': 'This schema is too complex to check here. The server will check it.' });
    }
  });
});
