import { assert, jsonValue, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonParseError, parseJson, sampleOf } from './json.ts';

const limits = { depth: 128 };

function refusal(text: string, depth = 128): JsonParseError | undefined {
  try {
    parseJson(text, { depth });
    return undefined;
  } catch (error) {
    if (error instanceof JsonParseError) return error;
    throw error;
  }
}

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    assert(
      property(jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        pre(!text.includes('__proto__'));
        expect(parseJson(text, limits)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses nesting beyond the limit, however deep and however long (T:H04)', () => {
    expect(refusal('['.repeat(128) + ']'.repeat(128))).toBeUndefined();
    expect(refusal('['.repeat(129) + ']'.repeat(129))?.kind).toBe('too-deep');
    expect(refusal('{"a":'.repeat(1_000_000) + '1' + '}'.repeat(1_000_000))?.kind).toBe('too-deep');
    expect(refusal('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))?.kind).toBe('too-deep');
    const long = `"${'x'.repeat(3_000_000)}"`;
    for (const filler of ['1', long]) {
      for (const [levels, expected] of [[128, undefined], [129, 'too-deep']] as const) {
        expect(refusal(`${'['.repeat(levels)}${filler}${']'.repeat(levels)}`)?.kind).toBe(expected);
        expect(refusal(`${'{"a":'.repeat(levels)}${filler}${'}'.repeat(levels)}`)?.kind).toBe(expected);
      }
    }
  });

  it('counts no bracket that stands inside a string, escaped quotes included (T:H04)', () => {
    const strings = ['[[[[', '\\"[[[[', '\\\\', '\\\\\\"[[[[', 'x'.repeat(100), `${'x'.repeat(100)}\\"[[`].map((body) => `"${body}"`);
    for (const more of ['', `,"${'x'.repeat(3_000_000)}"`]) {
      expect(parseJson(`[${strings.join(',')}${more}]`, { depth: 1 })).toEqual([...strings, ...(more === '' ? [] : [more.slice(1)])].map((text) => JSON.parse(text) as unknown));
      expect(refusal(`["\\\\",[1]${more}]`, 1)?.kind).toBe('too-deep');
    }
  });

  it('leaves out keys that reach a prototype, plain or escaped, at any depth (T:H05)', () => {
    const texts = [
      '{"__proto__":{"polluted":1},"a":1}',
      '{"\\u005f_proto__":{"polluted":1},"a":1}',
      '{"__\\u0070roto__":{"polluted":1},"a":1}',
      '{"constructor":{"prototype":{"polluted":1}},"a":1}',
    ];
    const padded = texts.map((text) => `{"pad":"${'x'.repeat(3_000_000)}",${text.slice(1)}`);
    for (const text of [...texts, ...padded]) {
      const value = JSON.parse(JSON.stringify(parseJson(`[{"deep":${text}}]`, limits)), (key, each: unknown) => (key === 'pad' ? undefined : each)) as unknown;
      expect(value).toEqual([{ deep: { a: 1 } }]);
      const deep = (value as { deep: object }[])[0]?.deep ?? {};
      expect(Object.getPrototypeOf(Object.assign({}, deep))).toBe(Object.prototype);
      expect(Object.keys(deep)).toEqual(['a']);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('keeps an ordinary property named constructor', () => {
    expect(parseJson('{"constructor":{"type":"string"}}', limits)).toEqual({ constructor: { type: 'string' } });
  });

  it('tolerates a byte order mark and names what is no JSON (R15, R58)', () => {
    expect(parseJson('\ufeff{"a":1}', limits)).toEqual({ a: 1 });
    for (const text of ['', '<html>', '{"a":', '{"a":1}x', '{"a":"', 'NaN']) expect(refusal(text)?.kind).toBe('not-json');
  });
});

describe('sampleOf', () => {
  it('shows control and bidirectional characters as escapes and cuts at 200 characters (A02)', () => {
    expect(sampleOf('a\u0000\u001b[31m\u202e\n')).toBe('a\\u0000\\u001b[31m\\u202e\\u000a');
    expect(sampleOf('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`);
  });
});
