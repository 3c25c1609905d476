/** Whatever a server sends, the trace stays within its bounds: by counts, not by time. */
import { ServerId } from '@portolan/contract/ids';
import type { JsonRpcMessage } from '@portolan/mcp-client/jsonrpc/message';
import type { TapEvent } from '@portolan/mcp-client/transport/transport';
import { describe, expect, it } from 'vitest';
import { toEntryView } from './entry-view.ts';
import { headValues, keepMessage, wholeLimit } from './kept-message.ts';
import { KnownSecrets } from './known-secrets.ts';
import { Redactor } from './redact.ts';
import { defaultSearchBudget, searchTrace } from './search.ts';
import { defaultTraceLimits, TraceStore } from './trace-store.ts';
import { defaultWatchOptions, watchTrace } from './watch.ts';

const one = ServerId.parse('one');
const two = ServerId.parse('two');
const redactor = new Redactor(new KnownSecrets());

function notification(text: string, bytes = text.length): TapEvent {
  return { kind: 'message', direction: 'in', at: 1, bytes, message: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: text } } };
}

const request = (id: number): TapEvent => ({ kind: 'message', direction: 'out', at: 1, bytes: 60, message: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't' } } });
const answer = (id: number): TapEvent => ({ kind: 'message', direction: 'in', at: 1, bytes: 60, message: { jsonrpc: '2.0', id, result: {} } });

describe('a flood', () => {
  it('of 100,000 messages keeps the newest within the bounds and counts the rest (S15, T:H13)', () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    for (let at = 0; at < 100_000; at += 1) tap(notification(`line ${at}`));
    const [state] = store.states(one);
    expect(state).toMatchObject({ count: defaultTraceLimits.entries, dropped: 100_000 - defaultTraceLimits.entries });
    expect(state?.bytes).toBeLessThanOrEqual(defaultTraceLimits.bytes);
    const kept = store.after(0, 1_000_000);
    expect(kept).toHaveLength(defaultTraceLimits.entries);
    expect(JSON.stringify(kept.at(-1)?.request?.message)).toContain('line 99999');
    expect(kept[0]?.id).toBe(state?.oldestId);
  });

  it('of requests that are never answered leaves nothing waiting for what was dropped (S15, T:H13)', () => {
    const store = new TraceStore({ entries: 100 });
    const { tap } = store.of(one).connection();
    for (let id = 1; id <= 10_000; id += 1) tap(request(id));
    const dropped = store.after(0, 1);
    expect(dropped[0]?.requestId).toBe(9_901);
    tap(answer(1));
    tap(answer(10_000));
    expect(store.after(0, 200).find(({ requestId }) => requestId === 10_000)?.status).toBe('ok');
    expect(store.states(one)[0]?.count).toBe(100);
  });

  it('of big messages stays within the bytes, whole when they fit and by their beginning when they do not (S15, T:H13)', () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    const text = 'x'.repeat(1_000_000);
    for (let at = 0; at < 50; at += 1) tap(notification(`${at} ${text}`));
    expect(store.states(one)[0]?.bytes).toBeLessThanOrEqual(defaultTraceLimits.bytes);
    expect(store.states(one)[0]?.count).toBeGreaterThan(10);
    const huge = 'y'.repeat(5_000_000);
    tap(notification(huge));
    const last = store.after(0, 1_000).at(-1);
    if (last === undefined) throw new Error('nothing kept');
    expect(last.charge).toBeLessThan(10_000);
    const body = toEntryView(last, redactor).request;
    expect(body).toMatchObject({ bytes: 5_000_000, isCut: true });
    expect(body?.text).toContain('yyyy');
    expect(body?.text.length).toBeLessThan(10_000);
  });

  it('of one server leaves the entries of a quiet one alone (S15, T:H13)', () => {
    const store = new TraceStore({ totalBytes: 1_000_000 });
    const quiet = store.of(two).connection();
    for (let at = 0; at < 20; at += 1) quiet.tap(notification(`quiet ${at}`));
    const { tap } = store.of(one).connection();
    for (let at = 0; at < 20_000; at += 1) tap(notification(`loud ${at}`));
    expect(store.states(two)[0]).toMatchObject({ count: 20, dropped: 0 });
    const total = store.states().reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(1_000_000);
  });
});

