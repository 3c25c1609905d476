/** Roots for servers of both eras. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Root } from '../src/handlers.ts';
import { askRound, eras, openAsks, ways } from './asking.ts';
import { methodsOf, openStdio, problemsOf, scratch, until } from './fixtures.ts';

const list = { r: { method: 'roots/list' } };

describe('roots', () => {
  it.each(ways)('are told as the host gives them at that moment, over %s, %s (P14, row 38)', async (transport, era) => {
    let roots: Root[] = [{ uri: 'file:///home/ada/project', name: 'Project' }, { uri: 'file:///srv/data%20set' }];
    const { client } = await openAsks(transport, era, { roots: () => Promise.resolve(roots) });
    expect(await askRound(client, list)).toEqual({ r: { roots } });
    roots = [];
    expect(await askRound(client, list)).toEqual({ r: { roots: [] } });
  });

  it.each(eras)('that may not be told are left out and reported, the others go, %s (rule H60, row 38, T:F07)', async (era) => {
    const bad = [
      'https://example.com/x',
      '/home/ada',
      'file:///home/ada/../root',
      'file:///home/%2e%2e/root',
      'file:///home/%252e%252e/root',
      'file:///home/a%2Fb',
      'file:///home/ada\\..\\root',
      'file:///home/./ada',
      'file://other.example/share',
      'file:///home/ada?x=1',
      'file:///home/ada#x',
      'file:///home/a%00b',
      'file:///home/%zz',
      'file:home',
      'javascript:alert(1)',
    ];
    const { client, events } = await openAsks('http', era, { roots: () => Promise.resolve([...bad, 'file:///good'].map((uri) => ({ uri }))) });
    expect(await askRound(client, list)).toEqual({ r: { roots: [{ uri: 'file:///good' }] } });
    await until(() => events.some((event) => event.type === 'problem' && event.kind === 'root-refused' && event.count === bad.length));
    expect(problemsOf(events)).not.toContain('handler-failed');
  });

  it('that changed are announced to a legacy server, by whom declared them (rule H61, P14)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('asks', { era: '2025-11-25', record }, { handlers: { roots: () => Promise.resolve([]) } });
    expect(methodsOf(record)).not.toContain('notifications/roots/list_changed');
    client.rootsChanged();
    await until(() => methodsOf(record).includes('notifications/roots/list_changed'));
  });

  it.each([
    ['2025-11-25', {}],
    ['2026-07-28', { roots: () => Promise.resolve([]) }],
  ])('that changed are no news for %s with %j', async (era, handlers) => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('asks', { era, record }, { handlers });
    client.rootsChanged();
    await client.ping();
    expect(methodsOf(record)).not.toContain('notifications/roots/list_changed');
  });
});
