import { describe, expect, it } from 'vitest';
import { EventStreamCursor, pause } from './event-stream-cursor.ts';
import type { StreamEvent } from './event-stream.ts';

const bounds = { defaultMs: 1_000, minMs: 100, maxMs: 60_000 };

function event(id: string | undefined, data: string): StreamEvent {
  return { type: undefined, data, id, isUnterminated: false };
}

describe('EventStreamCursor', () => {
  it.each([
    [0, 100],
    [500, 500],
    [1e9, 60_000],
  ])('keeps `retry: %d` within bounds: %d ms (R63)', (retry, expected) => {
    const cursor = new EventStreamCursor(bounds);
    cursor.noteRetry(retry);
    expect(cursor.nextDelay()).toBeGreaterThanOrEqual(expected);
    expect(cursor.nextDelay()).toBeLessThanOrEqual(expected * 1.1);
  });

  it('waits longer with every connection that brings nothing, up to the bound, and short again after news (bug B10)', () => {
    const cursor = new EventStreamCursor(bounds);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 40; attempt += 1) {
      delays.push(Math.round(cursor.nextDelay() / 1_000));
      cursor.noteEnd();
    }
    expect(delays.slice(0, 4).map((delay, index) => delay >= 2 ** index)).toEqual([true, true, true, true]);
    expect(Math.min(...delays.slice(10))).toBeGreaterThanOrEqual(60);
    expect(Math.max(...delays)).toBeLessThanOrEqual(66);
    cursor.isRepeat(event(undefined, 'news'));
    cursor.noteEnd();
    expect(cursor.nextDelay()).toBeLessThan(1_200);
  });

  it.each<[string, number | undefined, number]>([
    ['a time', 5_000, 5_000],
    ['a huge time', 1e12, 60_000],
    ['none', undefined, 1_000],
  ])('heeds %s of Retry-After once, within bounds (R52)', (_name, milliseconds, expected) => {
    const cursor = new EventStreamCursor(bounds);
    cursor.noteRetryAfter(milliseconds);
    expect(Math.round(cursor.nextDelay() / expected)).toBe(1);
    expect(Math.round(cursor.nextDelay() / 1_000)).toBe(1);
  });

  it('knows events of earlier connections again, by id and content (R62)', () => {
    const cursor = new EventStreamCursor(bounds);
    expect(cursor.isRepeat(event('1', 'a'))).toBe(false);
    expect(cursor.isRepeat(event('1', 'a'))).toBe(false);
    cursor.noteEnd();
    expect(cursor.isRepeat(event('1', 'a'))).toBe(true);
    expect(cursor.isRepeat(event('1', 'b'))).toBe(false);
    expect(cursor.isRepeat(event(undefined, 'a'))).toBe(false);
  });

  it('keeps only ids that a header can carry', () => {
    const cursor = new EventStreamCursor(bounds);
    cursor.noteId('good');
    for (const bad of ['a\tb', `x${'y'.repeat(2_000)}`, 'a\u007f']) cursor.noteId(bad);
    expect(cursor.lastEventId).toBe('good');
    cursor.noteId('é世');
    expect(Buffer.from(cursor.lastEventId ?? '', 'latin1').toString('utf8')).toBe('é世');
    cursor.noteId('');
    expect(cursor.lastEventId).toBeUndefined();
  });
});

describe('pause', () => {
  it('ends at once when the connection is closed', async () => {
    const controller = new AbortController();
    const waiting = pause(1_000_000, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(pause(1_000_000, controller.signal)).resolves.toBeUndefined();
  });
});