describe('what is kept of a message', () => {
  it('is the message itself, not a copy, up to 2 MB and 200,000 values (S15)', () => {
    const message: JsonRpcMessage = { jsonrpc: '2.0', id: 1, result: { content: ['a'] } };
    expect(keepMessage(message, 100).message).toBe(message);
    expect(keepMessage(message, wholeLimit).message).toBe(message);
    expect(keepMessage(message, wholeLimit + 1).message).not.toBe(message);
  });

  it('counts values that take far more room than their text, and keeps their beginning when there are too many (S15, T:H13)', () => {
    const many = (count: number): JsonRpcMessage => ({ jsonrpc: '2.0', id: 1, result: { list: Array.from({ length: count }, () => []) } });
    const some = keepMessage(many(100_000), 300_000);
    expect(some.isCut).toBe(false);
    expect(some.charge).toBeGreaterThan(3_000_000);
    const tooMany = keepMessage(many(600_000), 1_800_000);
    expect(tooMany.isCut).toBe(true);
    expect(JSON.stringify(tooMany.message).length).toBeLessThan(headValues * 8);
    expect(tooMany.charge).toBeLessThan(100_000);
  });

  it('keeps the beginning of a huge message of many long names without growing (S15, T:H13)', () => {
    const params = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${at}${'n'.repeat(5_000)}`, at]));
    const kept = keepMessage({ jsonrpc: '2.0', method: 'x', params }, 25_000_000);
    expect(Object.keys(kept.message['params'] ?? {}).length).toBeLessThanOrEqual(headValues);
    expect(kept.charge).toBeLessThan(headValues * 5_000);
    expect(keepMessage(JSON.parse('{"jsonrpc":"2.0","method":"x","params":{"__proto__":{"a":1}}}') as JsonRpcMessage, 3_000_000).message['params']).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
  });
});

describe('a window that looks', () => {
  it('gets everything that is kept, then a flood in batches of bounded size, and nothing twice (S15, T:H13)', async () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    for (let at = 0; at < 5_000; at += 1) tap(notification(`old ${at}`));
    const leaving = new AbortController();
    const sizes: number[] = [];
    const seen = new Set<number>();
    let flooded = false;
    for await (const event of watchTrace(store, redactor, one, leaving.signal, { ...defaultWatchOptions, deliveryMs: 0 })) {
      sizes.push(event.entries.length);
      for (const { id } of event.entries) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      if (seen.size === 5_000 && !flooded) {
        flooded = true;
        for (let at = 0; at < 3_000; at += 1) tap(notification(`new ${at}`));
      }
      if (seen.size === 8_000) leaving.abort();
    }
    expect(Math.max(...sizes.slice(0, 3))).toBe(defaultWatchOptions.pastBatch);
    expect(Math.max(...sizes.slice(3))).toBeLessThanOrEqual(defaultWatchOptions.batch);
  });

  it('hears of answers to rows it has, once however often they changed, and of a clearing (S15)', async () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    tap(request(1));
    const leaving = new AbortController();
    const events: { type: string; rows: [number, string | null, number][] }[] = [];
    for await (const event of watchTrace(store, redactor, undefined, leaving.signal, { ...defaultWatchOptions, deliveryMs: 5 })) {
      events.push({ type: event.type, rows: event.entries.map(({ id, status, progress }) => [id, status, progress]) });
      if (events.length === 1) {
        for (let progress = 1; progress <= 50; progress += 1) tap({ kind: 'message', direction: 'in', at: 1, bytes: 1, message: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress } } });
        tap(answer(1));
      } else if (events.length === 2) store.clear();
      else leaving.abort();
    }
    expect(events[0]).toEqual({ type: 'snapshot', rows: [[1, 'pending', 0]] });
    expect(events[1]?.rows.filter(([id]) => id === 1)).toEqual([[1, 'ok', 50]]);
    expect(events[1]?.rows).toHaveLength(51);
    expect(events[2]).toEqual({ type: 'snapshot', rows: [] });
  });

  it('hands out the newest of all servers in one order (S15)', async () => {
    const store = new TraceStore();
    const taps = [store.of(one).connection().tap, store.of(two).connection().tap];
    for (let at = 0; at < 400; at += 1) taps[at % 3 === 0 ? 1 : 0]?.(notification(`${at}`));
    const leaving = new AbortController();
    for await (const event of watchTrace(store, redactor, undefined, leaving.signal, { ...defaultWatchOptions, newest: 100 })) {
      expect(event.entries.map(({ subject }) => subject)).toEqual(Array.from({ length: 100 }, (_, at) => `info: ${300 + at}`));
      leaving.abort();
    }
  });
});

describe('searching', () => {
  it('finds plain text in any case in messages, answers, junk and exchanges; never as a pattern (S15)', async () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    const { signal } = new AbortController();
    tap(request(1));
    tap({ kind: 'message', direction: 'in', at: 1, bytes: 60, message: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'The Answer (a+)+$' }] } } });
    tap(notification('other'));
    tap({ kind: 'junk', at: 1, bytes: 6, text: 'BANNER' });
    tap({ kind: 'http', at: 1, method: 'POST', url: 'http://127.0.0.1/mcp', status: 200, requestHeaders: {}, responseHeaders: { server: 'Teapot/1' } });
    const find = async (text: string) => (await searchTrace(store, redactor, { text }, signal)).ids;
    expect(await find('the answer')).toEqual([1]);
    expect(await find('(a+)+$')).toEqual([1]);
    expect(await find('.*')).toEqual([]);
    expect(await find('banner')).toEqual([3]);
    expect(await find('teapot')).toEqual([4]);
    expect(await find('tools/CALL')).toEqual([1]);
  });

  it('stops at its budget and says so, and gives way to other work (S15, T:H13)', async () => {
    const store = new TraceStore();
    const { tap } = store.of(one).connection();
    for (let at = 0; at < 2_000; at += 1) tap(notification('z'.repeat(1_000)));
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    const { ids, isComplete } = await searchTrace(store, redactor, { text: 'zzz' }, new AbortController().signal, { ...defaultSearchBudget, characters: 1_000_000, turn: 100_000 });
    clearInterval(count);
    expect(isComplete).toBe(false);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.length).toBeLessThan(1_100);
    expect(turns).toBeGreaterThan(0);
    const leaving = new AbortController();
    leaving.abort();
    expect(await searchTrace(store, redactor, { text: 'zzz' }, leaving.signal)).toEqual({ ids: [], isComplete: false });
  });
});
