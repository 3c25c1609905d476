/** Tasks of 2025-11-25 as their requestor. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Client, Progress } from '../../src/client.ts';
import type { TaskEvent, ToolTask } from '../../src/tasks/task.ts';
import { filling } from '../asking.ts';
import { methodsOf, openHttp, openStdio, openTarget, problemsOf, received, scratch, until } from '../fixtures.ts';
import type { Opened, Overrides } from '../fixtures.ts';
import { localError, serverError } from '../rejection.ts';
import { scriptedStdio } from '../scripted-stdio.ts';

const era = { era: '2025-11-25' };
const ways = ['stdio', 'http'] as const;

function openTasks(transport: 'stdio' | 'http', options: Record<string, string | number | boolean> = {}, overrides: Overrides = {}): Promise<Opened> {
  return (transport === 'stdio' ? openStdio : openHttp)('tasks-legacy', { ...era, ...options }, overrides);
}

async function begin(client: Client, tool: string, args: Record<string, number> = {}): Promise<ToolTask> {
  const call = await client.callToolAsTask(tool, args);
  if (call.kind !== 'task') throw new Error('the call did not become a task');
  return call.task;
}

/** The params of every tools/call that a fixture was sent. */
function calls(recordFile: string): Record<string, unknown>[] {
  return received(recordFile).flatMap(({ line }) => {
    if (typeof line !== 'string') return [];
    const message: { method?: string; params?: Record<string, unknown> } = JSON.parse(line);
    return message.method === 'tools/call' && message.params !== undefined ? [message.params] : [];
  });
}

describe('which calls become tasks', () => {
  it('reads what each tool says of tasks', async () => {
    const { client } = await openTasks('stdio');
    const support = Object.fromEntries((await client.listTools()).items.map(({ name, taskSupport }) => [name, taskSupport]));
    expect(support).toMatchObject({ work: 'optional', must: 'required', never: 'forbidden', plain: undefined });
  });

  it('asks for a task only where it is wished and the tool allows it; tools that must be tasks always are (H69, P16)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record });
    await client.listTools();
    for (const name of ['work', 'plain', 'never']) await client.callTool(name, {});
    await client.callTool('must', {});
    for (const name of ['work', 'plain', 'never']) await client.callTool(name, {}, { task: { ttlMs: 5_000 } });
    expect(calls(record).map(({ name, task }) => [name, task])).toEqual([
      ['work', undefined],
      ['plain', undefined],
      ['never', undefined],
      ['must', {}],
      ['work', { ttl: 5_000 }],
      ['plain', undefined],
      ['never', undefined],
    ]);
  });

  it('asks for no task when the server does not declare them, whatever its tools say (H69)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record, tasks: false });
    for (const name of ['must', 'work']) expect(await client.callTool(name, {}, { task: {} })).toMatchObject({ isError: false });
    expect(calls(record).every(({ task }) => task === undefined)).toBe(true);
    expect((await localError(client.listTasks())).kind).toBe('not-supported');
  });

  it('learns from the refusal that a tool must be a task, and calls it once more as one (H69)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record, hide: true });
    expect((await client.callTool('must', { ms: 1 })).content).toMatchObject([{ text: 'Worked 1 ms.' }]);
    expect(calls(record).map(({ task }) => task)).toEqual([undefined, {}]);
  });

  it('takes a result that comes in place of a task (row 45)', async () => {
    const { client } = await openTasks('stdio', { fault: 'plain-result' });
    expect(await client.callToolAsTask('work', { ms: 3 })).toMatchObject({ kind: 'result', result: { structuredContent: { ms: 3 } } });
    expect(await client.callTool('must', {})).toMatchObject({ isError: false });
  });
});

describe.each(ways)('a task over %s', (transport) => {
  it('is asked about until it is over, and its result fetched (H70, P16, row 45)', async () => {
    const { client } = await openTasks(transport);
    const task = await begin(client, 'work', { ms: 200 });
    const events: TaskEvent[] = [];
    task.listen((event) => events.push(event));
    expect(task).toMatchObject({ tool: 'work', era: 'legacy', state: { status: 'working', ttlMs: 60_000, pollIntervalMs: 50 }, immediateResponse: 'work goes on.' });
    expect(await task.result).toMatchObject({ content: [{ text: 'Worked 200 ms.' }], structuredContent: { ms: 200 }, isError: false });
    expect(task.state.status).toBe('completed');
    expect(events.flatMap((event) => (event.type === 'state' ? [event.state.status] : [])).at(-1)).toBe('completed');
  });

  it('has its questions answered by the same handler as any call, and tells it which call it is (H70, row 45)', async () => {
    const { elicit, seen } = filling({ name: 'Ada', color: 'red' });
    const { client } = await openTasks(transport, {}, { handlers: { elicit } });
    const result = await client.callTool('ask-twice', {}, { reference: 'call-7' });
    expect(JSON.parse(result.content[0]?.type === 'text' ? result.content[0].text : '')).toMatchObject({ name: { action: 'accept', content: { name: 'Ada' } }, color: { action: 'accept', content: { color: 'red' } } });
    expect(seen.map(({ context }) => context.call)).toEqual([1, 2].map(() => expect.objectContaining({ method: 'tools/call', name: 'ask-twice', reference: 'call-7', isCertain: true })));
  });

  it('gives the error or the failed result that the call itself would have given (P16)', async () => {
    const { client } = await openTasks(transport);
    expect(await serverError((await begin(client, 'break')).result)).toMatchObject({ code: -32603, message: 'boom', data: { hint: 'as asked' } });
    expect(await (await begin(client, 'fail')).result).toMatchObject({ isError: true });
  });

  it('is cancelled by its handle, and by the signal of the call that waits for it (P06, P16)', async () => {
    const { client } = await openTasks(transport);
    const task = await begin(client, 'hang');
    const events: TaskEvent['type'][] = [];
    task.listen(({ type }) => events.push(type));
    await task.cancel();
    expect((await localError(task.result)).kind).toBe('task-cancelled');
    expect(events).toContain('cancel-requested');
    const controller = new AbortController();
    let other: ToolTask | undefined;
    const calling = localError(
      client.callTool('hang', {}, {
        signal: controller.signal,
        task: {
          onTask: (begun) => {
            other = begun;
            controller.abort();
          },
        },
      }),
    );
    expect(await calling).toMatchObject({ kind: 'cancelled', mayHaveHappened: true });
    const listed = await client.listTasks();
    expect(listed.items.find(({ taskId }) => taskId === other?.taskId)?.status).toBe('cancelled');
  });

  it('is listed, and taken up again by its id (P16)', async () => {
    const { client } = await openTasks(transport);
    const task = await begin(client, 'work', { ms: 300 });
    expect((await client.listTasks()).items).toMatchObject([{ taskId: task.taskId, status: 'working' }]);
    expect(await client.resumeTask(task.taskId)).toBe(task);
    task.detach();
    expect((await localError(task.result)).kind).toBe('cancelled');
    const again = await client.resumeTask(task.taskId);
    expect(await again.result).toMatchObject({ structuredContent: { ms: 300 } });
  });
});

