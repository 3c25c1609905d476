/** Tasks of the extension for 2026-07-28. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TASKS_EXTENSION } from '../../src/tasks/task.ts';
import type { TaskEvent, TaskRecord, ToolTask } from '../../src/tasks/task.ts';
import type { Client } from '../../src/client.ts';
import type { ElicitResult } from '../../src/handlers.ts';
import { accepting, filling } from '../asking.ts';
import { methodsOf, openHttp, openStdio, openTarget, problemsOf, received, scratch, startHttp, until } from '../fixtures.ts';
import type { Opened, Overrides } from '../fixtures.ts';
import type { JsonObject } from '../../src/jsonrpc/message.ts';
import { localError, serverError } from '../rejection.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, result as resultOf } from '../scripted-server.ts';
import { fileStore, memoryStore } from './stores.ts';

const ways = ['stdio', 'http'] as const;

function openTasks(transport: 'stdio' | 'http', options: Record<string, string | number | boolean> = {}, overrides: Overrides = { tasks: { store: memoryStore() } }): Promise<Opened> {
  return (transport === 'stdio' ? openStdio : openHttp)('tasks-modern', { era: '2026-07-28', ...options }, overrides);
}

async function begin(client: Client, tool: string, args: Record<string, number> = {}): Promise<ToolTask> {
  const call = await client.callToolAsTask(tool, args);
  if (call.kind !== 'task') throw new Error('the call did not become a task');
  return call.task;
}

describe('declaring the extension', () => {
  it('is done only with a store for the ids; without one a server may not send tasks (H72, row 47)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record }, { capabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
    expect(await client.callTool('work', { ms: 20 })).toMatchObject({ structuredContent: { ms: 20 } });
    expect((await serverError(client.callTool('must', {}))).kind).toBe('missing-capability');
    expect((await localError(client.resumeTask('any'))).kind).toBe('not-supported');
    expect(received(record).some(({ line }) => typeof line === 'string' && line.includes(TASKS_EXTENSION))).toBe(false);
  });

  it('refuses the list of tasks, which this era does not have (row 47)', async () => {
    const { client } = await openTasks('stdio');
    expect((await localError(client.listTasks())).kind).toBe('not-supported');
  });
});

describe.each(ways)('a call that the server makes a task, over %s', (transport) => {
  it('is followed to its result without a word from the caller (H72, P17, B20)', async () => {
    const { client } = await openTasks(transport);
    expect(await client.callTool('work', { ms: 150 })).toMatchObject({ content: [{ text: 'Worked 150 ms.' }], structuredContent: { ms: 150 }, isError: false });
    expect(await client.callTool('quick', {})).toMatchObject({ content: [{ text: 'quick' }] });
    expect(await client.callTool('fail', {})).toMatchObject({ isError: true });
    expect(await serverError(client.callTool('break', {}))).toMatchObject({ code: -32603, message: 'boom', data: { hint: 'as asked' } });
  });

  it('hands out its handle at once where it is wanted (P17)', async () => {
    const { client } = await openTasks(transport);
    let handle: ToolTask | undefined;
    const result = await client.callTool('work', { ms: 100 }, { task: { onTask: (task) => (handle = task) } });
    expect(result.structuredContent).toEqual({ ms: 100 });
    expect(handle).toMatchObject({ tool: 'work', era: 'modern', state: { status: 'completed' } });
    expect(await handle?.result).toBe(result);
  });

  it('has its questions answered by tasks/update, each once (H72, P17)', async () => {
    const { elicit, seen } = filling({ name: 'Ada', color: 'red' });
    const { client } = await openTasks(transport, {}, { tasks: { store: memoryStore() }, handlers: { elicit } });
    const result = await client.callTool('ask-twice', {}, { reference: 'call-9' });
    expect(JSON.parse(result.content[0]?.type === 'text' ? result.content[0].text : '')).toMatchObject({ name: { action: 'accept', content: { name: 'Ada' } }, color: { action: 'accept' } });
    expect(seen.map(({ context }) => [context.requestId, context.round?.number, context.call?.name, context.call?.reference])).toEqual([
      ['name', 1, 'ask-twice', 'call-9'],
      ['color', 2, 'ask-twice', 'call-9'],
    ]);
  });

  it('is not shown a question twice that the server repeats while it digests the answer (H72)', async () => {
    const { elicit, seen } = accepting({ name: 'Ada' });
    const { client } = await openTasks(transport, { fault: 'lag' }, { tasks: { store: memoryStore() }, handlers: { elicit } });
    await client.callTool('ask', {});
    expect(seen).toHaveLength(1);
  });

  it('goes on being asked about while a person thinks, and closes the dialog when the task ends meanwhile (H72)', async () => {
    let isOpen = false;
    let isDismissed = false;
    const elicit = (_request: unknown, { signal }: { signal: AbortSignal }): Promise<ElicitResult> =>
      new Promise((resolve) => {
        isOpen = true;
        signal.addEventListener('abort', () => {
          isDismissed = true;
          resolve({ action: 'cancel' });
        });
      });
    const { client } = await openTasks(transport, {}, { tasks: { store: memoryStore() }, handlers: { elicit } });
    const task = await begin(client, 'ask');
    await until(() => isOpen);
    const { lastUpdatedAt } = task.state;
    await until(() => task.state.lastUpdatedAt !== lastUpdatedAt);
    await task.cancel();
    expect((await localError(task.result)).kind).toBe('task-cancelled');
    await until(() => isDismissed);
  });

  it('is cancelled by tasks/cancel, and by the signal of the call that waits (P06, P17)', async () => {
    const { client } = await openTasks(transport);
    const task = await begin(client, 'hang');
    await task.cancel();
    expect((await localError(task.result)).kind).toBe('task-cancelled');
    const controller = new AbortController();
    let id = '';
    const calling = client.callTool('hang', {}, {
      signal: controller.signal,
      task: {
        onTask: ({ taskId }) => {
          id = taskId;
          controller.abort();
        },
      },
    });
    expect((await localError(calling)).kind).toBe('cancelled');
    expect((await localError((await client.resumeTask(id)).result)).kind).toBe('task-cancelled');
  });
});

describe('ids that survive', () => {
  it.each(ways)('takes a task up again after a restart, with what was answered before, over %s (H72, P17)', async (transport) => {
    const folder = scratch();
    const state = path.join(folder, 'server.json');
    const store = (): ReturnType<typeof fileStore> => fileStore(path.join(folder, 'ids.json'));
    const first = accepting({ name: 'Ada' });
    const options = { era: '2026-07-28', state };
    const open = async (handlers: Overrides['handlers']): Promise<Opened> => {
      const overrides = { tasks: { store: store() }, ...(handlers === undefined ? {} : { handlers }) };
      if (transport === 'stdio') return openStdio('tasks-modern', options, overrides);
      return openTarget({ kind: 'http', url: (await startHttp('tasks-modern', options)).url, headers: {} }, overrides);
    };
    const before = await open({
      elicit: (request, context) => (context.requestId === 'name' ? first.elicit(request, context) : new Promise(() => {})),
    });
    const task = await begin(before.client, 'ask-twice');
    await until(() => JSON.stringify(task.state.raw).includes('Which color?'));
    await before.client.close();
    expect((await localError(task.result)).kind).toBe('connection-closed');
    expect(await store().list()).toMatchObject([{ taskId: task.taskId, tool: 'ask-twice', answered: expect.arrayContaining(['name']) as string[] }]);

    const second = accepting({ color: 'blue' });
    const after = await open({ elicit: second.elicit });
    const resumed = await after.client.resumeTask(task.taskId);
    expect(resumed.tool).toBe('ask-twice');
    expect((await resumed.result).content).toMatchObject([{ text: expect.stringContaining('blue') as string }]);
    expect(second.seen.map(({ context }) => context.requestId)).toEqual(['color']);
    await expect.poll(() => store().list()).toEqual([]);
  });

  it('stores as answered only what was: a question that is open yet is shown again after a restart (H72, P17)', async () => {
    const store = memoryStore();
    const question = { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: { type: 'object', properties: { x: { type: 'string' } } } } };
    const state = { taskId: 't', status: 'input_required', createdAt: new Date().toISOString(), lastUpdatedAt: new Date().toISOString(), ttlMs: null, pollIntervalMs: 50 };
    let questions: JsonObject = { first: question };
    const open = new Map<unknown, (answer: ElicitResult) => void>();
    const { client } = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, extensions: { [TASKS_EXTENSION]: {} } } },
      'tools/call': { resultType: 'task', ...state, status: 'working' },
      'tasks/get': (exchange) => answerJson(exchange, resultOf(exchange, { ...state, inputRequests: questions })),
      'tasks/update': (exchange) => {
        questions = { second: question };
        answerJson(exchange, resultOf(exchange));
      },
    }, { tasks: { store }, handlers: { elicit: (_request, { requestId }) => new Promise((resolve) => open.set(requestId, resolve)) } });
    const task = await begin(client, 'x');
    await until(() => open.has('first'));
    questions = { first: question, second: question };
    await until(() => open.has('second'));
    open.get('first')?.({ action: 'decline' });
    await until(() => store.acts.length === 2);
    expect(await store.list()).toMatchObject([{ taskId: 't', answered: ['first'] }]);
    task.detach();
  });

  it('leaves nothing behind in a store that is slow to read (H72)', async () => {
    const store = memoryStore();
    const list = async (): Promise<TaskRecord[]> => {
      const records = await store.list();
      await wait(300);
      return records;
    };
    const { client } = await openTasks('stdio', {}, { tasks: { store: { save: store.save, remove: store.remove, list } }, handlers: accepting({ name: 'Ada' }) });
    await client.callTool('ask', {});
    await until(() => store.acts.includes('remove'));
    await wait(400);
    expect([store.acts, store.records.size]).toEqual([['save', 'remove'], 0]);
  });

  it('saves an id before anybody waits for the task, and removes it when the result is known (H72)', async () => {
    const store = memoryStore();
    const { client } = await openTasks('stdio', {}, { tasks: { store } });
    const acts: string[] = [];
    await client.callTool('work', { ms: 50 }, { reference: 'r', task: { onTask: () => acts.push(...store.acts) } });
    expect(acts).toEqual(['save']);
    await until(() => store.acts.includes('remove'));
    expect(store.records.size).toBe(0);
  });

  it('follows a task although its store fails, and says that it cannot be resumed', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('disk full'));
    const { client, events } = await openTasks('stdio', {}, { tasks: { store: { save: broken, remove: broken, list: broken } } });
    expect(await client.callTool('work', { ms: 10 })).toMatchObject({ structuredContent: { ms: 10 } });
    await until(() => problemsOf(events).includes('task-store'));
  });
});

describe('servers that are wrong about tasks', () => {
  it.each([
    ['forget', 'task-lost'],
    ['no-result', 'task-lost'],
    ['no-id', 'invalid-result'],
  ])('fails in words when the server is at fault: %s (P17)', async (fault, kind) => {
    const { client } = await openTasks('stdio', { fault });
    expect(await localError(client.callTool('work', { ms: 30 }))).toMatchObject({ kind, mayHaveHappened: true });
  });

  it('takes an unknown status for work under way (P17)', async () => {
    const { client } = await openTasks('stdio', { fault: 'bad-status' });
    const task = await begin(client, 'work', { ms: 100 });
    expect(task.state).toMatchObject({ status: 'working', repairs: [{ path: 'status' }] });
    expect(await task.result).toMatchObject({ structuredContent: { ms: 100 } });
  });

  it('asks again when a question fails for a reason that may pass (P17)', async () => {
    const { client } = await openTasks('stdio', { fault: 'flaky' });
    const task = await begin(client, 'work', { ms: 50 });
    const events: TaskEvent[] = [];
    task.listen((event) => events.push(event));
    expect(await task.result).toMatchObject({ structuredContent: { ms: 50 } });
    expect(events).toContainEqual({ type: 'trouble', message: 'Busy', failures: 1 });
  });

  it('does not ask more often than is decent, whatever interval the server gives (T:H01)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openTasks('stdio', { record, fault: 'poll-zero' });
    await client.callTool('work', { ms: 500 });
    expect(methodsOf(record).filter((method) => method === 'tasks/get').length).toBeLessThanOrEqual(12);
  });

  it('cancels a task whose question nobody can answer, and says what was asked (H72)', async () => {
    const record = path.join(scratch(), 'record');
    const store = memoryStore();
    const { client } = await openTasks('stdio', { record }, { tasks: { store } });
    const error = await localError(client.callTool('ask', {}));
    expect(error.kind).toBe('not-supported');
    expect(error.message).toContain('elicitation/create (name)');
    await until(() => methodsOf(record).includes('tasks/cancel') && store.records.size === 0);
  });
});

describe('over HTTP', () => {
  it('names the task in Mcp-Name, so that it can be routed to the server that has it (P17)', async () => {
    const fixture = await startHttp('tasks-modern', { era: '2026-07-28' });
    const { client } = await openTarget({ kind: 'http', url: fixture.url, headers: {} }, { tasks: { store: memoryStore() } });
    const task = await begin(client, 'hang');
    await task.cancel();
    await localError(task.result);
    const routed = fixture.requests.filter(({ body }) => body.includes('"tasks/'));
    expect(routed.length).toBeGreaterThan(1);
    expect(routed.every(({ headers }) => headers['mcp-name'] === task.taskId)).toBe(true);
  });
});
