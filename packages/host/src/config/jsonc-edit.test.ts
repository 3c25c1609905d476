import { parse } from 'jsonc-parser';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeValue, renameKey, setRaw, setValue } from './jsonc-edit.ts';

const value = (text: string): unknown => parse(text, [], { allowTrailingComma: true });
const commentsIn = (text: string) => Array.from(text.matchAll(/#\d+#/g), (match) => match[0]).toSorted();

/** Objects as people write them: comments everywhere, commas at the end or not, any line ends, on one line or many. */
const documents = fc
  .record({
    keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 0, maxLength: 5 }),
    newline: fc.constantFrom('\n', '\r\n', ' '),
    indent: fc.constantFrom('  ', '\t', '    '),
    hasTrailingComma: fc.boolean(),
    seed: fc.array(fc.nat(5), { minLength: 24, maxLength: 24 }),
  })
  .map(({ keys, newline, indent, hasTrailingComma, seed }) => {
    let count = 0;
    const comment = (at: number) => {
      const kind = seed[at % seed.length] ?? 0;
      const mark = `#${count++}#`;
      if (kind === 0) return ` /* ${mark} , } */ `;
      return kind === 1 && newline !== ' ' ? ` // ${mark} { " ${newline}` : '';
    };
    const body = keys.map((key, at) => {
      const isLast = at === keys.length - 1;
      const comma = !isLast || hasTrailingComma ? `${comment(at * 4)},` : '';
      return `${comment(at * 4 + 1)}${newline}${indent}${indent}"${key}": {"n": ${at}}${comma}${comment(at * 4 + 2)}`;
    });
    return `{${newline}${indent}"outer": {${body.join('')}${newline}${comment(3)}${indent}},${newline}${indent}"rest": [1]${newline}}`;
  });

/** Values that can't be taken for one of the marks of the comments. */
const values = fc.jsonValue({ maxDepth: 2 }).filter((each) => !JSON.stringify(each).includes('#'));

describe('edits of JSON with comments', () => {
  it('remove exactly one property and no comment, wherever commas and comments stand', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('a', 'b', 'c', 'd', 'e'), (text, key) => {
        const before = value(text) as { outer: Record<string, unknown> };
        const edited = removeValue(text, ['outer', key]);
        const { [key]: _, ...others } = before.outer;
        expect(value(edited)).toEqual({ ...before, outer: others });
        expect(Object.keys((value(edited) as typeof before).outer)).toEqual(Object.keys(others));
        expect(commentsIn(edited)).toEqual(commentsIn(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('set, insert and rename exactly one property and no comment', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('a', 'b', 'new'), values, (text, key, json) => {
        const before = value(text) as { outer: Record<string, unknown> };
        const edited = setValue(text, ['outer', key], JSON.parse(JSON.stringify(json)) as never);
        expect(value(edited)).toEqual({ ...before, outer: { ...before.outer, [key]: value(JSON.stringify(json)) } });
        expect(commentsIn(edited)).toEqual(commentsIn(text));
        const renamed = renameKey(text, ['outer', 'a'], 'z "quoted"');
        expect(Object.keys((value(renamed) as typeof before).outer)).toEqual(Object.keys(before.outer).map((each) => (each === 'a' ? 'z "quoted"' : each)));
      }),
      { numRuns: 1000 },
    );
  });

  it('keep indentation and line ends of the file', () => {
    const edited = setValue('{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n', ['a', 'c'], { d: 1 });
    expect(edited).toBe('{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t\t"d": 1\r\n\t\t}\r\n\t}\r\n}\r\n');
    expect(removeValue(edited, ['a', 'c'])).toBe('{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n');
  });

  it('remove an element of a list', () => {
    expect(removeValue('{"a": [1, 2, 3]}', ['a', 1])).toBe('{"a": [1,  3]}');
    expect(value(removeValue('{"a": [1, 2, 3]}', ['a', 2]))).toEqual({ a: [1, 2] });
    expect(removeValue('{"a": [1]}', ['a', 5])).toBe('{"a": [1]}');
  });

  it('put raw text in as it stands, dollar signs included', () => {
    expect(setRaw('{"a": 1}', ['a'], '{ /* $& */ "x": "$1" }')).toBe('{"a": { /* $& */ "x": "$1" }}');
  });
});