describe('a task and its surroundings', () => {
  it('tells progress for as long as it runs, on the token of its call (row 45)', async () => {
    const { client, events } = await openTasks('stdio');
    const seen: Progress[] = [];
    await client.callTool('must', { ms: 200 }, { onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen[0]).toEqual({ progress: 1, message: 'step 1' });
    expect(problemsOf(events)).not.toContain('stray-progress');
  });

  it('does not need notifications of its status, and is quicker with them (H70)', async () => {
    for (const status of [true, false]) {
      const record = path.join(scratch(), 'record');
      const { client } = await openTasks('stdio', { record, status, poll: status ? 600_000 : 50 });
      expect(await (await begin(client, 'work', { ms: 100 })).result).toMatchObject({ structuredContent: { ms: 100 } });
      expect(methodsOf(record).filter((method) => method === 'tasks/get').length > 0).toBe(!status);
    }
  });

  it('says so when the server knows the task no more (P16)', async () => {
    const { client } = await openTasks('stdio', { fault: 'forget' });
    expect((await localError((await begin(client, 'work', { ms: 10_000 })).result)).kind).toBe('task-lost');
  });

  it('cannot be cancelled where the server does not offer that, and says so (P16)', async () => {
    const { client } = await openTasks('stdio', { cancel: false });
    const task = await begin(client, 'hang');
    expect((await localError(task.cancel())).kind).toBe('not-supported');
    expect(task.state.status).toBe('working');
  });

  it('ends with the connection, without an unhandled rejection (R19)', async () => {
    const { client } = await openTasks('stdio');
    const task = await begin(client, 'hang');
    await client.close();
    expect((await localError(task.result)).kind).toBe('connection-closed');
  });

  it('ends at the time limit that the caller gave, and the server is told (H73)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record });
    await client.listTools();
    expect((await localError(client.callTool('hang', {}, { task: {}, limits: { totalMs: 150 } }))).kind).toBe('total-timeout');
    await until(() => methodsOf(record).includes('tasks/cancel'));
  });

  it('is not ended by a listener that throws', async () => {
    const { client, events } = await openTasks('stdio');
    const task = await begin(client, 'work', { ms: 50 });
    task.listen(() => {
      throw new Error('mine');
    });
    expect(await task.result).toMatchObject({ isError: false });
    expect(problemsOf(events)).toContain('listener-failed');
  });
});

describe('news of a task', () => {
  it('is no mistake of the server before the answer that names it, nor after its end; of a task that nobody has it is (H70)', async () => {
    const { client, events } = await openTarget(
      scriptedStdio('2025-11-25', `const state=(id,status)=>({taskId:id,status,createdAt:'2026-01-01T00:00:00Z',lastUpdatedAt:'2026-01-01T00:00:00Z',ttl:null,pollInterval:50});
const tell=(id,status)=>say({method:'notifications/tasks/status',params:state(id,status)});
on.initialize=(m)=>answer(m,{protocolVersion:'2025-11-25',capabilities:{tools:{},tasks:{requests:{tools:{call:{}}}}},serverInfo:{name:'s',version:'1'}});
on['tools/list']=(m)=>answer(m,{tools:[{name:'x',inputSchema:{type:'object'},execution:{taskSupport:'required'}}]});
on['tools/call']=(m)=>{tell('t','working');answer(m,{task:state('t','working')})};
on['tasks/get']=(m)=>answer(m,state('t','completed'));
on['tasks/result']=(m)=>{answer(m,text('done'));setTimeout(()=>{tell('t','completed');say({method:'notifications/tools/list_changed'})},50)};
on['logging/setLevel']=(m)=>{tell('other','working');answer(m,{})};`),
    );
    await client.listTools();
    await client.callTool('x', {});
    await until(() => events.some(({ type }) => type === 'list-changed'));
    expect(problemsOf(events)).toEqual([]);
    await client.request('logging/setLevel', { level: 'info' });
    expect(problemsOf(events)).toEqual(['unknown-task']);
  });
});
