import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { NewlineFramer } from './framer.ts';

interface Seen {
  frames: string[];
  sizes: number[];
  invalid: number;
  overflows: number[];
}

function frame(chunks: Buffer[], cap = 1024 * 1024, isEnded = true): Seen {
  const seen: Seen = { frames: [], sizes: [], invalid: 0, overflows: [] };
  const framer = new NewlineFramer(cap, {
    onFrame: (text, bytes) => {
      seen.frames.push(text);
      seen.sizes.push(bytes);
    },
    onInvalidUtf8: () => {
      seen.invalid += 1;
    },
    onOverflow: (bytes) => seen.overflows.push(bytes),
  });
  for (const chunk of chunks) framer.push(chunk);
  if (isEnded) framer.end();
  return seen;
}

/** Cuts a buffer at the given places, in any order and with repeats. */
function split(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  const chunks: Buffer[] = [];
  let start = 0;
  for (const place of [...places, bytes.length]) {
    chunks.push(Buffer.from(bytes.subarray(start, place)));
    start = place;
  }
  return chunks;
}

const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\r\n\ufeff]/g, '.'));
const cuts = fc.array(fc.nat(500), { maxLength: 60 });

describe('NewlineFramer', () => {
  it('yields the same lines however the bytes are split (R13, R14)', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), cuts, fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, where, lineEnd, hasLastEnd) => {
        const text = lines.join(lineEnd) + (hasLastEnd ? lineEnd : '');
        const seen = frame(split(Buffer.from(text), where));
        expect(seen.frames).toEqual(lines.filter((one) => one !== ''));
        expect(seen.invalid).toBe(0);
        expect(seen.overflows).toEqual([]);
      }),
    );
  });

  it('decodes arbitrary bytes as a decoder over the whole line would, and says when they were not UTF-8 (R15, T:H11)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), cuts, (raw, where) => {
        const bytes = Buffer.from(raw);
        const lines = bytes
          .toString('latin1')
          .split('\n')
          .map((one) => Buffer.from(one.endsWith('\r') ? one.slice(0, -1) : one, 'latin1'))
          .filter((one) => one.length > 0)
          .map((one) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(one))
          .map((one) => (one.startsWith('\ufeff') ? one.slice(1) : one))
          .filter((one) => one !== '');
        expect(frame(split(bytes, where)).frames).toEqual(lines);
      }),
    );
  });

  it('reports invalid UTF-8 but not a U+FFFD that the server really wrote', () => {
    expect(frame([Buffer.from([0x61, 0xff, 0x62, 0x0a])])).toMatchObject({ frames: ['a\ufffdb'], invalid: 1 });
    expect(frame([Buffer.from('a\ufffdb\n')])).toMatchObject({ frames: ['a\ufffdb'], invalid: 0 });
  });

  it('drops a byte order mark at the start of a line', () => {
    expect(frame([Buffer.from('\ufeff{"a":1}\n')]).frames).toEqual(['{"a":1}']);
  });

  it('accepts a frame of exactly the cap, with CRLF too, and refuses one byte more (R18)', () => {
    fc.assert(
      fc.property(cuts, (where) => {
        expect(frame(split(Buffer.from(`${'x'.repeat(100)}\r\n`), where), 100)).toMatchObject({ sizes: [100], overflows: [] });
        const over = frame(split(Buffer.from(`${'x'.repeat(101)}\nnext\n`), where), 100);
        expect(over.frames).toEqual([]);
        expect(over.overflows).toHaveLength(1);
      }),
    );
  });

  it('counts each frame for itself, however many of them a chunk holds (row 6, bug B4, R18)', () => {
    const cap = 100;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 110 }), { maxLength: 40 }), cuts, (sizes, where) => {
        const seen = frame(split(Buffer.from(sizes.map((size) => `${'x'.repeat(size)}\n`).join('')), where), cap);
        const over = sizes.findIndex((size) => size > cap);
        expect(seen.sizes).toEqual(over === -1 ? sizes : sizes.slice(0, over));
        // What follows cannot be trusted to start at a frame, so nothing of it is told.
        expect(seen.overflows).toHaveLength(over === -1 ? 0 : 1);
      }),
    );
  });

  it('refuses an endless line without keeping more than the cap (R17, T:H03)', () => {
    const seen = frame(Array.from({ length: 40 }, () => Buffer.alloc(1000, 0x61)), 10_000, false);
    expect(seen.overflows).toHaveLength(1);
    expect(seen.overflows[0]).toBeLessThan(12_000);
  });

  it('takes a last line without a newline once the input ends (R19)', () => {
    expect(frame([Buffer.from('{"a":1}')], 100, false).frames).toEqual([]);
    expect(frame([Buffer.from('{"a":1}')], 100, true).frames).toEqual(['{"a":1}']);
  });

  it('keeps frames intact when a handler stops it in the middle of a chunk', () => {
    const frames: string[] = [];
    const framer = new NewlineFramer(100, {
      onFrame: (text) => {
        frames.push(text);
        framer.stop();
      },
      onInvalidUtf8: () => {},
      onOverflow: () => {},
    });
    framer.push(Buffer.from('one\ntwo\n'));
    framer.end();
    expect(frames).toEqual(['one']);
  });

  it.each([[[1024]], [[1]], [[1, 4096]]])('copies a large frame a bounded number of times, in chunks of %j bytes (B4, T:H03)', (sizes) => {
    // Counted, not timed: each byte has at most two places of its own, where it is heaped and where the frame is joined.
    const allocate = vi.spyOn(Buffer, 'allocUnsafe');
    const chunks = sizes.map((size) => Buffer.alloc(size, 0x61));
    const total = 1024 * 1024;
    const frames: number[] = [];
    const framer = new NewlineFramer(4 * total, { onFrame: (_, bytes) => frames.push(bytes), onInvalidUtf8: () => {}, onOverflow: () => {} });
    let sent = 0;
    for (let index = 0; sent < total; index += 1) {
      const chunk = chunks[index % chunks.length] ?? Buffer.from('a');
      framer.push(chunk);
      sent += chunk.length;
    }
    framer.push(Buffer.from('\n'));
    const allocated = allocate.mock.calls.reduce((sum, [size]) => sum + size, 0);
    allocate.mockRestore();
    expect(frames).toEqual([sent]);
    expect(allocated).toBeGreaterThan(0);
    expect(allocated).toBeLessThan(2.2 * total);
  });

  it('yields the same frame of large and small pieces in any order (R13)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 7, 4095, 4096, 9000, 70_000), { minLength: 1, maxLength: 30 }), (sizes) => {
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const text = Array.from({ length: total }, (_, index) => String.fromCharCode(0x61 + (index % 26))).join('');
        const bytes = Buffer.from(`${text}\n${text}\n`);
        const places = [...sizes, 1, ...sizes].map((_, index, all) => all.slice(0, index).reduce((sum, size) => sum + size, 0));
        expect(frame(split(bytes, places), 4 * 1024 * 1024).frames).toEqual([text, text]);
      }),
      { numRuns: 30 },
    );
  });
});
