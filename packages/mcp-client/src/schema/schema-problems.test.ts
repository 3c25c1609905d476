import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { validateAgainst } from './validate.ts';

const problems = (schema: JsonObject, value: Json) => {
  const verdict = validateAgainst(JSON.stringify(schema), value, true);
  return verdict.kind === 'misfit' ? verdict.problems : verdict.kind;
};

describe('what is wrong with a value', () => {
  it('is told at every place, as keywords, with names that hold slashes and tildes (H02)', () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 3 }, list: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, 'a/b~c': { const: 'x' }, inner: { type: 'object', additionalProperties: false }, text: { pattern: '^a', minLength: 4 } },
      required: ['must', 'n'],
      dependentRequired: { n: ['unit'] },
    };
    expect(problems(schema, { n: 1, list: ['a', 'c'], 'a/b~c': 'y', inner: { extra: 1 }, text: 'b' })).toEqual(
      expect.arrayContaining([
        { path: ['must'], keyword: 'required' },
        { path: ['n'], keyword: 'minimum', limit: 3 },
        { path: ['list'], keyword: 'maxItems', limit: 1 },
        { path: ['list', '1'], keyword: 'enum' },
        { path: ['a/b~c'], keyword: 'const', limit: 'x' },
        { path: ['inner', 'extra'], keyword: 'additionalProperties' },
        { path: ['text'], keyword: 'minLength', limit: 4 },
        { path: ['text'], keyword: 'pattern', limit: '^a' },
        { path: ['unit'], keyword: 'dependentRequired', limit: 'n' },
      ]),
    );
    expect(problems(schema, { must: 1, n: 3, unit: 'm' })).toBe('fits');
  });

  it('is the union and not each of its branches, where nothing of one fits', () => {
    expect(problems({ properties: { v: { anyOf: [{ type: 'string' }, { type: 'number', minimum: 2 }] } } }, { v: 1 })).toEqual([{ path: ['v'], keyword: 'anyOf' }]);
  });

  it('is bounded, and asked for only where it is wanted', () => {
    const many = Array.from({ length: 500 }, (_, index) => index);
    expect(problems({ items: { type: 'string' } }, many)).toHaveLength(50);
    expect(validateAgainst('{"type":"string"}', 1)).toEqual({ kind: 'misfit', message: 'the value must be string' });
  });
});
