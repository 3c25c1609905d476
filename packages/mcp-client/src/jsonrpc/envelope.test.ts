import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage, readMessages } from './envelope.ts';
import type { Json } from './message.ts';

describe('readMessage', () => {
  it('reads well-formed messages without repairs', () => {
    const messages: Json[] = [
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'echo' } },
      { jsonrpc: '2.0', method: 'notifications/progress', params: {} },
      { jsonrpc: '2.0', id: 1, result: { tools: [] } },
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no', data: [1] } },
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse' } },
    ];
    for (const message of messages) expect(readMessage(message)).toEqual({ kind: 'message', message, repairs: [] });
  });

  it.each<[string, Json, Json]>([
    ['"error": null beside a result', { jsonrpc: '2.0', id: 1, result: { a: 1 }, error: null }, { jsonrpc: '2.0', id: 1, result: { a: 1 } }],
    ['no jsonrpc member', { id: 1, result: {} }, { jsonrpc: '2.0', id: 1, result: {} }],
    ['a null result', { jsonrpc: '2.0', id: 1, result: null }, { jsonrpc: '2.0', id: 1, result: {} }],
    ['a float code, no message', { jsonrpc: '2.0', id: 1, error: { code: -32000.5 } }, { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'The server gave no error message.' } }],
    ['an error that is a string', { jsonrpc: '2.0', id: 1, error: 'boom' }, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'boom' } }],
    ['null params', { jsonrpc: '2.0', method: 'notifications/x', params: null }, { jsonrpc: '2.0', method: 'notifications/x' }],
    ['a notification with a null id', { jsonrpc: '2.0', id: null, method: 'notifications/x' }, { jsonrpc: '2.0', method: 'notifications/x' }],
  ])('repairs %s and says so, so that no call hangs on it (H09)', (_name, value, message) => {
    const reading = readMessage(value);
    expect(reading).toMatchObject({ kind: 'message', message });
    expect(reading.kind === 'message' ? reading.repairs.length : 0).toBeGreaterThan(0);
  });

  it('drops extra top-level members without complaint (H09)', () => {
    expect(readMessage({ jsonrpc: '2.0', id: 1, result: {}, extra: true })).toEqual({ kind: 'message', message: { jsonrpc: '2.0', id: 1, result: {} }, repairs: [] });
  });

  it('names the request that a refused answer would have answered (H09, R24)', () => {
    expect(readMessage({ jsonrpc: '2.0', id: 7, result: [1] })).toMatchObject({ kind: 'refused', id: 7 });
    expect(readMessage({ jsonrpc: '2.0', id: 7 })).toMatchObject({ kind: 'refused', id: 7 });
    for (const value of [null, 1, 'x', [], { result: {} }, { id: {}, error: {} }, { id: null, method: 'ping' }, { method: 'x', params: [] }] as Json[]) {
      const reading = readMessage(value);
      expect(reading.kind).toBe('refused');
      expect(reading).not.toHaveProperty('id');
    }
  });

  it('never throws, whatever the value', () => {
    assert(
      property(jsonValue(), (value) => {
        const readings = readMessages(JSON.parse(JSON.stringify(value)) as Json);
        for (const { kind } of readings) expect(['message', 'refused']).toContain(kind);
      }),
    );
  });
});

describe('readMessages', () => {
  it('splits a batch of 2025-03-26 and keeps its order (R21)', () => {
    const readings = readMessages([{ jsonrpc: '2.0', method: 'notifications/a' }, 5, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(readings.map(({ kind }) => kind)).toEqual(['message', 'refused', 'message']);
  });
});
