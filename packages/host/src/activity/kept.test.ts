import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActivityEvent } from '@portolan/contract/activity';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const window = { connection: 'window-1', signal: new AbortController().signal };
const day = 24 * 3_600_000;
const open = () => createHost({ dataDir: folder, shell: 'browser', version: '1.2.3' });
const events = async ({ handlers }: Host): Promise<ActivityEvent[]> => {
  const { total } = await handlers['activity/page']({ filter: {}, from: 0, limit: 0 }, window);
  return (await handlers['activity/page']({ filter: {}, from: Math.max(0, total - 100), limit: 100 }, window)).entries.map(({ event }) => event);
};
const count = async ({ handlers }: Host) => (await handlers['activity/page']({ filter: {}, from: 0, limit: 0 }, window)).total;

/** Entries as an earlier day wrote them, one a minute up to `age` days ago. */
function wrote(age: number, entries: number): void {
  const database = new DatabaseSync(join(folder, 'conversations.db'));
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
    INSERT INTO activity (at, type, actor, server_name, event, searchable) SELECT ${Date.now() - age * day} + i * 60000, 'call-intended', 'model', 'old', json_object('type', 'call-intended', 'tool', 'tool ' || i), 'old' FROM n`);
  database.close();
}

it('entries are kept as long and as many as the settings say, from the moment they say so, and after a restart (H09)', async () => {
  await (await open()).close();
  wrote(10, 1200);
  {
    const host = await open();
    // The usual: a year, a hundred thousand.
    expect(await count(host)).toBeGreaterThan(1200);
    await host.handlers['settings/update']({ activityEntries: 1000 }, window);
    expect(await count(host)).toBeLessThanOrEqual(1001);
    expect((await events(host)).filter(({ type }) => type === 'log-trimmed')).toEqual([{ type: 'log-trimmed', count: expect.any(Number) as number, reason: 'count' }]);
    await host.handlers['settings/update']({ activityDays: 7 }, window);
    const left = await events(host);
    expect(left.filter(({ type }) => type === 'call-intended')).toEqual([]);
    expect(left).toContainEqual({ type: 'log-trimmed', count: expect.any(Number) as number, reason: 'age' });
    // That somebody shortened it is told, too.
    expect(left).toContainEqual(expect.objectContaining({ type: 'settings-changed', fields: ['activityDays'] }));
    await host.close();
  }
  wrote(8, 5);
  const host = await open();
  expect((await events(host)).filter(({ type }) => type === 'call-intended')).toEqual([]);
  await expect(Promise.resolve().then(() => host.handlers['settings/update']({ activityDays: 365 }, window))).resolves.toMatchObject({ activityDays: 365 });
  await host.close();
});
