import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startHttpFixture } from '@portolan/fixture-servers/start';
import type { HttpFixture } from '@portolan/fixture-servers/start';
import type { LaunchConfig } from '../ports.ts';
import { collect } from './testing/collect.ts';
import { Rig } from './testing/rig.ts';

const at = (url: string, headers: Record<string, string> = {}): LaunchConfig => ({ kind: 'http', url, headers, transport: 'auto' });

/** A port that nobody listens on, as far as one can know. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function using<T>(fixture: Promise<HttpFixture>, run: (fixture: HttpFixture) => Promise<T>): Promise<T> {
  const open = await fixture;
  try {
    return await run(open);
  } finally {
    await open.close();
  }
}

describe('an address that is no MCP server', () => {
  it('which answers with a web page says so, shows the page and is not tried again (R55)', async () => {
    await using(startHttpFixture('html'), async ({ url }) => {
      await using rig = await Rig.create();
      const id = await rig.add('portal', at(url));
      const { problem } = await rig.untilState(id, 'failed', 'backoff');
      expect(problem).toMatchObject({ code: 'server-not-mcp', details: { server: 'portal' } });
      expect(problem?.log).toContain('Sign in to Hotel WiFi');
      expect(rig.supervisor.get(id).state).toBe('failed');
    });
  });

  it('which nobody listens on is tried again and again, later and later, without giving up (R46, R72)', async () => {
    await using rig = await Rig.create({ firstDelayMs: 5, maxDelayMs: 10 });
    const port = await closedPort();
    const id = await rig.add('offline', at(`http://127.0.0.1:${port}/mcp?api_key=MK-secret-query`));
    const { problem } = await rig.untilState(id, 'backoff');
    expect(problem).toMatchObject({ code: 'server-unreachable', details: { url: `http://127.0.0.1:${port}/mcp` } });
    expect(JSON.stringify(problem)).not.toContain('MK-secret-query');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(['backoff', 'starting']).toContain(rig.supervisor.get(id).state);
  });

  it('comes back by itself once somebody listens there, at once when the person asks (R72)', async () => {
    await using rig = await Rig.create({ firstDelayMs: 600_000, maxDelayMs: 600_000 });
    const port = await closedPort();
    const id = await rig.add('later', at(`http://127.0.0.1:${port}/mcp`));
    const waiting = await rig.untilState(id, 'backoff');
    expect(waiting.retryAt).toBeGreaterThan(Date.now());
    await using(startHttpFixture('basic', { port }), async () => {
      rig.supervisor.resumed();
      await rig.untilState(id, 'ready');
    });
  });

  it.each([
    [401, 'server-needs-authorization'],
    [403, 'server-http-error'],
    [404, 'server-http-error'],
    [500, 'server-http-error'],
  ])('which answers %d is told as %s', async (status, code) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' }).end('no');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using rig = await Rig.create();
    const id = await rig.add('closed', at(`http://127.0.0.1:${port}/mcp`, { Authorization: 'Bearer MK-wrong-token' }));
    const { problem, state } = await rig.untilState(id, 'failed', 'backoff');
    expect(problem).toMatchObject({ code, details: { server: 'closed' } });
    expect(state).toBe(status === 500 ? 'backoff' : 'failed');
    expect(JSON.stringify(problem)).not.toContain('MK-wrong-token');
    server.closeAllConnections();
    server.close();
  });
});

describe('a session that the server has forgotten', () => {
  it('is renewed once; what was asked is answered and the lists are read again (R64, try-out 31)', async () => {
    await using(startHttpFixture('basic', { era: 'legacy' }), async (fixture) => {
      await using rig = await Rig.create();
      const serverId = await rig.add('sessions', at(fixture.url));
      const before = await rig.until(serverId, ({ counts }) => counts.tools > 0 && counts.resources > 0 && counts.resourceTemplates > 0 && counts.prompts > 0);
      const { resources } = await rig.routes['servers/resources']({ serverId }, rig.context());
      const initializes = () => fixture.requests.filter(({ body }) => body.includes('"initialize"')).length;
      const started = initializes();
      fixture.forgetSessions();
      const read = await rig.routes['resources/read']({ serverId, uri: resources[0]?.uri ?? '' }, rig.context());
      expect(read.contents.length).toBeGreaterThan(0);
      expect(initializes()).toBe(started + 1);
      expect(await collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: 'x' } }, rig.context()))).toMatchObject([{ type: 'done' }]);
      const after = await rig.until(serverId, ({ warnings }) => warnings.some(({ kind }) => kind === 'session-renewed'));
      expect(after).toMatchObject({ state: 'ready', counts: before.counts });
    });
  });
});

describe('a server that goes away', () => {
  it('is found out by the next call, shown as degraded and well again when it is back (R46, R51)', async () => {
    const port = await closedPort();
    await using rig = await Rig.create({ healthMs: 50, healthAnswerMs: 1000 });
    const first = await startHttpFixture('basic', { port });
    const serverId = await rig.add('flaky', at(first.url));
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    await first.close();
    const events = await collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: 'x' } }, rig.context()));
    expect(events).toMatchObject([{ type: 'failed', problem: { details: { server: 'flaky' } } }]);
    await rig.untilState(serverId, 'degraded', 'backoff');
    await using(startHttpFixture('basic', { port }), async () => {
      await rig.untilState(serverId, 'ready');
    });
  });
});
