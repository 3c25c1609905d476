/** The peer against a server that may say anything, in any order: every request settles once, and order is kept. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LocalError, ServerError } from '../errors.ts';
import { defaultCaps } from '../transport/transport.ts';
import type { RequestLost, Transport, TransportEvents } from '../transport/transport.ts';
import type { Json, JsonObject, JsonRpcMessage } from './message.ts';
import { Peer } from './peer.ts';
import type { PeerEvents } from './peer.ts';

/** The peer's side of a wire whose other end is the test. */
class Wire implements Transport {
  readonly kind = 'stdio';
  readonly sent: JsonRpcMessage[] = [];
  events: TransportEvents | undefined;
  isOver = false;

  start(events: TransportEvents): Promise<void> {
    this.events = events;
    return Promise.resolve();
  }

  send(message: JsonRpcMessage): Promise<void> {
    this.sent.push(message);
    return Promise.resolve();
  }

  /** Hands over what a server wrote, which may be anything that is an object. */
  receive(message: JsonObject): void {
    const claimed: JsonObject & Partial<JsonRpcMessage> = message;
    this.events?.onMessage(claimed as JsonRpcMessage);
  }

  abandon(): boolean {
    return false;
  }

  setEra(): void {}

  close(): Promise<void> {
    if (!this.isOver) this.events?.onClosed({ kind: 'closed-by-us' });
    this.isOver = true;
    return Promise.resolve();
  }
}

interface Rig {
  wire: Wire;
  peer: Peer;
  notifications: Json[];
  problems: string[];
}

async function rig(overrides: Partial<PeerEvents> = {}, caps = {}): Promise<Rig> {
  const wire = new Wire();
  const notifications: Json[] = [];
  const problems: string[] = [];
  const peer = new Peer(wire, { ...defaultCaps, notificationsPerSecond: 1_000_000, ...caps }, {
    onNotification: (_method, params) => notifications.push(params['n'] ?? null),
    onProblem: ({ kind }) => problems.push(kind),
    onClosed: () => {},
    ...overrides,
  });
  await peer.start();
  return { wire, peer, notifications, problems };
}

const requests = 6;
const id = fc.integer({ min: 1, max: requests });
const oddId = fc
  .oneof(fc.integer({ min: requests + 1, max: 100 }), fc.integer({ max: 0 }), fc.double(), fc.string(), fc.constantFrom(null, true, [], {}, [1], '1.0', ' 1', '0x1'))
  .filter((odd) => !(typeof odd === 'number' && Number.isInteger(odd) && odd > 0 && odd <= requests) && !(typeof odd === 'string' && /^\d+$/.test(odd)));
/** What a server may say; `n` numbers notifications and answers so that they can be told apart. */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.record({ say: fc.constant('answer' as const), id, asText: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ say: fc.constant('error' as const), id, error: fc.oneof(fc.constant({ code: -32000, message: 'no' }), fc.jsonValue()) }) },
  { weight: 2, arbitrary: fc.record({ say: fc.constant('odd' as const), id: oddId, result: fc.jsonValue() }) },
  { weight: 2, arbitrary: fc.record({ say: fc.constant('nonsense' as const), message: fc.dictionary(fc.constantFrom('jsonrpc', 'result', 'error', 'params', 'x'), fc.jsonValue()) }) },
  { weight: 3, arbitrary: fc.record({ say: fc.constant('notification' as const) }) },
  { weight: 3, arbitrary: fc.record({ say: fc.constant('progress' as const), id, asText: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ say: fc.constant('ping' as const), id: fc.oneof(fc.integer(), fc.string()) }) },
  { weight: 1, arbitrary: fc.record({ say: fc.constant('unknown-request' as const), id: fc.oneof(fc.integer(), fc.string()) }) },
  { weight: 1, arbitrary: fc.record({ say: fc.constant('lost' as const), id }) },
  { weight: 1, arbitrary: fc.record({ say: fc.constant('pause' as const) }) },
);

interface Outcome {
  by: string;
  /** How many notifications and progress reports had been told by then. */
  notified: number;
  progressed: number;
}

