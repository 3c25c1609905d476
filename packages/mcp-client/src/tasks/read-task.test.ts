import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../jsonrpc/message.ts';
import { immediateResponseIn, readTask, taskIn } from './read-task.ts';

const anyJson = fc.jsonValue({ maxDepth: 2 });

describe('readTask', () => {
  it('reads both spellings of the times (P16, P17)', () => {
    expect(readTask({ taskId: 'a', status: 'working', ttl: 5, pollInterval: 7 })).toMatchObject({ item: { ttlMs: 5, pollIntervalMs: 7, repairs: [] } });
    expect(readTask({ taskId: 'a', status: 'working', ttlMs: 5, pollIntervalMs: 7 })).toMatchObject({ item: { ttlMs: 5, pollIntervalMs: 7, repairs: [] } });
    for (const ttl of [{ ttl: null }, { ttlMs: null }]) expect(readTask({ taskId: 'a', status: 'working', ...ttl })).toMatchObject({ item: { ttlMs: null, repairs: [] } });
  });

  it('keeps a task whatever else is wrong with it, and none without an id (P16, P17)', () => {
    const fields = fc.record({ status: anyJson, statusMessage: anyJson, createdAt: anyJson, ttl: anyJson, ttlMs: anyJson, pollInterval: anyJson, pollIntervalMs: anyJson, extra: anyJson }, { requiredKeys: [] });
    fc.assert(
      fc.property(fields, fc.string({ minLength: 1 }), (more, taskId) => {
        const read = readTask({ ...(more as JsonObject), taskId });
        expect(read).toMatchObject({ item: { taskId } });
        if (!('item' in read)) return;
        const { pollIntervalMs, ttlMs } = read.item;
        expect(pollIntervalMs === undefined || pollIntervalMs >= 0).toBe(true);
        expect(ttlMs === undefined || ttlMs === null || ttlMs >= 0).toBe(true);
      }),
    );
    for (const taskId of [undefined, null, '', 5, {}]) expect(readTask({ status: 'working', ...(taskId === undefined ? {} : { taskId }) })).toHaveProperty('refused');
  });
});

describe('taskIn', () => {
  it('finds a task of either form and nothing else (P16, P17)', () => {
    expect(taskIn({ resultType: 'task', taskId: 'a' })).toMatchObject({ taskId: 'a' });
    expect(taskIn({ task: { taskId: 'a' } })).toEqual({ taskId: 'a' });
    for (const result of [{ content: [] }, { task: null }, { task: { id: 'a' } }, { task: 'a' }, { structuredContent: { taskId: 'a' } }]) expect(taskIn(result)).toBeUndefined();
  });
});

describe('immediateResponseIn', () => {
  it('takes a text and nothing else', () => {
    expect(immediateResponseIn({ _meta: { 'io.modelcontextprotocol/model-immediate-response': 'wait' } })).toBe('wait');
    for (const meta of [null, {}, { 'io.modelcontextprotocol/model-immediate-response': 5 }]) expect(immediateResponseIn({ _meta: meta })).toBeUndefined();
  });
});
