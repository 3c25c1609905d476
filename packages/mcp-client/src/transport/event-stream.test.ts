import { array, assert, asyncProperty, constantFrom, integer, option, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventTooLarge, readEventStream } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';

async function* slices(bytes: Uint8Array, cuts: number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...new Set(cuts.map((at) => at % (bytes.length + 1)))].toSorted((a, b) => a - b)) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
  yield bytes.subarray(start);
}

interface Read {
  events: StreamEvent[];
  ids: string[];
  retries: number[];
}

async function read(chunks: AsyncIterable<Uint8Array>, max = 1_000_000): Promise<Read> {
  const seen: Read = { events: [], ids: [], retries: [] };
  await readEventStream(chunks, max, {
    onEvent: (event) => seen.events.push(event),
    onId: (id) => seen.ids.push(id),
    onRetry: (retry) => seen.retries.push(retry),
  });
  return seen;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe('readEventStream', () => {
  it('reads the same events wherever the network cuts the bytes (R14, R61)', async () => {
    const line = string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ' '));
    const events = array(record({ data: array(line, { minLength: 1, maxLength: 3 }), id: option(string({ unit: constantFrom('a', '1', '_'), minLength: 1 })), end: constantFrom('\n', '\r', '\r\n') }), { maxLength: 5 });
    await assert(
      asyncProperty(events, array(integer({ min: 0, max: 10_000 }), { maxLength: 20 }), async (written, cuts) => {
        const text = written.map(({ data, id, end }) => `${[...(id === null ? [] : [`id: ${id}`]), ': comment', ...data.map((part) => `data: ${part}`), ''].join(end)}${end}`).join('');
        const bytes = bytesOf(text);
        const whole = await read(slices(bytes, []));
        expect(whole.events.map(({ data }) => data)).toEqual(written.map(({ data }) => data.join('\n')));
        expect(await read(slices(bytes, cuts))).toEqual(whole);
        expect(await read(slices(bytes, Array.from(bytes.keys())))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('takes a leading byte order mark, comments and unknown fields in its stride (R15, R56)', async () => {
    const { events } = await read(slices(bytesOf('\ufeff: hello\nnonsense\nfoo: bar\ndata: {"a":1}\n\n'), []));
    expect(events.map(({ data }) => data)).toEqual(['{"a":1}']);
  });

  it('reports ids, also without data, and retry as sent (R63)', async () => {
    const { events, ids, retries } = await read(slices(bytesOf('id: 7\ndata:\n\nid: 8\n\nretry: 0\nretry: 1000000000\nretry: soon\n\n'), []));
    expect(ids).toEqual(['7', '8']);
    expect(retries).toEqual([0, 1_000_000_000]);
    expect(events).toEqual([{ type: undefined, data: '', id: '7', isUnterminated: false }]);
  });

  it('marks an event that the stream leaves open and keeps its id to itself, for it may be cut off (R61)', async () => {
    const { events, ids } = await read(slices(bytesOf('id: 1\ndata: a\n\nid: 2\ndata: {"b":'), []));
    expect(events).toEqual([
      { type: undefined, data: 'a', id: '1', isUnterminated: false },
      { type: undefined, data: '{"b":', id: '2', isUnterminated: true },
    ]);
    expect(ids).toEqual(['1']);
  });

  it.each([
    ['one endless line', 'x'.repeat(64)],
    ['endless data lines', 'x\ndata: '.repeat(8)],
  ])('stops at %s without holding more than the cap (T:H08, R60)', async (_name, piece) => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield bytesOf('data: ');
      for (;;) {
        sent += piece.length;
        yield bytesOf(piece);
      }
    }
    await expect(read(endless(), 10_000)).rejects.toThrow(EventTooLarge);
    expect(sent).toBeLessThan(60_000);
  });

  it('takes any number of events below the cap', async () => {
    async function* many(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 2_000; count += 1) yield bytesOf(`data: ${'x'.repeat(500)}\n\n`);
    }
    expect((await read(many(), 1_000)).events).toHaveLength(2_000);
  });
});
