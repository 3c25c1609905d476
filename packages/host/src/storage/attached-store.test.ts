/** What was attached, over a new start of the host. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ResourceContentView } from '@portolan/contract/content';
import { ServerId } from '@portolan/contract/ids';
import { hashOf, HeldVersions } from '../resources/held-versions.ts';
import { SqliteAppPageStore } from './app-page-store.ts';
import { SqliteAttachedStore } from './attached-store.ts';
import { Database } from './database.ts';
import { migrations } from './migrations.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-attached-'));
afterAll(() => rmSync(folder, { recursive: true }));
const server = ServerId.parse('s1');
const text = (value: string): ResourceContentView[] => [{ kind: 'text', uri: 'file:///a', mimeType: 'text/plain', text: value }];
const open = (name: string) => new Database({ path: join(folder, name), migrations, backupFolder: join(folder, 'backups') });

describe('what was attached', () => {
  it('is sent as it was after a new start, whatever the resource is by then (C08)', () => {
    const contents = text('first words');
    const hash = hashOf(contents);
    const before = open('a.db');
    new HeldVersions(undefined, new SqliteAttachedStore(before)).keepAttached(server, 'file:///a', hash, contents);
    before.close();
    const after = open('a.db');
    const held = new HeldVersions(undefined, new SqliteAttachedStore(after));
    expect(held.get(server, 'file:///a', hash)).toEqual(contents);
    expect(held.get(server, 'file:///b', hash)).toBeNull();
    // What is no longer what it was is nobody's version.
    after.run('UPDATE attached_versions SET contents = ?', JSON.stringify(text('other words')));
    expect(new HeldVersions(undefined, new SqliteAttachedStore(after)).get(server, 'file:///a', hash)).toBeNull();
    after.run("UPDATE attached_versions SET contents = '{'");
    expect(new HeldVersions(undefined, new SqliteAttachedStore(after)).get(server, 'file:///a', hash)).toBeNull();
    after.close();
  });

  it('is kept on disk within bounds: none too large, none for longer than a month, the newest first', () => {
    const database = open('b.db');
    let now = 1_000;
    const store = new SqliteAttachedStore(database, () => now);
    store.keep(server, 'u', 'large', text('x'.repeat(8_000_001)));
    expect(store.get(server, 'u', 'large')).toBeNull();
    const most = text('x'.repeat(7_900_000));
    for (let i = 0; i < 9; i += 1) {
      now += 1;
      store.keep(server, 'u', String(i), most);
    }
    expect(Array.from({ length: 9 }, (_, i) => store.get(server, 'u', String(i)) !== null)).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    now += 31 * 24 * 3_600_000;
    store.keep(server, 'u', 'new', text('new'));
    expect(database.all('SELECT hash FROM attached_versions')).toEqual([{ hash: 'new' }]);
    database.close();
  });
});

describe('the page of an app (H03, P23)', () => {
  it('is known by its hash, for each server and address, until another one is', () => {
    const database = open('c.db');
    const pages = new SqliteAppPageStore(database);
    expect(pages.last(server, 'ui://a')).toBeNull();
    pages.know(server, 'ui://a', 'one');
    pages.know(server, 'ui://a', 'two');
    expect(pages.last(server, 'ui://a')).toBe('two');
    expect(pages.last(ServerId.parse('s2'), 'ui://a')).toBeNull();
    expect(pages.last(server, 'ui://b')).toBeNull();
    database.close();
  });
});