describe('Peer', () => {
  it('settles every request exactly once, by the first thing that speaks of it, after everything that came before (row 14, row 17, bug B5, bug B19, R22–R25, T:H09, T:H10)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
        const { wire, peer, notifications } = await rig();
        const outcomes = new Map<number, Outcome[]>();
        const progress = new Map<number, number[]>();
        for (let each = 1; each <= requests; each += 1) {
          progress.set(each, []);
          const note = (by: string): void => void outcomes.set(each, [...(outcomes.get(each) ?? []), { by, notified: notifications.length, progressed: progress.get(each)?.length ?? 0 }]);
          peer.request('x', {}, { onProgress: ({ progress: value }) => progress.get(each)?.push(value) }).then(
            (result) => note(`answer ${JSON.stringify(result['n'])}`),
            (error: unknown) => note(error instanceof ServerError ? 'error' : error instanceof LocalError ? error.kind : 'fault'),
          );
        }
        // A model of what ought to happen, kept beside what does.
        const expected = new Map<number, Outcome>();
        const told = { notifications: 0, progress: new Map<number, number>() };
        const pings: unknown[] = [];
        let n = 0;
        const settle = (of: number, by: string): void => {
          if (!expected.has(of)) expected.set(of, { by, notified: told.notifications, progressed: told.progress.get(of) ?? 0 });
        };
        for (const said of words) {
          n += 1;
          switch (said.say) {
            case 'answer':
              wire.receive({ jsonrpc: '2.0', id: said.asText ? String(said.id) : said.id, result: { n } });
              settle(said.id, `answer ${n}`);
              break;
            case 'error':
              wire.receive({ jsonrpc: '2.0', id: said.id, error: said.error as Json });
              settle(said.id, said.error === null ? 'invalid-result' : 'error');
              break;
            case 'odd':
              wire.receive({ jsonrpc: '2.0', id: said.id, result: said.result as Json });
              break;
            case 'nonsense':
              // Without an id an error may be meant for the one open request; that has tests of its own.
              wire.receive({ ...(said.message as JsonObject), id: 'none' });
              break;
            case 'notification':
              wire.receive({ jsonrpc: '2.0', method: 'notifications/x', params: { n } });
              told.notifications += 1;
              break;
            case 'progress':
              wire.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: said.asText ? String(said.id) : said.id, progress: n } });
              if (!expected.has(said.id)) told.progress.set(said.id, (told.progress.get(said.id) ?? 0) + 1);
              break;
            case 'ping':
              wire.receive({ jsonrpc: '2.0', id: said.id, method: 'ping' });
              pings.push({ jsonrpc: '2.0', id: said.id, result: {} });
              break;
            case 'unknown-request':
              wire.receive({ jsonrpc: '2.0', id: said.id, method: 'no/such' });
              pings.push({ jsonrpc: '2.0', id: said.id, error: { code: -32601, message: 'Method not found' } });
              break;
            case 'lost':
              wire.events?.onRequestLost(said.id, { kind: 'stream-ended', message: 'lost', isUnsent: false } satisfies RequestLost);
              settle(said.id, 'request-lost');
              break;
            case 'pause':
              await Promise.resolve();
          }
        }
        await turn();
        expect(peer.openRequests).toBe(requests - expected.size);
        await peer.close();
        for (let each = 1; each <= requests; each += 1) settle(each, 'connection-closed');
        await turn();
        for (let each = 1; each <= requests; each += 1) {
          const [outcome, ...more] = outcomes.get(each) ?? [];
          const wanted = expected.get(each);
          expect([each, outcome?.by, more]).toEqual([each, wanted?.by, []]);
          // Never told of fewer than came before; promises are heard a turn late, so perhaps of more.
          expect(outcome?.notified).toBeGreaterThanOrEqual(wanted?.notified ?? 0);
          expect(outcome?.progressed).toBe(wanted?.progressed);
          expect(progress.get(each)).toEqual(progress.get(each)?.toSorted((a, b) => a - b));
        }
        expect(notifications).toHaveLength(told.notifications);
        expect(wire.sent.filter((message) => !('method' in message))).toEqual(pings);
      }),
      { numRuns: 300 },
    );
  });

  it('is not hurt by anything at all that a server may send (bug B19, T:H09)', async () => {
    const anything = fc.dictionary(fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', 'x'), fc.oneof(fc.jsonValue(), fc.constantFrom<Json>('notifications/progress', 'notifications/cancelled', 'ping', '2.0', 1)));
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 20 }), async (messages) => {
        const { wire, peer } = await rig();
        const settled = [peer.request('a'), peer.request('b', {}, { wantsProgress: true })].map((request) => request.catch((error: unknown) => error));
        for (const message of messages) wire.receive(message as JsonObject);
        await peer.close();
        for (const outcome of await Promise.all(settled)) expect(outcome instanceof LocalError || outcome instanceof ServerError || typeof outcome === 'object').toBe(true);
        expect(peer.openRequests).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('neither hears nor says anything once the connection is over', async () => {
    const { wire, peer, notifications, problems } = await rig();
    const asked = peer.request('a').catch((error: unknown) => error);
    await peer.close();
    wire.receive({ jsonrpc: '2.0', id: 1, result: {} });
    wire.receive({ jsonrpc: '2.0', method: 'notifications/x', params: { n: 1 } });
    wire.receive({ jsonrpc: '2.0', id: 'late', method: 'ping' });
    peer.notify('notifications/x');
    expect(await asked).toMatchObject({ kind: 'connection-closed' });
    expect([notifications, problems, wire.sent.length]).toEqual([[], [], 1]);
  });
});

describe('the clock of a request', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends it after ten minutes whatever the server does, and tells the server once (R11, R26, row 18, bug B6, rule H73)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { wire, peer } = await rig();
    const asked = peer.request('tools/call', {}, { wantsProgress: true }).catch((error: unknown) => error);
    for (let minute = 0; minute < 10.5; minute += 0.5) {
      expect(peer.openRequests).toBe(minute < 10 ? 1 : 0);
      wire.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: minute } });
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(await asked).toMatchObject({ kind: 'total-timeout', mayHaveHappened: true, message: 'tools/call did not finish within 600 s.' });
    // The server answers all the same, again and again.
    for (let again = 0; again < 5; again += 1) wire.receive({ jsonrpc: '2.0', id: 1, result: {} });
    expect(wire.sent.slice(1)).toEqual([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'tools/call did not finish within 600 s.' } }]);
    await peer.close();
  });

  it('ends it after a minute of silence (R11, row 18, bug B7)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { peer } = await rig();
    const asked = peer.request('tools/call').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_900);
    expect(peer.openRequests).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await asked).toMatchObject({ kind: 'idle-timeout' });
    await peer.close();
  });

  it('takes any limit, however long (row 18)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { peer } = await rig();
    const limits = { idleMs: 2 ** 31 + 5_000, totalMs: Number.POSITIVE_INFINITY };
    const asked = peer.request('tools/call', {}, { limits }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(peer.openRequests).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await asked).toMatchObject({ kind: 'idle-timeout' });
    await peer.close();
  });
});

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
