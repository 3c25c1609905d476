import { describe, expect, it } from 'vitest';
import { startWireServer } from '../../test/wire-server.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { AnswerTooLong, NotAModel } from './model-errors.ts';

const json = { 'content-type': 'application/json' };

describe('guardedFetch', () => {
  it('sends to its origin and to no other (A09)', async () => {
    await using server = await startWireServer(() => ({ headers: json, chunks: ['{}'] }));
    const send = guardedFetch({ origin: 'https://api.example', hasKey: true });
    await expect(send(`${server.url}/v1/models`, { headers: { authorization: 'Bearer secret' } })).rejects.toThrow(NotAModel);
    expect(server.requests).toEqual([]);
  });

  it('takes the placeholder off when there is no key', async () => {
    await using server = await startWireServer(() => ({ headers: json, chunks: ['{}'] }));
    await guardedFetch({ origin: server.url, hasKey: false })(`${server.url}/x`, { headers: { authorization: 'Bearer none', 'x-api-key': 'none', 'x-goog-api-key': 'none', accept: 'text/event-stream' } });
    const { headers } = server.requests[0] ?? { headers: {} };
    expect(headers).toMatchObject({ accept: 'text/event-stream' });
    expect(JSON.stringify(headers)).not.toContain('none');
  });

  it('ends an answer that does not end (B06)', async () => {
    const chunk = 'x'.repeat(100_000);
    await using server = await startWireServer(() => ({ chunks: Array.from({ length: 100 }, () => chunk), close: 'hang' }));
    const response = await guardedFetch({ origin: server.url, hasKey: false, maxBytes: 1_000_000 })(`${server.url}/x`);
    await expect(response.text()).rejects.toThrow(AnswerTooLong);
    await expect.poll(() => server.requests[0]?.isAborted).toBe(true);
  });

  it('reads no more than the beginning of an error, however long it is (T:H08)', async () => {
    await using server = await startWireServer(() => ({ status: 500, headers: json, chunks: Array.from({ length: 50 }, () => 'e'.repeat(100_000)) }));
    const response = await guardedFetch({ origin: server.url, hasKey: false })(`${server.url}/x`);
    expect(response.status).toBe(500);
    expect((await response.text()).length).toBe(64_000);
  });
});
