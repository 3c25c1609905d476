import { describe, expect, it } from 'vitest';
import { getCliWords } from './cli.ts';

/** Code, or a name that is the same in both languages. */
const same = /^(\W|portolan|[A-Z]+|JSON|always|a|y|yes|\d)*$/;

function texts(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String(Reflect.apply(node, undefined, [3, 4, 5]))]];
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) => texts(value, path === '' ? key : `${path}.${key}`));
}

describe('words of the command line (C16, O04)', () => {
  const english = texts(getCliWords('en'));
  const chinese = new Map(texts(getCliWords('zh-CN')));

  it('are there in both languages, none left empty or untranslated', () => {
    expect(english.length).toBeGreaterThan(80);
    const wrong = english.filter(([path, text]) => {
      const other = chinese.get(path) ?? '';
      return text.trim() === '' || other.trim() === '' || /undefined|NaN|\[object/.test(text + other) || (text === other && !same.test(text) && !path.startsWith('call.always') && !path.startsWith('yes'));
    });
    expect(wrong).toEqual([]);
  });

  it('write Chinese with full-width punctuation and spaced Latin words', () => {
    expect([...chinese].filter(([, text]) => /[\u4e00-\u9fff][,;:!?]/u.test(text) || /[\u4e00-\u9fff][A-Za-z]/u.test(text) || /[A-Za-z][\u4e00-\u9fff]/u.test(text))).toEqual([]);
  });
});
