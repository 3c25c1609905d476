import { describe, expect, it } from 'vitest';
import { startHttpFixture } from '@portolan/fixture-servers/start';
import { defaultLimits } from '@portolan/contract/servers';
import { limitsOfTool } from './server-limits.ts';
import { collect } from './testing/collect.ts';
import { Rig } from './testing/rig.ts';

describe('limits of one server', { concurrent: true }, () => {
  it('end a call that says nothing for too long, with the limit that was set, and are changed while it runs (S20, P06, R11, try-out 29)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.addFixture('sleepy', {}, { care: { limits: { callSeconds: 1 } } });
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    const hang = () => collect(rig.routes['tools/run']({ serverId, name: 'hang', arguments: {} }, rig.context()));
    expect(await hang()).toMatchObject([{ type: 'failed', problem: { code: 'call-timeout', details: { server: 'sleepy', tool: 'hang', reason: 'idle-timeout', seconds: 1 } } }]);
    const view = await rig.routes['servers/setLimits']({ serverId, limits: { callSeconds: null, callTotalSeconds: 2 } }, rig.context());
    expect(view.limits).toEqual({ callTotalSeconds: 2 });
    expect(await hang()).toMatchObject([{ type: 'failed', problem: { code: 'call-timeout', details: { reason: 'total-timeout', seconds: 2 } } }]);
  });

  it('give one tool a limit of its own, longer or shorter than the others, and take it back (S20, P06, try-out 29)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.addFixture('sleepy', {}, { care: { limits: { callSeconds: 86_400 } } });
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    const set = (toolSeconds: Record<string, number | null>) => rig.routes['servers/setLimits']({ serverId, limits: { toolSeconds } }, rig.context());
    await set({ other: 5 });
    expect((await set({ hang: 1, constructor: 60 })).limits).toEqual({ callSeconds: 86_400, toolSeconds: { other: 5, hang: 1, constructor: 60 } });
    const events = await collect(rig.routes['tools/run']({ serverId, name: 'hang', arguments: {} }, rig.context()));
    expect(events).toMatchObject([{ type: 'failed', problem: { code: 'call-timeout', details: { tool: 'hang', seconds: 1 } } }]);
    expect((await set({ hang: null, other: null, constructor: null })).limits).toEqual({ callSeconds: 86_400 });
    // What every object has is no tool.
    expect(limitsOfTool({ ...defaultLimits }, 'toString')).toMatchObject({ callSeconds: defaultLimits.callSeconds });
  });

  it('let only so many calls run at once; the others wait, and can be cancelled while they do (R12)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.addFixture('basic', {}, { care: { limits: { callsAtOnce: 2 } } });
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, rig.supervisor.get(serverId).connection?.openCalls ?? 0);
    }, 10);
    const slow = (signal = rig.context().signal) => collect(rig.routes['tools/run']({ serverId, name: 'slow', arguments: { steps: 1, ms: 300 } }, rig.context(signal)));
    const leaving = new AbortController();
    const cancelled = Promise.all([slow(), slow(), slow(leaving.signal)]);
    const last = slow();
    setTimeout(() => leaving.abort(), 50);
    expect((await cancelled).map((events) => events.at(-1)?.type)).toEqual(['done', 'done', 'failed']);
    expect((await last).at(-1)).toMatchObject({ type: 'done' });
    clearInterval(watching);
    expect(most).toBe(2);
  });

  it('leave a crashed server to the person where it is not to be restarted (S12)', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('dies', { at: 'idle', 'after-ms': 100, code: 3 }, { care: { limits: { restarts: false } } });
    expect(await rig.untilState(id, 'failed')).toMatchObject({ crashes: 1, problem: { code: 'server-exited', details: { exitCode: 3 } } });
  });

  it('keep only so many lines of its log', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('talks', { kind: 'stdio', command: process.execPath, args: ['-e', "for(let i=0;i<500;i++)console.error('line '+i);setInterval(()=>{},1000)"], env: {} }, { care: { limits: { logLines: 100 } } });
    const connector = rig.supervisor.get(id);
    await expect.poll(() => connector.log.lastLine).toBe('line 499');
    for await (const { lines } of connector.log.watch(undefined, rig.context().signal)) {
      expect(lines.length).toBeLessThanOrEqual(100);
      break;
    }
  });
});

describe('after the machine was asleep', { concurrent: true }, () => {
  it('every connection is asked once, streams are opened anew and lists read again, without a burst (S12, R73, try-out 32)', async () => {
    const fixture = await startHttpFixture('list-changing', { era: 'legacy' });
    await using rig = await Rig.create({ resumeSpreadMs: 200 });
    const id = await rig.add('remote', { kind: 'http', url: fixture.url, headers: {}, transport: 'auto' });
    await rig.until(id, ({ state, counts }) => state === 'ready' && counts.tools > 0);
    const of = (test: (request: (typeof fixture.requests)[number]) => boolean) => fixture.requests.filter(test).length;
    const method = (name: string) => of(({ json }) => typeof json === 'object' && json !== null && 'method' in json && json.method === name);
    await expect.poll(() => of((request) => request.method === 'GET')).toBe(1);
    const before = { pings: method('ping'), lists: method('tools/list') };
    for (let count = 0; count < 5; count += 1) rig.supervisor.resumed();
    await expect.poll(() => of((request) => request.method === 'GET'), { timeout: 5000 }).toBeGreaterThan(1);
    await expect.poll(() => method('tools/list')).toBeGreaterThan(before.lists);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(method('ping') - before.pings).toBeLessThanOrEqual(5);
    expect(method('tools/list') - before.lists).toBeLessThanOrEqual(2);
    expect(rig.supervisor.get(id).state).toBe('ready');
    await fixture.close();
  });

  it('a server that died meanwhile is found out and started once (S12, R73, try-out 32)', async () => {
    await using rig = await Rig.create({ healthMs: 60_000, healthAnswerMs: 500, resumeSpreadMs: 50 });
    const id = await rig.addFixture('basic');
    const { pid } = await rig.untilState(id, 'ready');
    process.kill(pid ?? 0, 'SIGSTOP');
    rig.supervisor.resumed();
    await rig.untilState(id, 'degraded');
    process.kill(pid ?? 0, 'SIGKILL');
    const next = await rig.until(id, (view) => view.state === 'ready' && view.pid !== pid);
    expect(next.crashes).toBe(1);
  });
});
