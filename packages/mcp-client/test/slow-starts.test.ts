/** Servers that are slow to answer, or never do: which era is found, in which time. The waits themselves are shortened. */
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../src/connect.ts';
import { ConnectError } from '../src/errors.ts';
import { probeMs } from '../src/open/limits.ts';
import { callText, openHttp, openStdio, stdioTarget } from './fixtures.ts';

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

  it('is not turned legacy by an initialize that is answered after the probe (row 3)', async () => {
    const { client, fixture } = await openHttp('slow-start', { ms: probeMs + 300, era: 'both' });
    expect(client.era).toBe('modern');
    await client.ping();
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
    expect(fixture.requests.filter(({ body }) => body.includes('notifications/initialized'))).toEqual([]);
    expect(fixture.requests.at(-1)?.headers['mcp-protocol-version']).toBe('2026-07-28');
  });
});

describe('a server that never answers', () => {
  it('is given up at the limit, which is named (R10)', async () => {
    const error = await failure(connect({ ...identity, target: stdioTarget('silent'), handshakeMs: probeMs + 500 }));
    expect(error.kind).toBe('timeout');
  });
});
