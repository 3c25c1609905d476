/** Tasks of 2025-11-25 as their receiver: servers that ask for answers as tasks. */
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client.ts';
import type { ElicitRequest, ElicitResult, InputContext } from '../../src/handlers.ts';
import type { JsonObject } from '../../src/jsonrpc/message.ts';
import { accepting } from '../asking.ts';
import { openHttp, openStdio, received, scratch, until } from '../fixtures.ts';
import type { Opened, Overrides } from '../fixtures.ts';
import { localError } from '../rejection.ts';
import path from 'node:path';

const ways = ['stdio', 'http'] as const;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function open(transport: 'stdio' | 'http', overrides: Overrides, options: Record<string, string> = {}): Promise<Opened> {
  return (transport === 'stdio' ? openStdio : openHttp)('tasks-legacy', { era: '2025-11-25', ...options }, overrides);
}

async function callJson(client: Client, tool: string, args: JsonObject): Promise<unknown> {
  const [block] = (await client.callTool(tool, args)).content;
  return JSON.parse(block?.type === 'text' ? block.text : 'null');
}

/** What the client answers to one request of the server. */
function ask(client: Client, method: string, params: JsonObject = {}): Promise<unknown> {
  return callJson(client, 'ask-client', { method, params });
}

const form = { message: 'What is your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } };

async function askAsTask(client: Client, task: JsonObject = {}): Promise<string> {
  const answer = await ask(client, 'elicitation/create', { ...form, task });
  const { taskId } = (answer as { result: { task: { taskId: string } } }).result.task;
  return taskId;
}

/** A handler whose answers are given by the test. */
function dialogs(): { elicit: (request: ElicitRequest, context: InputContext) => Promise<ElicitResult>; open: { context: InputContext; answer: (result: ElicitResult) => void }[] } {
  const opened: ReturnType<typeof dialogs>['open'] = [];
  return {
    open: opened,
    elicit: (_request, context) =>
      new Promise((resolve) => {
        opened.push({ context, answer: resolve });
        context.signal.addEventListener('abort', () => resolve({ action: 'cancel' }));
      }),
  };
}

describe('what is declared', () => {
  it.each([
    [{ elicit: accepting().elicit }, { elicitation: { create: {} } }],
    [{ elicit: accepting().elicit, sample: () => Promise.resolve({ action: 'reject' as const }) }, { sampling: { createMessage: {} }, elicitation: { create: {} } }],
  ])('is what there are handlers for (H71, P16)', async (handlers, requests) => {
    const record = path.join(scratch(), 'record');
    await open('stdio', { handlers }, { record });
    const initialize = received(record).find(({ line }) => typeof line === 'string' && line.includes('"initialize"'));
    expect(JSON.parse(String(initialize?.['line']))).toMatchObject({ params: { capabilities: { tasks: { list: {}, cancel: {}, requests } } } });
  });

  it('is nothing without handlers, or when the host says no: then the answer itself is given (H71)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await open('stdio', { handlers: { elicit: accepting({ name: 'Ada' }).elicit }, tasks: { receives: false } }, { record });
    expect(await ask(client, 'elicitation/create', { ...form, task: {} })).toEqual({ result: { action: 'accept', content: { name: 'Ada' } } });
    expect(await ask(client, 'tasks/get', { taskId: 'x' })).toMatchObject({ error: { code: -32601 } });
    expect(received(record).some(({ line }) => typeof line === 'string' && line.includes('"tasks":'))).toBe(false);
  });
});

