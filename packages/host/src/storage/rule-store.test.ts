import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { SqliteRuleStore } from './rule-store.ts';
import type { NewRule } from './rule-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-rules-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const s = ServerId.parse('s');
const rule: NewRule = { serverId: s, serverName: 'S', tool: 't', effect: 'allow', conditions: [], scope: 'always', conversationId: null, launchHash: 'l', definitions: { t: 'd' }, madeBy: 'person' };

describe('rules on disk', () => {
  it('of an earlier version hold as they were (H01)', () => {
    const path = join(folder, 'old.db');
    const before = migrations.findIndex((migration) => migration.includes('rules_by_argument'));
    const old = new Database({ path, migrations: migrations.slice(0, before), backupFolder: folder });
    old.run("INSERT INTO rules (id, server_id, server_name, tool, scope, conversation_id, launch_hash, definition_hash, created_at) VALUES ('r_1', 's', 'S', 't', 'always', NULL, 'l', 'd', 7)");
    old.close();
    const database = new Database({ path, migrations, backupFolder: folder });
    expect(new SqliteRuleStore(database).find(s)).toEqual([{ ...rule, id: 'r_1', createdAt: 7, lapsedAt: null }]);
    database.close();
  });

  it('that were removed come back for a day, and are replaced by one about the same', () => {
    let now = 1;
    const database = new Database({ path: ':memory:', migrations, backupFolder: '' });
    const store = new SqliteRuleStore(database, { now: () => now });
    const [first, other] = [store.add(rule), store.add({ ...rule, conditions: [{ kind: 'equals', argument: 'a', value: { x: 1, y: 2 } }] })];
    store.remove(first.id);
    expect(store.list()).toEqual([other]);
    store.restore(first.id);
    expect(store.find(s)).toHaveLength(2);
    expect(store.add({ ...rule, effect: 'never', conditions: [{ kind: 'equals', argument: 'a', value: { y: 2, x: 1 } }] }).effect).toBe('never');
    expect(store.list().map(({ effect }) => effect)).toEqual(['never', 'allow']);
    store.remove(first.id);
    now += 2 * 24 * 3_600_000;
    store.remove(other.id);
    expect(() => store.restore(first.id)).toThrow('rule-unknown');
  });

  it('that cannot be read allow nothing', () => {
    const database = new Database({ path: ':memory:', migrations, backupFolder: '' });
    const store = new SqliteRuleStore(database);
    store.add(rule);
    for (const [column, value] of [['conditions', 'nonsense'], ['conditions', '[{"kind":"magic"}]'], ['effect', 'perhaps'], ['definitions', '[1]']] as const) {
      database.run(`UPDATE rules SET conditions = '[]', effect = 'allow', definitions = '{}'`);
      database.run(`UPDATE rules SET ${column} = ?`, value);
      expect(store.find(s)).toEqual([]);
    }
  });
});
