import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import type { TaskRecord } from '@portolan/mcp-client/tasks/task';
import { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations.ts';
import { endedJob } from './ended-job.ts';
import { SqliteJobStore } from './job-store.ts';
import { toJobView } from './job-view.ts';
import { Jobs } from './jobs.ts';

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

describe('jobs whose ends no chat was told before the host ended', () => {
  it('are all told at its start, in their order, whichever of them waits to be seen by the person (H02, O07)', async () => {
    for (const [index, call] of ['call-1', 'call-2', 'call-3'].entries()) {
      database.run("INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, '', 1, 1)", `c${index}`);
      database.run("INSERT INTO messages (id, conversation_id, position, role, status, created_at) VALUES (?, ?, 0, 'assistant', 'complete', 1)", `m${index}`, `c${index}`);
      database.run("INSERT INTO calls (call_id, conversation_id, message_id, server_id, tool, arguments_hash, intended_at) VALUES (?, ?, ?, 's1', 'index', 'h', 1)", call, `c${index}`, `m${index}`);
      store.end(store.save(server, record(`t${index}`, { reference: call })).id, { state: 'lost', problem: null });
    }
    const told: string[] = [];
    const seen = Promise.withResolvers<boolean>();
    using jobs = new Jobs({
      store,
      servers: () => {
        throw new Error('no server is asked');
      },
      chats: () => ({
        jobEnded: ({ callId }) => {
          told.push(callId);
          return callId === 'call-1' ? seen.promise : Promise.resolve(true);
        },
      }),
      titleOf: () => null,
    });
    const started = jobs.start();
    await Promise.resolve();
    expect(told).toEqual(['call-1', 'call-2', 'call-3']);
    await vi.waitFor(() => expect(store.untold().map(({ callId }) => callId)).toEqual(['call-1']));
    seen.resolve(true);
    await started;
    expect(store.untold()).toEqual([]);
  });
});

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
    // Whatever a server says of how long it keeps it, every time in it is one.
    for (const ttlMs of [0, 1, 1e12, 8.64e15, Number.MAX_SAFE_INTEGER]) {
      const { expiresAt } = toJobView({ ...job, ttlMs }, { isWatched: false, isBackground: true, heardAt: now, progress: null, trouble: null, chatTitle: null });
      expect([ttlMs, expiresAt === null || !Number.isNaN(new Date(expiresAt).getTime())]).toEqual([ttlMs, true]);
    }
    expect(endedJob({ ...view, cancel: 'asked' })).toBeNull();
  });
});
