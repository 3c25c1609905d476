/** Servers that are slow to answer, or never do: which era is found, in which time. The waits themselves are shortened. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../src/connect.ts';
import { ConnectError } from '../src/errors.ts';
import { probeMs } from '../src/open/limits.ts';
import { callText, openHttp, openStdio, stdioTarget } from './fixtures.ts';
import { openScripted } from './scripted-mcp.ts';
import { answerJson, result } from './scripted-server.ts';
import type { Exchange } from './scripted-server.ts';

vi.mock('../src/open/limits.ts', async (original) => ({ ...(await original<object>()), probeMs: 700, patientProbeMs: 6_000 }));

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };

async function failure(promise: Promise<unknown>): Promise<ConnectError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

describe('a slow server over stdio', () => {
  it('is sent initialize as well when the probe stays unanswered, to the same process (row 4)', async () => {
    const { client, verdict, processes } = await openStdio('basic', { era: '2025-06-18', probe: 'silent' });
    expect(verdict.era).toBe('legacy');
    expect(processes).toHaveLength(1);
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it('may be modern and answer the probe late (R10, row 4)', async () => {
    // The probe and, beside it, initialize wait in the pipe while the server loads; initialize is refused.
    const { client, verdict, processes } = await openStdio('slow-start', { ms: probeMs + 600, era: 'modern' });
    expect(verdict.era).toBe('modern');
    expect(processes).toHaveLength(1);
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it('that accepted initialize too goes on in the legacy era, and the modern one is remembered (R10, P01, row 5)', async () => {
    const first = await openStdio('slow-start', { ms: probeMs + 600, era: 'both' });
    expect(first.client.era).toBe('legacy');
    expect(first.verdict).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
    expect(first.processes).toHaveLength(1);
    expect(await callText(first.client, 'echo', { message: 'hi' })).toBe('Echo: hi');
    const second = await openStdio('slow-start', { ms: probeMs + 600, era: 'both' }, { verdict: first.verdict });
    expect(second.client.era).toBe('modern');
  });
});

describe('a slow server over HTTP', () => {
  it('is met with initialize when the probe is never answered (row 3, R10)', async () => {
    const { verdict } = await openHttp('http-faults', { era: '2025-11-25', fault: 'stall', on: 'server/discover' });
    expect(verdict.era).toBe('legacy');
  });

  it.each([
    ['after the probe', ['server/discover', 'initialize']],
    ['a moment before the probe', ['initialize', 'server/discover']],
  ])('is not turned legacy by an initialize that is answered %s (row 3)', async (_when, order) => {
    const held = new Map<string, Exchange>();
    const answerInOrder = async (exchange: Exchange): Promise<void> => {
      held.set(exchange.message.method ?? '', exchange);
      if (held.size < 2) return;
      for (const method of order) {
        const waiting = held.get(method);
        if (waiting !== undefined) answerJson(waiting, result(waiting, answers[method] ?? {}));
        await wait(60);
      }
    };
    const answers: Record<string, Record<string, unknown>> = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    };
    const { client, server } = await openScripted('2026-07-28', { initialize: answerInOrder, 'server/discover': answerInOrder, 'tools/call': { content: [] } });
    expect(client.era).toBe('modern');
    await client.callTool('x', {});
    expect(server.methods()).not.toContain('notifications/initialized');
    expect(server.exchanges.at(-1)?.request.headers['mcp-protocol-version']).toBe('2026-07-28');
  });
});

describe('a server that never answers', () => {
  it('is given up at the limit, which is named (R10)', async () => {
    const error = await failure(connect({ ...identity, target: stdioTarget('silent'), handshakeMs: probeMs + 500 }));
    expect(error.kind).toBe('timeout');
  });
});
