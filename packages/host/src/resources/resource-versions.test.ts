/** Over real servers: both eras, both transports. */
import { describe, expect, it } from 'vitest';
import type { EventOf } from '@portolan/contract/contract';
import { fixtureLaunch, Rig } from '../servers/testing/rig.ts';
import { ResourceVersions } from './resource-versions.ts';

describe.each([{ era: '2025-11-25' }, { era: '2026-07-28' }])('a resource of a server of $era (C08, P09)', ({ era }) => {
  it('is subscribed to while a window watches, told of when it changes, compared with what was attached, and let go', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('living', fixtureLaunch('living', { era, every: 50 }));
    await rig.until(serverId, ({ state, counts }) => state === 'ready' && counts.resources > 0);
    const versions = new ResourceVersions(rig.service);
    const [first, second] = [new AbortController(), new AbortController()];
    const seen: EventOf<'resources/watch'>[] = [];
    const watching = (async () => {
      for await (const event of versions.watch(serverId, 'fixture://ticker', first.signal)) seen.push(event);
    })();
    const other = (async () => {
      for await (const _event of versions.watch(serverId, 'fixture://ticker', second.signal));
    })();
    const { version } = await versions.attach(serverId, 'fixture://ticker', undefined, rig.context().signal);
    expect(version).toMatchObject({ contents: 1, mimeTypes: ['text/plain'] });
    await expect.poll(() => seen.some((event) => event.isLive && event.version !== null && event.version.hash !== version.hash), { timeout: 10_000 }).toBe(true);
    const compared = await versions.compare(serverId, 'fixture://ticker', version.hash, null, rig.context().signal);
    expect(compared.diff?.hunks[0]?.lines.filter(({ kind }) => kind !== 'same')).toMatchObject([{ kind: 'removed' }, { kind: 'added' }]);
    expect(versions.attached(serverId, 'fixture://ticker', version.hash)?.[0]).toMatchObject({ text: expect.stringContaining('A ticker.') as string });
    // What was attached goes, whatever it is by now.
    expect(await versions.take({ serverId, uri: 'fixture://ticker', name: 'ticker', hash: version.hash }, rig.context().signal)).toMatchObject({ hash: version.hash });

    const subscriptions = async () => JSON.parse(textOf(await rig.service.readResourceContents(serverId, 'fixture://subscriptions', rig.context().signal))) as { now: string[]; most: number };
    expect((await subscriptions()).now).toEqual(['fixture://ticker']);
    first.abort();
    await watching;
    expect((await subscriptions()).now).toEqual(['fixture://ticker']);
    second.abort();
    await other;
    await expect.poll(async () => (await subscriptions()).now, { timeout: 5_000 }).toEqual([]);
    expect((await subscriptions()).most).toBe(1);
  });

  it('is watched again when its server is started anew; while it does not run nothing is known', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('living', fixtureLaunch('living', { era, every: 60_000 }));
    await rig.until(serverId, ({ state }) => state === 'ready');
    const versions = new ResourceVersions(rig.service);
    const seen: EventOf<'resources/watch'>[] = [];
    const leaving = new AbortController();
    const watching = (async () => {
      for await (const event of versions.watch(serverId, 'fixture://note', leaving.signal)) seen.push(event);
    })();
    await expect.poll(() => seen.at(-1)?.isLive).toBe(true);
    await rig.supervisor.get(serverId).stop();
    await expect.poll(() => seen.at(-1)).toMatchObject({ isLive: false, version: null });
    await rig.supervisor.get(serverId).start();
    await expect.poll(() => seen.at(-1)?.isLive, { timeout: 10_000 }).toBe(true);
    expect(seen.at(-1)?.version?.hash).toBe(seen[0]?.version?.hash);
    leaving.abort();
    await watching;
  });
});

describe('a version that is kept no more', () => {
  it('goes with a message when the resource still is the same; otherwise nothing is sent (C08)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('living', fixtureLaunch('living', { every: 60_000 }));
    await rig.until(serverId, ({ state }) => state === 'ready');
    const { signal } = rig.context();
    const { version } = await new ResourceVersions(rig.service).attach(serverId, 'fixture://note', undefined, signal);
    const attachment = { serverId, uri: 'fixture://note', name: 'note', hash: version.hash };
    // As after a new start of the host.
    expect(await new ResourceVersions(rig.service).take(attachment, signal)).toMatchObject({ hash: version.hash });
    await rig.service.callTool(serverId, 'write-note', { text: 'other words' }, { signal, onProgress: () => undefined });
    await expect(new ResourceVersions(rig.service).take(attachment, signal)).rejects.toMatchObject({ problem: { code: 'resource-changed', details: { name: 'note' } } });
    const later = new ResourceVersions(rig.service);
    expect((await later.compare(serverId, 'fixture://note', version.hash, null, signal)).diff).toBeNull();
    expect((await later.compare(serverId, 'fixture://note', version.hash, [{ kind: 'text', uri: 'fixture://note', text: 'first words' }], signal)).diff?.hunks[0]?.lines).toEqual([{ kind: 'removed', text: 'first words' }, { kind: 'added', text: 'other words' }]);
  });

  it('knows whom its server means it for, also by its template (P08)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('living', fixtureLaunch('living', { every: 60_000 }));
    await rig.until(serverId, ({ counts }) => counts.resources > 0);
    expect(await new ResourceVersions(rig.service).attach(serverId, 'fixture://diary', undefined, rig.context().signal)).toMatchObject({ annotations: { audience: ['user'], priority: 0.2 } });
  });
});

function textOf({ contents: [content] }: Awaited<ReturnType<Rig['service']['readResourceContents']>>): string {
  return content?.kind === 'text' ? content.text : '';
}
