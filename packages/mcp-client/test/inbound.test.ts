/** Requests of legacy servers while calls of ours are under way: deadlines, floods, cancelling, the end. */
import { describe, expect, it } from 'vitest';
import type { ElicitResult, InputContext } from '../src/handlers.ts';
import { LocalError } from '../src/errors.ts';
import type { TapEvent } from '../src/transport/transport.ts';
import { accepting, askRound, form, openAsks, rejection } from './asking.ts';
import { callText, openStdio, problemsOf, until } from './fixtures.ts';

const name = form({ name: { type: 'string' } });
const wire = { rounds: [{ f: { method: name.method, params: name.params ?? {} } }] };

/** A dialog that stays open until the test answers it. */
function dialog(): { elicit: (request: unknown, context: InputContext) => Promise<ElicitResult>; contexts: InputContext[]; answer: (result: ElicitResult) => void } {
  const contexts: InputContext[] = [];
  const { promise, resolve } = Promise.withResolvers<ElicitResult>();
  return {
    contexts,
    answer: resolve,
    elicit: (_request, context) => {
      contexts.push(context);
      return promise;
    },
  };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

describe('the clock of a call', () => {
  it.each(['stdio', 'http'] as const)('stands still while a dialog of that call is open, over %s (row 18, P06)', async (transport) => {
    const { elicit, contexts, answer } = dialog();
    const { client } = await openAsks(transport, '2025-11-25', { elicit });
    const calling = client.callTool('ask', wire, { limits: { idleMs: 300, totalMs: 500 } });
    await until(() => contexts.length === 1);
    await later(900);
    answer({ action: 'accept', content: { name: 'slow' } });
    expect((await calling).isError).toBe(false);
  });

  it('goes on afterwards with what was left (row 18)', async () => {
    const { elicit, contexts, answer } = dialog();
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    const calling = rejection(client.callTool('ask-then-hang', {}, { limits: { idleMs: 400 } }));
    await until(() => contexts.length === 1);
    await later(600);
    expect(contexts[0]?.signal.aborted).toBe(false);
    answer({ action: 'decline' });
    expect(await calling).toMatchObject({ kind: 'idle-timeout' });
  });

  it('runs on for calls that are not waiting for the person (row 18)', async () => {
    const { elicit, contexts } = dialog();
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    const waiting = rejection(client.callTool('ask', wire, { limits: { idleMs: 300 } }));
    await until(() => contexts.length === 1);
    const other = await rejection(client.callTool('hang', {}, { limits: { idleMs: 200 } }));
    expect(other).toMatchObject({ kind: 'idle-timeout' });
    expect(contexts[0]?.signal.aborted).toBe(false);
    await client.close();
    expect(await waiting).toMatchObject({ kind: 'connection-closed' });
  });
});

describe('whose question it is', () => {
  it('is not guessed when several calls are under way over stdio (rule H33)', async () => {
    const { elicit, contexts, answer } = dialog();
    const { client } = await openAsks('stdio', '2025-11-25', { elicit });
    const first = client.callTool('ask', wire, { reference: 'one' });
    await until(() => contexts.length === 1);
    expect(contexts[0]?.call).toMatchObject({ reference: 'one', isCertain: false });
    const second = client.callTool('ask', wire, { reference: 'two' });
    await until(() => contexts.length === 2);
    expect(contexts[1]?.call).toBeUndefined();
    answer({ action: 'cancel' });
    await Promise.all([first, second]);
  });

  it('is certain over HTTP, where each call has a stream of its own (rule H33)', async () => {
    const { elicit, contexts, answer } = dialog();
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    const calls = ['one', 'two', 'three'].map((reference) => client.callTool('ask', wire, { reference }));
    await until(() => contexts.length === 3);
    expect(new Set(contexts.map(({ call }) => call?.reference))).toEqual(new Set(['one', 'two', 'three']));
    expect(contexts.every(({ call }) => call?.isCertain)).toBe(true);
    answer({ action: 'cancel' });
    await Promise.all(calls);
  });
});

describe('a flood of questions', () => {
  it('reaches the host sixteen at a time; the others get a typed error (row 43)', async () => {
    const { elicit, contexts, answer } = dialog();
    const { client, events } = await openAsks('http', '2025-11-25', { elicit });
    const flooding = callText(client, 'ask-many', { count: 500 });
    await until(() => contexts.length === 16);
    await client.ping();
    expect(contexts).toHaveLength(16);
    answer({ action: 'decline' });
    expect(JSON.parse(await flooding)).toEqual({
      answered: 16,
      refused: 484,
      error: { code: -32603, message: expect.stringContaining('limit is 16'), data: { reason: 'too-many-requests', limit: 16 } },
    });
    await until(() => problemsOf(events).includes('too-many-requests'));
    expect(JSON.parse(await callText(client, 'ask-many', { count: 16 }))).toMatchObject({ answered: 16, refused: 0 });
  });
});

describe('a question taken back', () => {
  it.each(['stdio', 'http'] as const)('closes its dialog, and the answer that comes too late goes nowhere, over %s (P13, row 16)', async (transport) => {
    const { elicit, contexts, answer } = dialog();
    const { client } = await openAsks(transport, '2025-11-25', { elicit });
    expect(await callText(client, 'ask-cancel')).toBe('Taken back.');
    await until(() => contexts[0]?.signal.aborted === true);
    answer({ action: 'accept', content: { name: 'late' } });
    expect(await askRound(client, { f: name })).toMatchObject({ f: { action: 'accept' } });
  });
});

describe('the end of the connection', () => {
  it('closes every open dialog and settles every call (R07, rule H34)', async () => {
    const { elicit, contexts } = dialog();
    const { client } = await openAsks('stdio', '2025-11-25', { elicit });
    const calls = [1, 2, 3].map(() => rejection(client.callTool('ask', wire)));
    await until(() => contexts.length === 3);
    await client.close();
    expect(contexts.every(({ signal }) => signal.aborted)).toBe(true);
    for (const error of await Promise.all(calls)) {
      expect(error).toBeInstanceOf(LocalError);
      expect(error).toMatchObject({ kind: 'connection-closed' });
    }
  });
});

describe('a modern server', () => {
  it('that sends requests as the old ones did gets an error, and nobody is asked (row 44)', async () => {
    const { elicit, seen } = accepting();
    const { client, events } = await openStdio('asks', { era: 'modern' }, { handlers: { elicit } });
    await client.callTool('ask-cancel', {});
    await until(() => problemsOf(events).includes('request-in-modern'));
    expect(seen).toEqual([]);
  });
});

describe('a call that is cancelled while its dialog is open', () => {
  it.each(['stdio', 'http'] as const)('takes the dialog with it, and the server hears that it was dismissed, over %s (P06, rule H34)', async (transport) => {
    const { elicit, contexts } = dialog();
    const sent: unknown[] = [];
    const tap = (event: TapEvent): void => {
      if (event.kind === 'message' && event.direction === 'out') sent.push(event.message);
    };
    const { client } = await openAsks(transport, '2025-11-25', { elicit }, { tap });
    const controller = new AbortController();
    const calling = rejection(client.callTool('ask', wire, { signal: controller.signal }));
    await until(() => contexts.length === 1);
    controller.abort();
    expect(await calling).toMatchObject({ kind: 'cancelled' });
    expect(contexts[0]?.signal.aborted).toBe(true);
    expect(sent.slice(-2)).toMatchObject([{ id: contexts[0]?.requestId, result: { action: 'cancel' } }, { method: 'notifications/cancelled' }]);
    // The sixteen places are free again.
    expect((await client.callTool('ask-cancel', {})).isError).toBe(false);
  });
});
