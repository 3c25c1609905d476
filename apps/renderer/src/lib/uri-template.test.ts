import { describe, expect, it } from 'vitest';
import { readTemplate } from './uri-template.ts';

describe('resource templates', () => {
  it.each([
    ['file:///{path}', { path: 'a b/c' }, 'file:///a%20b%2Fc'],
    ['file:///{+path}', { path: 'a b/c' }, 'file:///a%20b/c'],
    ['x://{a}/{b}{?q,r}', { a: '1', b: '2', q: 'ü', r: '' }, 'x://1/2?q=%C3%BC'],
    ['x://{a}{?q}', { a: '1' }, 'x://1'],
    ['x://{a:3}', { a: 'abcdef' }, 'x://abc'],
    ['x://{a}', { a: '../../etc' }, 'x://..%2F..%2Fetc'],
  ])('expand %s (P08, T:D13)', (template, values, uri) => {
    expect(readTemplate(template)?.expand(values)).toBe(uri);
  });
  it('name each variable once, in order', () => {
    expect(readTemplate('x://{b}/{a}{?b,c*}')?.variables.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });
  it('require what stands in the path and let a query be left out', () => {
    expect(readTemplate('x://{b}/{a}{?b,c*}{&d}')?.variables.map(({ isRequired }) => isRequired)).toEqual([true, true, false, false]);
  });
  it.each(['x://{', 'x://}', 'x://{}', 'x://{a b}', 'x://{id:abc}', 'x://{{a}}', 'x://{a', `x://{${'a'.repeat(9_000)}}`])('are refused when malformed: %s', (template) => {
    expect(readTemplate(template)).toBeNull();
  });
});
