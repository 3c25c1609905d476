import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityEvent } from '@portolan/contract/activity';
import { ConversationId, ServerId } from '@portolan/contract/ids';
import { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations.ts';
import { KnownSecrets } from '../trace/known-secrets.ts';
import { Redactor } from '../trace/redact.ts';
import { ActivityLog } from './activity-log.ts';
import { SqliteActivityStore } from './activity-store.ts';
import { csvCell } from './export-activity.ts';

let folder = '';
let database: Database;
let now = 0;
const errors: unknown[] = [];
const known = new KnownSecrets();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-activity-'));
  database = new Database({ path: join(folder, 'a.db'), migrations, backupFolder: folder });
  now = Date.parse('2026-11-30T12:00:00Z');
  errors.length = 0;
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

function open(bounds = { days: 365, entries: 100_000 }, nameOf: (id: ServerId) => string | null = (id) => `named ${id}`): ActivityLog {
  const store = new SqliteActivityStore(database, { now: () => now });
  return new ActivityLog({ store, redactor: new Redactor(known), nameOf, bounds: () => bounds, isReadOnly: false, now: () => now, onError: (error) => errors.push(error) });
}
const one = ServerId.parse('s1');
const call = (tool: string): ActivityEvent => ({ type: 'call-intended', tool });
const named = (...texts: string[]) => ({ terms: texts.map((text) => ({ text, words: [] })) });
const all = (log: ActivityLog) => log.page({}, 0, 500).map(({ event }) => event);

describe('the activity log', () => {
  it('can be added to, and the database itself refuses any change and any gap (H09, M5)', () => {
    using log = open();
    for (const tool of ['a', 'b', 'c']) log.record(call(tool), { serverId: one });
    expect(() => database.run("UPDATE activity SET event = '{}' WHERE id = 2")).toThrow(/storage-failed/);
    expect(() => database.run('DELETE FROM activity WHERE id = 1')).toThrow(/storage-failed/);
    expect(() => database.run('DELETE FROM activity')).toThrow(/storage-failed/);
    expect(all(log)).toEqual([call('a'), call('b'), call('c')]);
  });

  it('names a server that was not there yet when its secrets were stored (H09, S04)', () => {
    const names = new Map<ServerId, string>();
    using log = open(undefined, (id) => names.get(id) ?? null);
    log.record({ type: 'secret-stored', of: 'server', name: 'KEY' }, { serverId: one });
    expect(log.page({}, 0, 10)).toMatchObject([{ serverName: '' }]);
    names.set(one, 'weather');
    log.record({ type: 'server-added' }, { serverId: one });
    names.set(one, 'renamed');
    log.record(call('a'), { serverId: one });
    expect(log.after({}, 0, 10).map(({ serverName }) => serverName)).toEqual(['weather', 'weather', 'renamed']);
  });

  it('lets the oldest go by age and by number alone, and an entry says how many (H09)', () => {
    const bounds = { days: 30, entries: 100 };
    {
      using log = open(bounds);
      for (let n = 0; n < 40; n += 1) log.record(call(`old ${n}`));
      now += 31 * 24 * 3_600_000;
      log.record(call('new'));
      log.trim();
      expect(all(log)).toEqual([call('new'), { type: 'log-trimmed', count: 40, reason: 'age' }]);
      for (let n = 0; n < 110; n += 1) log.record(call(`more ${n}`));
      log.trim();
      const kept = all(log);
      expect(kept).toHaveLength(101);
      expect(kept.at(-1)).toEqual({ type: 'log-trimmed', count: 12, reason: 'count' });
      expect(kept[0]).toEqual(call('more 10'));
    }
    // What is left is as firm as before.
    expect(() => database.run('DELETE FROM activity WHERE id = (SELECT min(id) FROM activity)')).toThrow(/storage-failed/);
    expect(errors).toEqual([]);
  });

  it('writes what a server alone does sixty times a minute, then counts, and says so (T:C17, H09)', () => {
    using log = open();
    const refused: ActivityEvent = { type: 'sampling', outcome: 'refused', model: null, tokens: 0 };
    for (let n = 0; n < 500; n += 1) log.record(refused, { serverId: one, by: 'host', isOfServer: true });
    log.record(call('by a person'), { serverId: one });
    expect(log.count({})).toBe(61);
    now += 61_000;
    log.record(refused, { serverId: one, by: 'host', isOfServer: true });
    expect(all(log).slice(-3)).toEqual([call('by a person'), { type: 'log-left-out', count: 440 }, refused]);
  });

  it('strikes secrets out of every text, and cuts what is long (S09, M5)', () => {
    known.add('MK-known-0123456789', true);
    using log = open();
    log.record({ type: 'elicitation', mode: 'form', action: 'accept', fields: ['MK-known-0123456789', 'x'.repeat(5000)], host: 'sk-abcdefghijklmnopqrstu' }, { serverId: one, serverName: 'MK-known-0123456789' });
    const text = JSON.stringify(database.all('SELECT * FROM activity'));
    expect(text).not.toContain('MK-known');
    expect(text).not.toContain('sk-abc');
    expect(text.length).toBeLessThan(2000);
    expect(log.page({}, 0, 1)[0]).toMatchObject({ serverName: '•••', event: { type: 'elicitation', host: '•••' } });
  });

  it('is read by place from the oldest on, by server, chat, time, kind and word (H09)', () => {
    using log = open();
    const chat = ConversationId.parse('c1');
    log.record(call('alpha'), { serverId: one, conversationId: chat });
    now += 1000;
    log.record({ type: 'server-ended', isCrash: true, willRetry: true, problem: 'server-exited' }, { serverId: one, by: 'server' });
    log.record(call('100%_sure'), { serverId: ServerId.parse('s2') });
    const types = (filter: Parameters<typeof log.page>[0]) => log.page(filter, 0, 10).map(({ id }) => id);
    expect(types({})).toEqual([1, 2, 3]);
    expect(log.page({}, 1, 1).map(({ id }) => id)).toEqual([2]);
    expect(types({ serverId: one })).toEqual([1, 2]);
    expect(types({ conversationId: chat })).toEqual([1]);
    expect(types({ since: now })).toEqual([2, 3]);
    expect(types({ until: now })).toEqual([1]);
    expect(types({ types: ['call-intended'] })).toEqual([1, 3]);
    expect(types({ types: [] })).toEqual([]);
    expect(types(named('ALPHA'))).toEqual([1]);
    expect(types(named('%'))).toEqual([3]);
    expect(types({ terms: [{ text: 'crash', words: [{ type: 'server-ended', field: 'isCrash', value: true }] }] })).toEqual([2]);
    expect(types({ terms: [{ text: 'crash', words: [{ type: 'server-ended', field: 'isCrash', value: false }] }] })).toEqual([]);
    expect(log.count(named('named', 's1'))).toBe(2);
  });

  it('tells windows what is new in one event for many entries (H09)', async () => {
    using log = open();
    const leaving = new AbortController();
    const events = log.watch(leaving.signal)[Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual({ newest: 0, oldest: 0 });
    for (let n = 0; n < 300; n += 1) log.record(call('x'));
    expect((await events.next()).value).toEqual({ newest: 300, oldest: 1 });
    leaving.abort();
  });

  it('keeps a call from being made when it cannot be written down, and nothing else from going on (O07)', () => {
    using log = open();
    database.close();
    expect(() => log.record(call('a'))).not.toThrow();
    expect(errors).toHaveLength(1);
    expect(() => log.require(call('a'))).toThrow(/not open/);
    database = new Database({ path: join(folder, 'a.db'), migrations, backupFolder: folder });
  });
});

describe('a table of it', () => {
  it('holds no cell that a program would run as a formula (H09)', () => {
    for (const start of ['=', '+', '-', '@', '\t=', '\r=', ' =', '\u200b=', '\uFF1D', '\uFF20', '\n']) expect(csvCell(`${start}cmd|' /C calc'!A0`)).toMatch(/^"'/);
    expect(csvCell('a "quoted", name')).toBe('"a ""quoted"", name"');
    expect(csvCell('plain - text')).toBe('"plain - text"');
  });
});
