import { describe, expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { openHttp, openSession, readUntil } from '../../test/raw-http.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { asDict, isDict } from '../engine/json.ts';
import type { Dict } from '../engine/types.ts';

const progressOf = (messages: unknown[]): unknown[] =>
  messages.filter(isDict).flatMap((message) => (message['method'] === 'notifications/progress' ? [asDict(message['params'])['progress']] : []));

describe('sleepy', () => {
  it('sleeps while others are answered (try-out 29, R12)', async () => {
    const server = openStdio('sleepy');
    await server.initialize();
    const long = server.call('sleep', { ms: 150 });
    expect(textOf(await server.call('quick'))).toBe('quick');
    expect(server.messages.filter(isDict)).toHaveLength(2);
    expect(textOf(await long)).toBe('Slept 150 ms.');
  });

  it('never answers a call that hangs (R11)', async () => {
    const server = openStdio('sleepy');
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 'hang', method: 'tools/call', params: { name: 'hang' } });
    await server.call('sleep', { ms: 50 });
    expect(server.messages.filter(isDict).some((message) => message['id'] === 'hang')).toBe(false);
  });

  it.each([false, true])('sends the late answer of a cancelled call only when it ignores the cancel: %s (P06, R25, R26)', async (ignore) => {
    const server = openStdio('sleepy', { 'ignore-cancel': ignore });
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 'late', method: 'tools/call', params: { name: 'sleep', arguments: { ms: 100 } } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'late' } });
    await server.call('sleep', { ms: 200 });
    expect(server.messages.filter(isDict).filter((message) => message['id'] === 'late')).toHaveLength(ignore ? 1 : 0);
  });
});

describe('progress', () => {
  it('reports the last step right before the response, in one write (P06, try-out 30)', async () => {
    const server = openStdio('progress');
    await server.initialize();
    const answer = await server.call('work', { steps: 3, ms: 5 }, { progressToken: 7 });
    expect(textOf(answer)).toBe('Worked 3 steps.');
    expect(progressOf(server.messages)).toEqual([1, 2, 3]);
    expect(server.messages.at(-2)).toMatchObject({ method: 'notifications/progress', params: { progress: 3, total: 3, progressToken: 7 } });
  });

  it('reports nothing to a client that gave no token', async () => {
    const server = openStdio('progress');
    await server.initialize();
    await server.call('work', { steps: 3, ms: 0 });
    expect(server.messages).toHaveLength(2);
  });

  it.each([
    ['decreasing', [{ progress: 1 }, { progress: 0 }]],
    ['wrong-token', [{ progressToken: 'nobody' }, { progressToken: 'nobody' }]],
    ['string-token', [{ progressToken: '7' }, { progressToken: '7' }]],
    ['malformed', [{ progress: 'half', total: null }, { progress: 'half' }]],
    ['no-total', [{ progress: 1 }, { progress: 2 }]],
  ])('breaks the notifications as asked: %s (R27)', async (fault, expected) => {
    const server = openStdio('progress', { fault });
    await server.initialize();
    await server.call('work', { steps: 2, ms: 0 }, { progressToken: 7 });
    expect(server.messages.filter(isDict).filter((message) => 'method' in message).map((message) => message['params'])).toMatchObject(expected);
  });

  it('reports progress after the response (R27)', async () => {
    const server = openStdio('progress', { fault: 'after' });
    await server.initialize();
    await server.call('work', { steps: 1, ms: 0 }, { progressToken: 7 });
    await server.until(() => progressOf(server.messages).length === 2);
    expect(server.messages.at(-1)).toMatchObject({ method: 'notifications/progress', params: { progress: 2 } });
  });
});

describe('floods', () => {
  it.each([
    ['notifications', 'notifications/message'],
    ['list-changed', 'notifications/tools/list_changed'],
    ['requests', 'ping'],
    ['progress', 'notifications/progress'],
  ])('floods with %s during a call (R27, R28, R29)', async (kind, method) => {
    const server = openStdio('floods', { kind, count: 2000 });
    await server.initialize();
    expect(textOf(await server.call('flood', {}, { progressToken: 1 }))).toBe('Sent 2000.');
    expect(server.messages.filter(isDict).filter((message) => message['method'] === method)).toHaveLength(2000);
  });

  it('floods by itself once initialized, at a rate (R28)', async () => {
    const server = openStdio('floods', { at: 'ready', count: 100, rate: 1000 });
    await server.initialize();
    await server.until(() => server.messages.length >= 101);
    expect(server.messages).toHaveLength(101);
  });

  it('announces a change whenever its list is read (R30)', async () => {
    const server = openStdio('floods', { kind: 'on-list' });
    await server.initialize();
    const announced = (): number => server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/tools/list_changed').length;
    for (let times = 1; times <= 3; times++) {
      await server.request('tools/list');
      await server.until(() => announced() >= times);
    }
    expect(announced()).toBe(3);
  });

  it('floods the GET stream of a session (R29)', async () => {
    const { url } = await openHttp('floods', { kind: 'list-changed', count: 50 });
    const session = await openSession(url);
    const stream = await session.get();
    const answer: Dict = (await session.request('tools/call', { name: 'flood' })).at(-1) ?? {};
    expect(resultOf(answer)).toBeTruthy();
    await readUntil(stream, (text) => text.split('tools/list_changed').length === 51);
  });
});
