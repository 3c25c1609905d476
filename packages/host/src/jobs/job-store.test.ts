import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import type { TaskRecord } from '@portolan/mcp-client/tasks/task';
import { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations.ts';
import { endedJob } from './ended-job.ts';
import { SqliteJobStore } from './job-store.ts';
import { toJobView } from './job-view.ts';

const server = { id: ServerId.parse('s1'), name: 'files', launchHash: 'h1' };
const record = (taskId: string, more: Partial<TaskRecord> = {}): TaskRecord => ({ taskId, tool: 'index', era: 'modern', createdAt: 1_000, answered: [], ...more });
let database: Database;
let now = 5_000;
let store: SqliteJobStore;
beforeEach(() => {
  database = new Database({ path: ':memory:', migrations, backupFolder: '' });
  store = new SqliteJobStore(database, { now: () => now });
});
afterEach(() => database.close());

describe('jobs on the disk', () => {
  it('give the client back what it kept, for this server and this launch alone (H72, P17)', () => {
    const { id } = store.save(server, record('t1', { reference: 'call-1', ttlMs: 60_000.5 }));
    store.save(server, record('t1', { reference: 'call-1', answered: ['name'] }));
    expect(store.records(server)).toEqual([{ taskId: 't1', tool: 'index', era: 'modern', createdAt: 1_000, ttlMs: 60_001, answered: ['name'], reference: 'call-1' }]);
    expect(store.list().map((job) => job.id)).toEqual([id]);
    expect(store.open({ ...server, launchHash: 'h2' })).toEqual([]);
    expect(store.records({ ...server, id: ServerId.parse('s2') })).toEqual([]);
  });

  it('are two where a server gives one id to two calls, and the first of them is known to be lost (P17)', () => {
    const first = store.save(server, record('same', { reference: 'call-1' }));
    const second = store.save(server, record('same', { reference: 'call-2' }));
    expect(second).toMatchObject({ replaced: first.id });
    expect(second.id).not.toBe(first.id);
  });

  it('end once: what was known first stays, and is told until it was told (O07)', () => {
    const { id } = store.save(server, record('t1'));
    const result = { content: [{ type: 'text' as const, text: 'done' }], isError: false, repairs: [] };
    expect(store.end(id, { state: 'done', result })).toBe(true);
    expect(store.end(id, { state: 'lost', problem: null })).toBe(false);
    store.note(id, { status: 'working' }, 'still at it');
    expect(store.get(id)).toMatchObject({ state: 'done', statusMessage: null, endedAt: 5_000 });
    expect(store.result(id)).toEqual(result);
    expect(store.untold().map((job) => job.id)).toEqual([id]);
    store.setTold(id);
    expect(store.untold()).toEqual([]);
    expect(store.records(server)).toEqual([]);
  });

  it('leave the list only when they have ended, and come back; in the end they are gone (C18)', () => {
    const { id } = store.save(server, record('t1'));
    expect(store.remove(id)).toBe(false);
    store.end(id, { state: 'cancelled', problem: null });
    store.setTold(id);
    expect([store.remove(id), store.list().length]).toEqual([true, 0]);
    expect([store.restore(id), store.list().length]).toEqual([true, 1]);
    store.remove(id);
    now += 90_000_000;
    store.save(server, record('t2'));
    expect(store.get(id)).toBeNull();
  });
});

describe('an end worth telling of', () => {
  it('took a while and was not the person’s own; its names are cleaned (C18, T:B02)', () => {
    const { id } = store.save({ ...server, name: '<b>files</b>' }, record('t1'));
    now = 60_000;
    store.end(id, { state: 'failed', problem: null });
    const job = store.get(id);
    if (job === null) throw new Error('lost');
    const view = toJobView(job, { isWatched: false, isBackground: true, heardAt: now, progress: null, trouble: null, chatTitle: null });
    expect(endedJob(view)).toEqual({ id, server: 'b files b', tool: 'index', outcome: 'failed', conversationId: null });
    expect(endedJob({ ...view, endedAt: 2_000 })).toBeNull();
    expect(endedJob({ ...view, cancel: 'asked' })).toBeNull();
  });
});
