import { HostError } from '@portolan/contract/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import * as views from '../test/views.ts';
import { Link } from './link.ts';
import { LiveStore } from './live.ts';
import { reduceServers } from './reducers.ts';

const hosts: { link: Link; host: FakeHost }[] = [];
function connect(host = new FakeHost(), options = {}): { host: FakeHost; link: Link } {
  const link = new Link(host.open, { waitMs: 150, retryMs: 5, ...options });
  hosts.push({ link, host });
  return { host, link };
}
afterEach(() => {
  for (const { link, host } of hosts.splice(0)) {
    link[Symbol.dispose]();
    host.drop();
  }
});

const codeOf = (promise: Promise<unknown>) => promise.then(() => 'none', (error: unknown) => (error instanceof HostError ? error.problem.code : 'other'));

describe('the line to the host', () => {
  it('lets a request made before the host is there wait for it (S09)', async () => {
    const { link } = connect();
    expect(link.state).toBe('connecting');
    await expect(link.request('app/info', {})).resolves.toMatchObject({ version: '0.1.0' });
    expect(link.state).toBe('connected');
  });

  it('connects again after the host went away, and opens every stream once more', async () => {
    const { host, link } = connect(new FakeHost({ servers: [views.server('files')] }));
    const events: string[] = [];
    const starts = vi.fn<() => void>();
    link.watch('servers/watch', {}, { onStart: starts, onEvent: (event) => events.push(event.type) });
    await vi.waitFor(() => expect(events).toEqual(['snapshot']));
    host.drop();
    await vi.waitFor(() => expect(events).toEqual(['snapshot', 'snapshot']));
    expect(starts).toHaveBeenCalledTimes(2);
    expect(link.state).toBe('connected');
  });

  it('does not open a stream again that was stopped while the host was away', async () => {
    const { host, link } = connect();
    const onEvent = vi.fn<() => void>();
    const stop = link.watch('servers/watch', {}, { onEvent });
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(1));
    host.door = 'closed';
    host.drop();
    await vi.waitFor(() => expect(link.state).toBe('away'));
    stop();
    host.door = 'open';
    await link.request('app/info', {});
    expect(host.asked.filter((each) => each.method === 'servers/watch')).toHaveLength(1);
  });

  it('fails what was under way when the host dies, and sends nothing twice', async () => {
    const { host, link } = connect();
    host.handlers['conversations/stop'] = () => new Promise(() => undefined);
    const stopping = codeOf(link.request('conversations/stop', { conversationId: views.ids.chat('first') }));
    await vi.waitFor(() => expect(host.inputs('conversations/stop')).toHaveLength(1));
    host.drop();
    await expect(stopping).resolves.toBe('host-gone');
    await link.request('app/info', {});
    expect(host.inputs('conversations/stop')).toHaveLength(1);
  });

  it('gives a request up that has waited too long for a host that is not there', async () => {
    const host = new FakeHost();
    host.door = 'closed';
    const { link } = connect(host);
    await expect(codeOf(link.request('app/info', {}))).resolves.toBe('host-gone');
  });

  it('gives a waiting request up at once when it is no longer wanted', async () => {
    const host = new FakeHost();
    host.door = 'closed';
    const { link } = connect(host, { waitMs: 10_000 });
    const controller = new AbortController();
    const asked = codeOf(link.request('app/info', {}, { signal: controller.signal }));
    controller.abort();
    await expect(asked).resolves.toBe('cancelled');
  });

  it('stops trying when this window is turned away (W3)', async () => {
    const host = new FakeHost();
    host.door = 'refused';
    const { link } = connect(host);
    await expect(codeOf(link.request('app/info', {}))).resolves.toBe('host-gone');
    expect(link.state).toBe('refused');
  });

  it('runs a tool once: a run that the host’s death cut is not repeated by itself', async () => {
    const { host, link } = connect();
    host.handlers['tools/run'] = async function* run() {
      yield { type: 'progress', progress: { progress: 1 } };
      await new Promise(() => undefined);
    };
    const ends: (string | null)[] = [];
    const onEvent = vi.fn<() => void>();
    link.runOnce('tools/run', { serverId: views.ids.server('files'), name: 'slow', arguments: {} }, onEvent, (error) => ends.push(error?.problem.code ?? null));
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    host.drop();
    await link.request('app/info', {});
    expect(ends).toEqual(['host-gone']);
    expect(host.inputs('tools/run')).toHaveLength(1);
  });

  it('refuses what does not fit the contract instead of showing it', async () => {
    const { host, link } = connect();
    host.handlers['app/info'] = () => ({ ...views.server('x'), version: 1 }) as never;
    await expect(codeOf(link.request('app/info', {}))).resolves.toBe('invalid-output');
  });
});

describe('what streams are kept as', () => {
  const source = { method: 'servers/watch', input: {}, reduce: reduceServers } as const;

  it('is shared: one subscription however many look, none a while after the last has gone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { host, link } = connect();
      const live = new LiveStore(link);
      const first = live.subscribe('servers', source, () => undefined);
      const second = live.subscribe('servers', source, () => undefined);
      await vi.waitFor(() => expect(live.read('servers').data).toEqual([]));
      first();
      second();
      // Whoever comes back soon finds everything as it was.
      live.subscribe('servers', source, () => undefined)();
      expect(host.feeds.servers.size).toBe(1);
      vi.advanceTimersByTime(5_001);
      await vi.waitFor(() => expect(host.feeds.servers.size).toBe(0));
      expect(live.read('servers').data).toBeUndefined();
      expect(host.inputs('servers/watch')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps showing what was known while the host is away, and then what the host says anew', async () => {
    const { host, link } = connect(new FakeHost({ servers: [views.server('old')] }));
    const live = new LiveStore(link);
    live.subscribe('servers', source, () => undefined);
    const names = () => live.read<{ name: string }[]>('servers').data?.map((each) => each.name);
    await vi.waitFor(() => expect(names()).toEqual(['old']));
    host.door = 'closed';
    host.drop();
    await vi.waitFor(() => expect(link.state).toBe('away'));
    expect(names()).toEqual(['old']);
    host.state.servers = [views.server('new')];
    host.door = 'open';
    await vi.waitFor(() => expect(names()).toEqual(['new']));
  });

  it('asks again after an error of the host, and at once when told to', async () => {
    const { host, link } = connect();
    let isBroken = true;
    const watch = host.handlers['servers/watch'];
    host.handlers['servers/watch'] = (input, context) => {
      if (isBroken) throw new HostError('storage-failed', { reason: 'x' });
      return watch(input, context);
    };
    const live = new LiveStore(link);
    live.subscribe('servers', source, () => undefined);
    await vi.waitFor(() => expect(live.read('servers').error?.problem.code).toBe('storage-failed'));
    isBroken = false;
    live.read('servers').retry();
    await vi.waitFor(() => expect(live.read('servers')).toMatchObject({ data: [], error: null }));
  });

  it('says of a conversation that is not there that it is not there, and asks no more', async () => {
    const { host, link } = connect();
    const live = new LiveStore(link);
    const id = views.ids.chat('gone');
    live.subscribe('c', { method: 'conversations/watch', input: { conversationId: id }, reduce: () => undefined }, () => undefined);
    await vi.waitFor(() => expect(live.read('c').error?.problem.code).toBe('conversation-unknown'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(host.inputs('conversations/watch')).toHaveLength(1);
  });
});
