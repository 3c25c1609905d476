import { describe, expect, it } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { SqliteSamplingStore } from './sampling-store.ts';

const server = ServerId.parse('s-one');
const other = ServerId.parse('s-two');

describe('what a server used of models', () => {
  it('is counted for each server, from a moment on, with runs of no known price apart (T:F01)', () => {
    let now = 1_000_000;
    const store = new SqliteSamplingStore(new Database({ path: ':memory:', migrations, backupFolder: '' }), { now: () => now });
    store.addRequest(server);
    store.addRun({ serverId: server, tokens: 100, cost: 0.25 });
    now += 60_000;
    store.addRequest(server);
    store.addRun({ serverId: server, tokens: 30, cost: null });
    store.addRun({ serverId: other, tokens: 5000, cost: 9 });
    expect(store.spent(server, 0)).toEqual({ tokens: 130, cost: 0.25, unpriced: 1 });
    expect(store.spent(server, now)).toEqual({ tokens: 30, cost: 0, unpriced: 1 });
    expect([store.requests(server, 0), store.requests(server, now), store.requests(other, 0)]).toEqual([2, 1, 0]);
    // Long past its day it is forgotten.
    now += 50 * 24 * 3_600_000;
    store.addRequest(server);
    expect(store.spent(server, 0).tokens).toBe(0);
  });

  it('is kept with what was said, the last two hundred of each server, until the person forgets it (T:F02)', () => {
    const store = new SqliteSamplingStore(new Database({ path: ':memory:', migrations, backupFolder: '' }));
    const transcript = { systemPrompt: '', messages: [], tools: [], answer: [], isCut: false };
    for (let at = 0; at < 205; at += 1) store.add(server, { outcome: 'sent', model: 'm', tokens: 1, cost: null, about: `number ${at}` }, transcript);
    store.add(other, { outcome: 'denied', model: null, tokens: 0, cost: 0, about: 'theirs' }, transcript);
    const kept = store.list(server);
    expect(kept).toHaveLength(200);
    expect([kept[0]?.about, kept.at(-1)?.about]).toEqual(['number 204', 'number 5']);
    expect(store.get(other, kept[0]?.id ?? 0)).toBeNull();
    store.addRun({ serverId: server, tokens: 7, cost: null });
    store.clear(server);
    expect(store.list(server)).toEqual([]);
    expect(store.list(other)).toHaveLength(1);
    expect(store.spent(server, 0).tokens).toBe(7);
  });
});
