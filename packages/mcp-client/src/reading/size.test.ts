import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../jsonrpc/message.ts';
import { exceedsBytes } from './size.ts';

describe('exceedsBytes', () => {
  it('judges any value as its serialised size would, within a margin', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 2000 }), (value, cap) => {
        const json: Json = JSON.parse(JSON.stringify(value));
        const bytes = Buffer.byteLength(JSON.stringify(json));
        const verdict = exceedsBytes(json, cap);
        // Escapes, numbers and short texts are estimated; a factor of six is the worst an escape can do.
        expect(verdict && bytes * 6 < cap).toBe(false);
        expect(!verdict && bytes > cap * 6 + 100).toBe(false);
      }),
    );
  });

  it('counts text in bytes', () => {
    expect(exceedsBytes('漢'.repeat(100), 299)).toBe(true);
    expect(exceedsBytes('漢'.repeat(100), 302)).toBe(false);
  });

  it('stops early in a huge value', () => {
    let reads = 0;
    const watched = new Proxy(Array.from({ length: 100_000 }, () => 'x'.repeat(100)), {
      get(target, key, receiver) {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(exceedsBytes(watched, 1000)).toBe(true);
    expect(reads).toBeLessThan(100);
  });
});
