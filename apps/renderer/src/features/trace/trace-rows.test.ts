import { ServerId } from '@portolan/contract/ids';
import type { TraceState, TraceSummary } from '@portolan/contract/trace';
import { describe, expect, it } from 'vitest';
import { filterRows, noFilter, reduceTrace } from './trace-rows.ts';

const one = ServerId.parse('one');
const two = ServerId.parse('two');

function row(id: number, change: Partial<TraceSummary> = {}): TraceSummary {
  return { id, serverId: one, at: id, direction: 'out', kind: 'request', method: 'tools/call', subject: 'echo', requestId: id, status: 'ok', httpStatus: null, isProblem: false, durationMs: 1, bytes: 1, era: 'legacy', protocolVersion: '2025-11-25', progress: 0, ...change };
}
const state = (change: Partial<TraceState> = {}): TraceState => ({ serverId: one, isRecording: true, count: 1, bytes: 1, dropped: 0, oldestId: 1, ...change });
const ids = (rows: readonly TraceSummary[]) => rows.map(({ id }) => id);

describe('the rows of a window (S15)', () => {
  it('stand in order of time whatever order they come in, each once, as they were told last', () => {
    let rows = reduceTrace(undefined, { type: 'snapshot', entries: [row(1, { status: 'pending' }), row(4)], servers: [state()] });
    rows = reduceTrace(rows, { type: 'changes', entries: [row(1, { status: 'error' }), row(3), row(6), row(5)], servers: [state()] });
    expect(ids(rows.rows)).toEqual([1, 3, 4, 5, 6]);
    expect(rows.rows[0]?.status).toBe('error');
  });

  it('go when the host has let go of them, those of other servers stay', () => {
    let rows = reduceTrace(undefined, { type: 'snapshot', entries: [row(1), row(2, { serverId: two }), row(3)], servers: [state(), state({ serverId: two, oldestId: 2 })] });
    rows = reduceTrace(rows, { type: 'changes', entries: [row(4)], servers: [state({ oldestId: 3, dropped: 1 }), state({ serverId: two, oldestId: 2 })] });
    expect(ids(rows.rows)).toEqual([2, 3, 4]);
    rows = reduceTrace(rows, { type: 'snapshot', entries: [], servers: [state({ oldestId: 0, dropped: 0 })] });
    expect(rows.rows).toEqual([]);
  });

  it('are no more than a window can hold', () => {
    const entries = Array.from({ length: 21_000 }, (_, at) => row(at + 1));
    const { rows } = reduceTrace(undefined, { type: 'snapshot', entries, servers: [state()] });
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)?.id).toBe(21_000);
  });
});

describe('filters (S15)', () => {
  const rows = [row(1), row(2, { kind: 'notification', method: 'notifications/progress', subject: '1 / 3', status: null }), row(3, { kind: 'http', method: 'POST', isProblem: true }), row(4, { kind: 'junk', method: '', subject: 'Server READY', isProblem: true }), row(5, { kind: 'lifecycle', method: '' })];
  it.each([
    ['everything', noFilter, [1, 2, 3, 4, 5]],
    ['a kind', { ...noFilter, kind: 'notification' as const }, [2]],
    ['what is no message', { ...noFilter, kind: 'other' as const }, [4, 5]],
    ['words in any case, all of them', { ...noFilter, text: 'ready server' }, [4]],
    ['a request id', { ...noFilter, text: '1' }, [1, 2]],
    ['problems', { ...noFilter, problemsOnly: true }, [3, 4]],
    ['what was found, and of that the problems', { ...noFilter, problemsOnly: true, found: new Set([1, 4]) }, [4]],
    ['nothing found', { ...noFilter, found: new Set<number>() }, []],
  ])('%s', (_name, filter, expected) => {
    expect(ids(filterRows(rows, filter))).toEqual(expected);
  });
});
