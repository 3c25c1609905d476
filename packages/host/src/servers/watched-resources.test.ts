import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '@portolan/mcp-client/client';
import { WatchedResources } from './watched-resources.ts';
import type { SubscribingClient } from './watched-resources.ts';

/** As much of a client as is needed; `gate` holds back its answers. */
function client(options: { refuses?: boolean; offers?: boolean } = {}) {
  const listeners = new Set<(event: ClientEvent) => void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<Awaited<SubscribingClient['closed']>>();
  const asked: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const ask = async (what: string, uri: string): Promise<void> => {
    asked.push(`${what} ${uri}`);
    await gate;
    if (options.refuses === true) throw new Error('no');
  };
  const made: SubscribingClient = {
    capabilities: { resourceSubscriptions: options.offers ?? true },
    closed,
    listen: (listener: (event: ClientEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeResource: (uri: string) => ask('subscribe', uri),
    unsubscribeResource: (uri: string) => ask('unsubscribe', uri),
  };
  return {
    client: made,
    asked,
    updated: (uri: string) => listeners.forEach((listener) => listener({ type: 'resource-updated', uri })),
    end: () => close({ kind: 'closed-by-us' }),
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
}

describe('watched resources (P09, C08)', () => {
  it('are subscribed to once, however many look, until the last one goes', async () => {
    const server = client();
    const watched = new WatchedResources();
    watched.connected(server.client);
    const signs: string[] = [];
    const first = watched.watch('a', (sign) => signs.push(`1 ${sign}`));
    const second = watched.watch('a', (sign) => signs.push(`2 ${sign}`));
    await Promise.all([first.settled, second.settled]);
    expect(server.asked).toEqual(['subscribe a']);
    server.updated('a');
    server.updated('b');
    first.stop();
    first.stop();
    await watched.settled('a');
    expect(server.asked).toEqual(['subscribe a']);
    server.updated('a/part');
    second.stop();
    await watched.settled('a');
    expect(server.asked).toEqual(['subscribe a', 'unsubscribe a']);
    expect(signs).toEqual(['1 live', '2 live', '1 changed', '2 changed', '2 changed']);
    expect(watched.subscribed).toEqual([]);
  });

  it('end in order even where nobody looks any more before the subscription was made', async () => {
    const server = client();
    const watched = new WatchedResources();
    watched.connected(server.client);
    const go = server.hold();
    const { stop, settled } = watched.watch('a', () => undefined);
    stop();
    go();
    await settled;
    await watched.settled('a');
    await expect.poll(() => watched.subscribed).toEqual([]);
    expect(server.asked.filter((each) => each.startsWith('subscribe')).length).toBe(server.asked.filter((each) => each.startsWith('unsubscribe')).length);
  });

  it('are subscribed to anew on the next connection, and those who look are told of both', async () => {
    const [before, after] = [client(), client()];
    const watched = new WatchedResources();
    const signs: string[] = [];
    const { stop } = watched.watch('a', (sign) => signs.push(sign));
    watched.connected(before.client);
    await watched.settled('a');
    expect(watched.isLive('a')).toBe(true);
    before.end();
    await expect.poll(() => signs).toEqual(['live', 'lost']);
    expect(watched.isLive('a')).toBe(false);
    watched.connected(after.client);
    await watched.settled('a');
    expect(signs).toEqual(['live', 'lost', 'live']);
    stop();
    await watched.settled('a');
    expect(after.asked).toEqual(['subscribe a', 'unsubscribe a']);
  });

  it.each([{ refuses: true }, { offers: false }])('are not live where the server does not tell of changes: %j', async (options) => {
    const server = client(options);
    const watched = new WatchedResources();
    watched.connected(server.client);
    const { stop, settled } = watched.watch('a', () => undefined);
    await settled;
    expect(watched.isLive('a')).toBe(false);
    stop();
    await watched.settled('a');
    expect(watched.isLive('a')).toBe(false);
  });
});
