import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRoomForAnother, mostOpenByThemselves, PdfDocument } from './pdf-document.ts';
import type { PdfWorker } from './pdf-document.ts';
import { boundedRuns, scaleOf } from './pdf-protocol.ts';
import type { PdfReply, PdfRequest } from './pdf-protocol.ts';

afterEach(() => vi.useRealTimers());

/** A worker that answers as told; a request without an answer is one that never ends. */
function worker(answer: (request: PdfRequest) => PdfReply | null) {
  const state = { isEnded: false, asked: [] as PdfRequest[] };
  const start = (): PdfWorker => ({
    postMessage: (_message, [port]) => {
      if (!(port instanceof MessagePort)) throw new TypeError('a port is handed over');
      port.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
        state.asked.push(data);
        const reply = answer(data);
        if (reply !== null) port.postMessage(reply);
      });
      port.start();
    },
    terminate: () => {
      state.isEnded = true;
    },
    addEventListener: () => undefined,
  });
  return { state, start };
}

const bytes = () => new Uint8Array([1, 2, 3]);

describe('a PDF in its worker (P08, T:D08)', () => {
  it('gets a copy of the bytes, and says why it cannot be opened', async () => {
    const good = worker(() => ({ kind: 'opened', pages: 2 }));
    const document = new PdfDocument(good.start);
    const mine = bytes();
    expect(await document.open(mine)).toBe(2);
    // What was handed over is not taken away: it can still be saved.
    expect(mine.length).toBe(3);
    document.close();
    expect(good.state.isEnded).toBe(true);
    for (const reason of ['encrypted', 'broken'] as const) {
      const bad = new PdfDocument(worker(() => ({ kind: 'failed', reason })).start);
      await expect(bad.open(bytes())).rejects.toMatchObject({ fault: reason });
      bad.close();
    }
    const empty = new PdfDocument(worker(() => ({ kind: 'opened', pages: 0 })).start);
    await expect(empty.open(bytes())).rejects.toMatchObject({ fault: 'broken' });
    empty.close();
    expect(() => new PdfDocument(() => null)).toThrow('unavailable');
  });

  it('is ended when a page takes too long, and everything asked of it afterwards fails at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { state, start } = worker(({ kind }) => (kind === 'open' ? { kind: 'opened', pages: 9 } : null));
    const document = new PdfDocument(start);
    await document.open(bytes());
    const settled = Promise.allSettled([document.page(1, 800), document.page(2, 800)]);
    await vi.waitFor(() => expect(state.asked).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settled).toMatchObject([{ reason: { fault: 'slow' } }, { reason: { fault: 'slow' } }]);
    expect(state.isEnded).toBe(true);
    // One thing at a time: the second was never sent.
    expect(state.asked).toHaveLength(2);
  });

  it('opens by itself only so often', () => {
    const open = Array.from({ length: mostOpenByThemselves }, () => new PdfDocument(worker(() => null).start));
    expect(isRoomForAnother()).toBe(false);
    for (const each of open) {
      each.close();
      each.close();
    }
    expect(isRoomForAnother()).toBe(true);
  });
});

describe('a page of a PDF (T:D08)', () => {
  it('is as wide as asked, within what may be drawn', () => {
    expect(scaleOf({ width: 600, height: 800 }, 1200)).toBe(2);
    for (const page of [{ width: 600, height: 800 }, { width: 1_000_000_000, height: 1_000_000_000 }, { width: 10, height: 5000 }]) {
      const scale = scaleOf(page, 1_000_000);
      expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(16_777_300);
      expect(Math.max(page.width, page.height) * scale).toBeLessThanOrEqual(8_193);
    }
    for (const page of [{ width: 0, height: 9 }, { width: NaN, height: 9 }, { width: 9, height: Infinity }, { width: 1, height: 1_000_000_000 }]) expect(scaleOf(page, 800)).toBe(0);
  });

  it('has as much text over it as anybody can read', () => {
    const run = { text: 'word', x: 1, y: 2, size: 10, width: 20, angle: 0 };
    expect(boundedRuns([run, { ...run, text: '  ' }, { ...run, x: NaN }, { ...run, size: 0 }])).toEqual([run]);
    expect(boundedRuns(Array.from({ length: 100_000 }, () => run))).toHaveLength(4_000);
    expect(boundedRuns([run, { ...run, text: 'x'.repeat(300_000) }, run])).toEqual([run]);
  });
});
