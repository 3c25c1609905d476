import { describe, expect, it } from 'vitest';
import { ArgumentError, toolArguments } from './tool-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    isOn: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    options: { type: 'object' },
    id: { type: ['string', 'integer'] },
    maybe: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    level: { enum: [1, 'high'] },
    any: {},
    deep: { anyOf: [{ oneOf: [{ type: 'string' }] }] },
  },
};
const read = (...words: string[]) => toolArguments(words, schema);

describe('arguments as they are typed (O04, S14)', () => {
  it('keeps a string a string, whatever it looks like', () => {
    expect(read('text=42', 'text2=x')).toEqual({ text: '42', text2: 'x' });
    expect(read('text=')).toEqual({ text: '' });
    expect(read('text=a=b', 'text:="7"')).toEqual({ text: '7' });
    expect(read('text=true\nfalse')).toEqual({ text: 'true\nfalse' });
  });

  it('reads numbers, booleans, lists and objects by the schema', () => {
    expect(read('count=3', 'ratio=0.5', 'isOn=true', 'tags=["a","b"]', 'options={"a":1}', 'maybe=null')).toEqual({ count: 3, ratio: 0.5, isOn: true, tags: ['a', 'b'], options: { a: 1 }, maybe: null });
  });

  it('takes the type that fits where there are several, and JSON or text where the schema says nothing', () => {
    expect(read('id=12', 'level=1', 'any=[1]', 'deep=5', 'unknown=x y')).toEqual({ id: 12, level: 1, any: [1], deep: 5, unknown: 'x y' });
    expect(read('id=12a', 'level=high')).toEqual({ id: '12a', level: 'high' });
  });

  it('has words over the file, and later words over earlier ones', () => {
    expect(toolArguments(['count=2', 'count=3'], schema, { count: 1, text: 'file' })).toEqual({ count: 3, text: 'file' });
  });

  it.each([
    ['count=3.5', 'not-a'],
    ['count=three', 'not-a'],
    ['isOn=yes', 'not-a'],
    ['tags=a,b', 'not-a'],
    ['options=[1]', 'not-a'],
    ['ratio=1e999', 'not-a'],
    ['any:=nonsense', 'not-json'],
    ['nothing', 'no-equals'],
    ['=x', 'no-equals'],
    [':=1', 'no-equals'],
  ])('refuses %s before anything is asked of the server', (word, kind) => {
    expect(() => read(word)).toThrow(ArgumentError);
    try {
      read(word);
    } catch (error) {
      expect(error).toMatchObject({ problem: { kind } });
    }
  });

  it('gives a key like __proto__ no power', () => {
    const args = read('__proto__={"isAdmin":true}', 'constructor=1');
    expect(Object.keys(args)).toEqual(['__proto__', 'constructor']);
    expect('isAdmin' in args).toBe(false);
  });
});
