/** Calls under way: time limits, cancelling, progress, floods, changes. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../src/client.ts';
import { LocalError } from '../src/errors.ts';
import { callText, methodsOf, openHttp, openStdio, openTarget, problemsOf, received, scratch, scriptTarget, until } from './fixtures.ts';

async function localError(promise: Promise<unknown>): Promise<LocalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LocalError)) throw new Error(`expected a LocalError, got ${String(error)}`);
  return error;
}

function cancelledIds(recordFile: string): unknown[] {
  return received(recordFile).flatMap(({ line }) => {
    if (typeof line !== 'string') return [];
    const message: { method?: string; params?: { requestId?: unknown } } = JSON.parse(line);
    return message.method === 'notifications/cancelled' ? [message.params?.requestId] : [];
  });
}

describe('time limits', () => {
  it('gives up after the idle limit and tells the server (H73, row 18)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('sleepy', { record });
    const error = await localError(client.callTool('hang', {}, { limits: { idleMs: 150 } }));
    expect(error).toMatchObject({ kind: 'idle-timeout', mayHaveHappened: true });
    await until(() => methodsOf(record).includes('notifications/cancelled'));
    expect(cancelledIds(record)).toHaveLength(1);
  });

  it('lets progress extend the idle limit, and nothing the total one (P06, row 18, bug B6, bug B7, try-out 30)', async () => {
    const { client } = await openStdio('progress');
    expect(await client.callTool('work', { steps: 8, ms: 60 }, { limits: { idleMs: 250 } })).toMatchObject({ isError: false });
    const error = await localError(client.callTool('work', { steps: 50, ms: 60 }, { limits: { idleMs: 250, totalMs: 600 } }));
    expect(error.kind).toBe('total-timeout');
  });

  it('enforces the total limit without any progress (row 18, bug B6)', async () => {
    const { client } = await openStdio('sleepy');
    expect((await localError(client.callTool('hang', {}, { limits: { totalMs: 150 } }))).kind).toBe('total-timeout');
  });

  it('takes a limit longer than a timer can be as no limit at once (row 18)', async () => {
    const { client } = await openStdio('sleepy');
    const result = await client.callTool('sleep', { ms: 100 }, { limits: { idleMs: 2 ** 40, totalMs: Number.POSITIVE_INFINITY } });
    expect(result.isError).toBe(false);
  });

  it('answers other calls while one hangs (R11, R12)', async () => {
    const { client } = await openStdio('sleepy');
    const hanging = localError(client.callTool('hang', {}, { limits: { idleMs: 400 } }));
    expect(await callText(client, 'quick')).toBe('quick');
    expect((await hanging).kind).toBe('idle-timeout');
  });
});

describe('cancelling', () => {
  it.each([['2025-11-25'], ['2026-07-28']])('ends the call at once and tells a stdio server once, %s (row 16)', async (era) => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('sleepy', { record, era });
    const controller = new AbortController();
    const calling = localError(client.callTool('hang', {}, { signal: controller.signal }));
    await client.callTool('quick', {});
    controller.abort();
    expect(await calling).toMatchObject({ kind: 'cancelled', mayHaveHappened: true });
    await until(() => cancelledIds(record).length === 1);
  });

  it('closes the stream of a modern HTTP call instead of sending a notification (row 16)', async () => {
    const { client, fixture } = await openHttp('sleepy', { era: 'modern' });
    const controller = new AbortController();
    const calling = localError(client.callTool('hang', {}, { signal: controller.signal }));
    await client.callTool('quick', {});
    controller.abort();
    expect((await calling).kind).toBe('cancelled');
    await client.callTool('quick', {});
    expect(fixture.requests.filter(({ aborted, body }) => aborted && body.includes('"hang"'))).toHaveLength(1);
    expect(fixture.requests.filter(({ body }) => body.includes('notifications/cancelled'))).toEqual([]);
  });

  it('does not send a request whose signal was aborted before', async () => {
    const { client } = await openStdio('sleepy');
    expect(await localError(client.callTool('hang', {}, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'cancelled', mayHaveHappened: false });
  });

  it('counts the late answer to a cancelled call and keeps the connection (R25, R26, H74, row 16)', async () => {
    const { client, events } = await openStdio('sleepy', { 'ignore-cancel': true });
    expect((await localError(client.callTool('sleep', { ms: 200 }, { limits: { idleMs: 50 } }))).kind).toBe('idle-timeout');
    await until(() => problemsOf(events).includes('late-answer'));
    expect(await callText(client, 'quick')).toBe('quick');
  });
});

describe('progress', () => {
  it.each([openStdio, openHttp])('delivers the progress that is sent right before the answer, before the answer (row 17, B5)', async (open) => {
    const { client } = await open('progress');
    for (let round = 0; round < 20; round++) {
      const seen: Progress[] = [];
      let seenAtAnswer = -1;
      await client.callTool('work', { steps: 3, ms: 0 }, { onProgress: (progress) => seen.push(progress) }).finally(() => {
        seenAtAnswer = seen.length;
      });
      expect(seenAtAnswer).toBe(3);
      expect(seen.at(-1)).toEqual({ progress: 3, total: 3, message: 'step 3 of 3' });
    }
  });

  it.each([
    ['decreasing', [3], 'progress-decreased'],
    ['wrong-token', [], 'stray-progress'],
    ['string-token', [1, 2, 3, 4], 'string-id'],
    ['malformed', [], 'progress-shape'],
    ['after', [1, 2, 3, 4], 'stray-progress'],
    ['no-total', [1, 2, 3, 4], undefined],
  ])('tolerates progress that is %s (R27, B26)', async (fault, expected, problem) => {
    const { client, events } = await openStdio('progress', { fault });
    const seen: number[] = [];
    await client.callTool('work', { steps: 4, ms: 1 }, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual(expected);
    await until(() => problem === undefined || problemsOf(events).includes(problem));
  });

  it('survives a listener that throws', async () => {
    const { client, events } = await openStdio('progress');
    const result = await client.callTool('work', { steps: 2, ms: 0 }, {
      onProgress: () => {
        throw new Error('listener');
      },
    });
    expect(result.isError).toBe(false);
    expect(problemsOf(events)).toContain('listener-failed');
  });

  it('limits a flood of progress but always tells the last state (R27, H75, row 17)', async () => {
    const { client } = await openStdio('floods', { kind: 'progress', count: 5000 });
    const seen: number[] = [];
    await client.callTool('flood', {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen.length).toBeLessThan(1500);
    expect(seen.at(-1)).toBe(5000);
  });
});

describe('floods', () => {
  it('passes a limited number of log messages on, counts the rest, and still answers (T:H01, R28, row 19)', async () => {
    const { client, events } = await openStdio('floods', { count: 10_000, era: 'legacy' });
    expect(await callText(client, 'flood')).toBe('Sent 10000.');
    await client.close();
    const logs = events.filter(({ type }) => type === 'log').length;
    expect(logs).toBeGreaterThanOrEqual(200);
    expect(logs).toBeLessThan(2000);
    const dropped = events.findLast((event) => event.type === 'problem' && event.kind === 'notification-rate');
    expect(dropped).toMatchObject({ count: 10_000 - logs });
  });

  it('merges a storm of list changes and tells the last one (T:H02, R29)', async () => {
    const { client, events } = await openStdio('floods', { kind: 'list-changed', count: 2000, era: 'legacy' });
    await client.callTool('flood', {});
    const early = events.filter(({ type }) => type === 'list-changed').length;
    expect(early).toBeLessThan(1000);
    await until(() => events.filter(({ type }) => type === 'list-changed').length > early);
  });

  it('answers pings of the server, any number (P21, row 15)', async () => {
    const { client } = await openStdio('floods', { kind: 'requests', count: 1000, era: 'legacy' });
    expect(await callText(client, 'flood')).toBe('Sent 1000.');
    expect(await client.ping()).toBeGreaterThan(0);
  });
});

describe('requests of the server', () => {
  it('answers ping, and -32601 to what it does not serve', async () => {
    const script = `const asked={};let call;require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);const say=(x)=>console.log(JSON.stringify({jsonrpc:'2.0',...x}));if(m.method==='initialize')say({id:m.id,result:{protocolVersion:'2025-06-18',capabilities:{tools:{}},serverInfo:{name:'x',version:'1'}}});else if(m.method==='tools/call'){call=m.id;say({id:'a',method:'ping'});say({id:7,method:'roots/list'});}else if(m.method===undefined){asked[m.id]=m.result||m.error.code;if(Object.keys(asked).length===2)say({id:call,result:{content:[{type:'text',text:JSON.stringify(asked)}]}});}else if(m.id!==undefined)say({id:m.id,error:{code:-32601,message:'no'}})})`;
    const { client } = await openTarget(scriptTarget(script));
    expect(JSON.parse(await callText(client, 'x'))).toEqual({ a: {}, 7: -32601 });
  });
});

describe('changes and logs', () => {
  it.each([
    ['stdio', '2025-11-25'],
    ['stdio', '2026-07-28'],
    ['http', '2025-11-25'],
    ['http', '2026-07-28'],
    ['http', '2024-11-05'],
  ])('tells of changed lists over %s, %s (P09, row 31, try-out 24)', async (transport, era) => {
    const { client, events } = await (transport === 'stdio' ? openStdio : openHttp)('list-changing', { era });
    expect((await client.listTools()).items.map(({ name }) => name)).not.toContain('added');
    await client.callTool('poke', {});
    await until(() => new Set(events.flatMap((event) => (event.type === 'list-changed' ? [event.list] : []))).size === 3, 1000);
    expect((await client.listTools()).items.map(({ name }) => name)).toContain('added');
  });

  it.each([
    ['stdio', '2025-11-25'],
    ['stdio', '2026-07-28'],
    ['http', '2025-11-25'],
    ['http', '2026-07-28'],
  ])('tells of updates of a resource while they are wanted, over %s, %s (P09, row 33, row 34)', async (transport, era) => {
    const { client, events } = await (transport === 'stdio' ? openStdio : openHttp)('basic', { era });
    const updates = (): number => events.filter((event) => event.type === 'resource-updated' && event.uri === 'fixture://clock').length;
    await client.callTool('touch-clock', {});
    expect(updates()).toBe(0);
    await client.subscribeResource('fixture://clock');
    await until(() => {
      void client.callTool('touch-clock', {});
      return updates() > 0;
    });
    await client.unsubscribeResource('fixture://clock');
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    const before = updates();
    await client.callTool('touch-clock', {});
    await client.ping();
    expect(updates()).toBe(before);
  });

  it.each(['2025-11-25', '2026-07-28'])('sets the log level and hears from it on, %s (P15, row 19, row 20)', async (era) => {
    const { client, events } = await openStdio('basic', { era });
    await client.setLogLevel('error');
    await client.callTool('log', {});
    await until(() => events.some((event) => event.type === 'log' && event.level === 'emergency'));
    expect(events.flatMap((event) => (event.type === 'log' ? [event.level] : []))).toEqual(['error', 'critical', 'alert', 'emergency']);
    expect(events.find(({ type }) => type === 'log')).toMatchObject({ logger: 'basic', data: { message: 'a error message' } });
  });

  it.each(['2025-11-25', '2026-07-28'])('measures a round trip, %s (P21, row 15)', async (era) => {
    const { client } = await openStdio('basic', { era });
    expect(await client.ping()).toBeGreaterThan(0);
  });

  it.each(['2025-06-18', '2026-07-28'])('completes arguments with the earlier ones as context, %s (P11, row 36)', async (era) => {
    const { client } = await openStdio('basic', { era });
    const ref = { type: 'ref/prompt' as const, name: 'review' };
    expect((await client.complete(ref, { name: 'language', value: 'py' }, {})).values).toEqual(['python']);
    expect((await client.complete(ref, { name: 'framework', value: 'f' }, { language: 'python' })).values).toEqual(['fastapi', 'flask']);
    const many = await client.complete({ type: 'ref/resource', uri: 'fixture://item/{number}' }, { name: 'number', value: '' }, {});
    expect(many).toMatchObject({ values: { length: 100 }, hasMore: true });
  });

  it('asks nobody for completions when the server offers none', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('sleepy', { record });
    expect(await client.complete({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: '' }, {})).toEqual({ values: [], hasMore: false });
    expect(methodsOf(record)).not.toContain('completion/complete');
  });
});
