import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Listing } from '@portolan/mcp-client/client';
import { ManagedList } from './managed-list.ts';

const policy = { refetchMs: 2000, refetchMaxMs: 60_000 };

afterEach(() => {
  vi.useRealTimers();
});

/** A list whose reads are counted, on a clock of our own. `content` decides what the next read brings. */
function watched(content: () => string[], readMs = 0) {
  vi.useFakeTimers();
  const seen = { reads: [] as number[], changes: 0, errors: 0 };
  const started = performance.now();
  const list = new ManagedList<string>({
    read: async (): Promise<Listing<string>> => {
      seen.reads.push(Math.round(performance.now() - started));
      const items = content();
      if (readMs > 0) await new Promise((resolve) => setTimeout(resolve, readMs));
      return { items, refused: [], isTruncated: false };
    },
    identity: (item) => item,
    policy,
    onChange: () => {
      seen.changes += 1;
    },
    onRead: (error) => {
      if (error !== null) seen.errors += 1;
    },
  });
  return { list, seen };
}

describe('ManagedList', () => {
  it('follows the first change at once (try-out 24)', async () => {
    let items = ['a'];
    const { list, seen } = watched(() => items);
    await list.load();
    await vi.advanceTimersByTimeAsync(5000);
    items = ['a', 'b'];
    list.changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.items).toEqual(['a', 'b']);
    expect(seen.changes).toBe(2);
  });

  it('follows a change right after the list was first read at once, too (try-out 24, P09)', async () => {
    let items = ['a'];
    const { list } = watched(() => items);
    await list.load();
    items = ['a', 'b'];
    list.changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.items).toEqual(['a', 'b']);
  });

  it('reads at most once in two seconds in a storm, and never misses the last change (T:H02, R29)', async () => {
    let version = 0;
    const { list, seen } = watched(() => [`v${version}`], 30);
    const loading = list.load();
    await vi.advanceTimersByTimeAsync(30);
    await loading;
    for (let at = 0; at < 1000; at += 1) {
      version += 1;
      list.changed();
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(list.items).toEqual(['v1000']);
    // The first read was not asked for by a change.
    const asked = seen.reads.slice(1);
    const gaps = asked.slice(1).map((start, at) => start - (asked[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1999);
    expect(seen.reads.length).toBeLessThanOrEqual(9);
  });

  it('asks less and less often when announced changes change nothing, and wakes up when one does (T:H02, R30)', async () => {
    let items = ['same'];
    const { list, seen } = watched(() => items);
    await list.load();
    for (let at = 0; at < 3000; at += 1) {
      list.changed();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(seen.reads.length).toBeLessThan(12);
    expect(seen.changes).toBe(1);
    items = ['new'];
    list.changed();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list.items).toEqual(['new']);
  });

  it('does not loop when reading the list makes the server announce a change (R30)', async () => {
    const { list, seen } = watched(() => {
      list.changed();
      return ['x'];
    });
    await list.load();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(seen.reads.length).toBeLessThan(20);
  });

  it('keeps what it has when a read fails, and tries again at the next change', async () => {
    let items: string[] | null = ['a'];
    const { list, seen } = watched(() => {
      if (items === null) throw new Error('no');
      return items;
    });
    await list.load();
    items = null;
    await vi.advanceTimersByTimeAsync(3000);
    list.changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.items).toEqual(['a']);
    expect(seen.errors).toBe(1);
    items = ['b'];
    await vi.advanceTimersByTimeAsync(3000);
    list.changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.items).toEqual(['b']);
  });

  it('reads again when a change comes while it is reading', async () => {
    let items = ['old'];
    const { list } = watched(() => items, 100);
    const loading = list.load();
    await vi.advanceTimersByTimeAsync(50);
    items = ['new'];
    list.changed();
    await vi.advanceTimersByTimeAsync(60);
    await loading;
    expect(list.items).toEqual(['old']);
    await vi.advanceTimersByTimeAsync(2100);
    expect(list.items).toEqual(['new']);
  });

  it('reads no more once it is closed', async () => {
    const { list, seen } = watched(() => ['a']);
    await list.load();
    list.changed();
    await vi.advanceTimersByTimeAsync(0);
    list.changed();
    list.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.reads).toHaveLength(2);
  });
});
