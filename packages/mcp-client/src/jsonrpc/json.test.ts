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

  it('refuses nesting beyond the limit without building it, however deep (T:H04)', () => {
    expect(refusal('['.repeat(128) + ']'.repeat(128))).toBeUndefined();
    expect(refusal('['.repeat(129) + ']'.repeat(129))?.kind).toBe('too-deep');
    expect(refusal('{"a":'.repeat(1_000_000) + '1' + '}'.repeat(1_000_000))?.kind).toBe('too-deep');
  });

  it('counts no bracket that stands inside a string, escaped quotes included (T:H04)', () => {
    const strings = ['[[[[', '\\"[[[[', '\\\\', '\\\\\\"[[[['].map((body) => `"${body}"`);
    expect(parseJson(`[${strings.join(',')}]`, { depth: 1 })).toEqual(strings.map((text) => JSON.parse(text) as unknown));
    expect(refusal(`["\\\\",[1]]`, 1)?.kind).toBe('too-deep');
  });

  it('leaves out keys that reach a prototype, plain or escaped, at any depth (T:H05)', () => {
    const texts = [
      '{"__proto__":{"polluted":1},"a":1}',
      '{"\\u005f_proto__":{"polluted":1},"a":1}',
      '{"__\\u0070roto__":{"polluted":1},"a":1}',
      '{"constructor":{"prototype":{"polluted":1}},"a":1}',
    ];
    for (const text of texts) {
      const value = parseJson(`[{"deep":${text}}]`, limits);
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
