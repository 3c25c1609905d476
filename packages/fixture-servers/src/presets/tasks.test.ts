import { describe, expect, it } from 'vitest';
import { resultOf } from '../../test/messages.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { schemaOf } from '../../test/schemas.ts';
import { asDict } from '../engine/json.ts';
import { metaKey } from '../engine/modern.ts';

const legacy = schemaOf('2025-11-25');
const declared = { [metaKey.clientCapabilities]: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } } };

describe('tasks-legacy', () => {
  it('says of each tool whether it may be a task, and answers as the schema wants (P16)', async () => {
    const server = openStdio('tasks-legacy', { era: '2025-11-25' });
    await server.initialize();
    const tools = resultOf(await server.request('tools/list'));
    expect(legacy('ListToolsResult', tools)).toEqual([]);
    expect(tools['tools']).toContainEqual(expect.objectContaining({ name: 'must', execution: { taskSupport: 'required' } }));
    const created = resultOf(await server.request('tools/call', { name: 'must', arguments: { ms: 60_000 }, task: {} }));
    expect(legacy('CreateTaskResult', created)).toEqual([]);
    const { taskId } = asDict(created['task']);
    expect(legacy('GetTaskResult', resultOf(await server.request('tasks/get', { taskId })))).toEqual([]);
    expect(legacy('ListTasksResult', resultOf(await server.request('tasks/list')))).toEqual([]);
    expect(legacy('CancelTaskResult', resultOf(await server.request('tasks/cancel', { taskId })))).toEqual([]);
    expect(await server.request('tools/call', { name: 'must' })).toMatchObject({ error: { code: -32601 } });
    expect(await server.request('tools/call', { name: 'never', task: {} })).toMatchObject({ error: { code: -32601 } });
  });

  it('gives the result only when there is one (P16)', async () => {
    const server = openStdio('tasks-legacy', { era: '2025-11-25' });
    await server.initialize();
    const { taskId } = asDict(resultOf(await server.request('tools/call', { name: 'work', arguments: { ms: 150 }, task: {} }))['task']);
    expect(resultOf(await server.request('tasks/result', { taskId }))).toMatchObject({ structuredContent: { ms: 150 }, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
  });
});

describe('tasks-modern', () => {
  it('makes tasks only of calls that can take one (P17)', async () => {
    const server = openStdio('tasks-modern', { era: '2026-07-28' });
    expect(resultOf(await server.modern('tools/call', { name: 'work' }, declared))).toMatchObject({ resultType: 'task', taskId: expect.any(String) as string, pollIntervalMs: 50, ttlMs: null });
    expect(resultOf(await server.modern('tools/call', { name: 'work' }))).toMatchObject({ resultType: 'complete' });
    expect(await server.modern('tools/call', { name: 'must' })).toMatchObject({ error: { code: -32021, data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } } } });
    expect(await server.modern('tasks/get', { taskId: 'x' })).toMatchObject({ error: { code: -32021 } });
    expect(await server.modern('tasks/get', { taskId: 'x' }, declared)).toMatchObject({ error: { code: -32602 } });
  });

  it('asks on the way and takes each answer once (P17)', async () => {
    const server = openStdio('tasks-modern', { era: '2026-07-28' });
    const { taskId } = resultOf(await server.modern('tools/call', { name: 'ask' }, declared));
    expect(resultOf(await server.modern('tasks/get', { taskId }, declared))).toMatchObject({ resultType: 'complete', status: 'input_required', inputRequests: { name: { method: 'elicitation/create' } } });
    const answer = (name: string) => server.modern('tasks/update', { taskId, inputResponses: { name: { action: 'accept', content: { name } }, unknown: {} } }, declared);
    expect(resultOf(await answer('Ada'))).toMatchObject({ resultType: 'complete' });
    await answer('Eve');
    expect(resultOf(await server.modern('tasks/get', { taskId }, declared))).toMatchObject({ status: 'completed', result: { content: [{ text: '{"name":{"action":"accept","content":{"name":"Ada"}}}' }] } });
  });
});
