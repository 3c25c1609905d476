import { startHttpFixture } from '@portolan/fixture-servers/start';
import { describe, expect, it, onTestFinished } from 'vitest';
import '../../test/guard.ts';
import type { ClientEvent } from '../client.ts';
import { modernEnvelope } from '../era/discover.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { Peer } from '../jsonrpc/peer.ts';
import { readCapabilities } from '../reading/capabilities.ts';
import { createHttpTransport } from '../transport/http.ts';
import { defaultCaps } from '../transport/transport.ts';
import { emitNotification, EventHub } from './events.ts';
import { Subscription } from './subscription.ts';
import type { SubscriptionTiming } from './subscription.ts';

const timing = { acknowledgeMs: 300, firstPauseMs: 30, mostPauseMs: 60 };

interface Rig {
  subscription: Subscription;
  events: ClientEvent[];
  problems: string[];
  /** How often the server was asked to listen. */
  listens: () => JsonObject[];
  call: (tool: string) => Promise<unknown>;
}

/** A subscription over a real HTTP connection to a modern fixture, without the rest of the client. */
async function rig(preset: 'list-changing' | 'http-faults' | 'sleepy', options: Record<string, string | number>, capabilities: JsonObject, pauses: Partial<SubscriptionTiming> = {}): Promise<Rig> {
  const fixture = await startHttpFixture(preset, { era: 'modern', ...options });
  onTestFinished(() => fixture.close());
  const transport = createHttpTransport({ kind: 'http', url: fixture.url, headers: {} }, { caps: defaultCaps });
  const hub = new EventHub();
  const events: ClientEvent[] = [];
  const problems: string[] = [];
  hub.listen((event) => events.push(event));
  let subscription: Subscription | undefined;
  const peer = new Peer(transport, defaultCaps, {
    onNotification: (method, params) => {
      if (method !== 'notifications/subscriptions/acknowledged') emitNotification(hub, () => {}, method, params);
      else subscription?.acknowledge(params);
    },
    onProblem: ({ kind }) => problems.push(kind),
    onClosed: () => {},
  });
  await peer.start();
  transport.setEra('modern', '2026-07-28');
  peer.envelope = modernEnvelope({ name: 't', version: '0' }, {}, undefined);
  subscription = new Subscription(peer, readCapabilities(capabilities), hub, { ...timing, ...pauses });
  onTestFinished(async () => {
    subscription.close();
    await peer.close();
  });
  return {
    subscription,
    events,
    problems,
    listens: () => fixture.requests.map(({ json }) => json).filter(isJsonObject).filter(({ method }) => method === 'subscriptions/listen'),
    call: (name) => peer.request('tools/call', { name, arguments: {} }),
  };
}

async function until(check: () => boolean): Promise<void> {
  const deadline = performance.now() + 3000;
  while (!check()) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

const changing = { tools: { listChanged: true }, prompts: {} };

describe('Subscription', () => {
  it('has begun to listen when start resolves, asking only for what the server declares (P09, row 34, H67)', async () => {
    const { subscription, events, call, listens } = await rig('list-changing', {}, changing);
    await subscription.start();
    expect(listens()).toMatchObject([{ params: { notifications: { toolsListChanged: true } } }]);
    await call('poke');
    await until(() => events.length > 0);
    expect(events).toEqual([{ type: 'list-changed', list: 'tools' }]);
  });

  it('asks nothing of a server whose lists never change', async () => {
    const { subscription, listens } = await rig('list-changing', {}, { tools: {} });
    await subscription.start();
    expect(listens()).toEqual([]);
  });

  it.each(['cut-stream', 'end-stream', 'status'])('listens again after %s, and has the lists read again (H68, H77)', async (fault) => {
    const { subscription, events, listens } = await rig('http-faults', { fault, on: 'subscriptions/listen', times: 3 }, changing);
    await subscription.start();
    await until(() => events.length > 0);
    expect(events[0]).toEqual({ type: 'list-changed', list: 'tools' });
    expect(listens()).toHaveLength(4);
  });

  it('stops asking a server that refuses', async () => {
    const { subscription, problems, listens } = await rig('http-faults', { fault: 'unauthorized', on: 'subscriptions/listen' }, changing);
    await subscription.start();
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    expect(listens()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it.each([
    ['the host says that the network is back', (subscription: Subscription) => subscription.refresh()],
    ['another resource is wanted', (subscription: Subscription) => subscription.watch('fixture://a', true)],
  ])('waits no longer when %s, however long the pause would be (row 34, R72)', async (_when, act) => {
    const hour = 3_600_000;
    const { subscription, listens } = await rig('http-faults', { fault: 'status', on: 'subscriptions/listen', times: 1 }, changing, { firstPauseMs: hour, mostPauseMs: hour });
    await subscription.start();
    // The refusal is in when start is over; the pause begins in the same turn.
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(listens()).toHaveLength(1);
    act(subscription);
    await until(() => listens().length === 2);
  });

  it('asks a server that refused once more when the host wants its streams opened anew (row 34)', async () => {
    const { subscription, listens } = await rig('http-faults', { fault: 'unauthorized', on: 'subscriptions/listen', times: 1 }, changing);
    await subscription.start();
    expect(listens()).toHaveLength(1);
    subscription.refresh();
    await until(() => listens().length === 2);
  });

  it('changes what it listens to by another request in place of the first', async () => {
    const { subscription, listens } = await rig('list-changing', {}, changing);
    await subscription.start();
    subscription.watch('fixture://a', true);
    subscription.watch('fixture://b', true);
    await until(() => listens().length >= 2);
    expect(listens().at(-1)).toMatchObject({ params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['fixture://a', 'fixture://b'] } } });
    subscription.close();
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(listens()).toHaveLength(2);
  });
});