describe.each(ways)('an elicitation asked for as a task, over %s', (transport) => {
  it('is answered at once with a task, and its result is given when the person has answered (H71, P16, row 46)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open(transport, { handlers: { elicit } });
    const calling = callJson(client, 'elicit-as-task', { ttl: 30_000 });
    await until(() => dialog.length === 1);
    dialog[0]?.answer({ action: 'accept', content: { name: 'Ada' } });
    const told = (await calling) as { created: { task: JsonObject }; seen: string[]; result: JsonObject };
    expect(told.created.task).toMatchObject({ taskId: expect.stringMatching(uuid) as string, status: 'working', ttl: 30_000, pollInterval: 1_000 });
    expect(told.seen).toEqual(['working', 'completed']);
    expect(told.result).toEqual({
      result: { action: 'accept', content: { name: 'Ada' }, _meta: { 'io.modelcontextprotocol/related-task': { taskId: told.created.task['taskId'] } } },
    });
  });

  it('is cancelled by the server: the dialog closes, and it stays cancelled (H71, P16)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open(transport, { handlers: { elicit } });
    const taskId = await askAsTask(client);
    expect(await ask(client, 'tasks/cancel', { taskId })).toMatchObject({ result: { taskId, status: 'cancelled' } });
    await until(() => dialog[0]?.context.signal.aborted === true);
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ result: { status: 'cancelled' } });
    expect(await ask(client, 'tasks/result', { taskId })).toMatchObject({ error: { code: -32000 } });
    expect(await ask(client, 'tasks/cancel', { taskId })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('limits of what servers may leave with us', () => {
  it('gives ids that cannot be guessed, lists what there is, and knows nothing else (H71)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open('stdio', { handlers: { elicit } });
    const ids = [await askAsTask(client), await askAsTask(client)];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(uuid);
    const listed = (await ask(client, 'tasks/list')) as { result: { tasks: { taskId: string }[] } };
    expect(listed.result.tasks.map(({ taskId }) => taskId)).toEqual(ids);
    expect(await ask(client, 'tasks/list', { cursor: 'x' })).toMatchObject({ error: { code: -32602 } });
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) expect(await ask(client, method, { taskId: 'guess' })).toMatchObject({ error: { code: -32602 } });
    for (const { answer } of dialog) answer({ action: 'decline' });
  });

  it('runs only so many at once (H71, row 43)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open('stdio', { handlers: { elicit }, caps: { inboundRequests: 2 } });
    await askAsTask(client);
    await askAsTask(client);
    expect(await ask(client, 'elicitation/create', { ...form, task: {} })).toMatchObject({ error: { code: -32603, data: { reason: 'too-many-tasks', limit: 2 } } });
    dialog[0]?.answer({ action: 'decline' });
    await askAsTask(client);
    expect(dialog).toHaveLength(3);
  });

  it('bounds how long a task is kept, and closes its dialog when its time is over (H71)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open('stdio', { handlers: { elicit } });
    expect(await ask(client, 'elicitation/create', { ...form, task: { ttl: 1e15 } })).toMatchObject({ result: { task: { ttl: 86_400_000 } } });
    const taskId = await askAsTask(client, { ttl: 1 });
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ result: { ttl: 1_000 } });
    await until(() => dialog[1]?.context.signal.aborted === true);
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ error: { code: -32602 } });
  });

  it('tells the server nothing of a handler that fails, and fails the task (row 39)', async () => {
    const { client } = await open('stdio', { handlers: { elicit: () => Promise.reject(new Error('/home/me/secret')) } });
    const taskId = await askAsTask(client);
    expect(await ask(client, 'tasks/result', { taskId })).toEqual({ error: { code: -32603, message: 'Internal error' } });
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ result: { status: 'failed' } });
  });

  it('refuses what is malformed before there is a task (row 40)', async () => {
    const { client } = await open('stdio', { handlers: { elicit: accepting().elicit } });
    expect(await ask(client, 'elicitation/create', { message: 'x', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } }, task: {} })).toMatchObject({ error: { code: -32602 } });
    expect(await ask(client, 'tasks/list')).toEqual({ result: { tasks: [] } });
  });

  it('does not let the clock of the call run while the person thinks, as without a task (row 18)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open('stdio', { handlers: { elicit } });
    const calling = client.callTool('elicit-as-task', {}, { limits: { idleMs: 400, totalMs: 400 } });
    await until(() => dialog.length === 1);
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    dialog[0]?.answer({ action: 'accept', content: { name: 'Ada' } });
    expect(await calling).toMatchObject({ isError: false });
  });

  it('closes every dialog when the connection ends (R19)', async () => {
    const { elicit, open: dialog } = dialogs();
    const { client } = await open('stdio', { handlers: { elicit } });
    await askAsTask(client);
    const waiting = localError(client.callTool('ask-client', { method: 'tasks/result', params: { taskId: 'x' } }));
    await client.close();
    expect(dialog[0]?.context.signal.aborted).toBe(true);
    await waiting.catch(() => undefined);
  });
});
