/** Trace context in `_meta`, when it is wanted. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { accepting } from './asking.ts';
import { openHttp, problemsOf, until } from './fixtures.ts';
import type { Overrides } from './fixtures.ts';

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** The `_meta` of each request that a fixture got after the handshake. */
async function metasOf(era: string, overrides: Overrides, act: (client: Awaited<ReturnType<typeof openHttp>>['client']) => Promise<unknown>): Promise<JsonObject[]> {
  const { client, fixture } = await openHttp('basic', { era }, overrides);
  const before = fixture.requests.length;
  await act(client);
  return fixture.requests.slice(before).flatMap(({ json }) => {
    const { method, id, params } = (json ?? {}) as { method?: string; id?: number; params?: { _meta?: JsonObject } };
    return method === undefined || id === undefined ? [] : [params?._meta ?? {}];
  });
}

describe('trace context', () => {
  it.each(['2025-11-25', '2026-07-28'])('is made for every request, a new trace each, %s (P03, row 21)', async (era) => {
    const metas = await metasOf(era, { trace: true }, async (client) => {
      await client.listTools();
      await client.callTool('echo', { message: 'x' });
      await client.complete({ type: 'ref/prompt', name: 'review' }, { name: 'language', value: '' }, {});
    });
    const parents = metas.map(({ traceparent }) => (typeof traceparent === 'string' ? traceparent : ''));
    expect(parents).toHaveLength(3);
    for (const parent of parents) expect(parent).toMatch(form);
    expect(new Set(parents.map((parent) => form.exec(parent)?.[1])).size).toBe(3);
  });

  it('is left out unless it is wanted (P03)', async () => {
    const metas = await metasOf('2026-07-28', {}, (client) => client.callTool('echo', { message: 'x' }));
    expect(Object.keys(metas[0] ?? {})).not.toContain('traceparent');
  });

  it('of the host goes as it is, with its state and baggage, asked for by call (row 21)', async () => {
    const asked: unknown[] = [];
    const context = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', tracestate: 'vendor=1', baggage: 'user=ada' };
    const trace = (request: { method: string; reference: string | undefined }) => {
      asked.push(request);
      return request.reference === 'call-1' ? context : undefined;
    };
    const metas = await metasOf('2026-07-28', { trace }, async (client) => {
      await client.callTool('echo', { message: 'x' }, { reference: 'call-1' });
      await client.callTool('echo', { message: 'y' });
    });
    expect(metas[0]).toMatchObject(context);
    expect(Object.keys(metas[1] ?? {})).not.toContain('traceparent');
    expect(asked).toEqual([{ method: 'tools/call', reference: 'call-1' }, { method: 'tools/call', reference: undefined }]);
  });

  it.each(['', 'x', '00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${'1'.repeat(32)}-00f067aa0ba902b7-01`])('of the host that is not of the W3C form is left out and reported: %j (row 21)', async (traceparent) => {
    const { client, fixture, events } = await openHttp('basic', { era: 'modern' }, { trace: () => ({ traceparent }) });
    await client.callTool('echo', { message: 'x' });
    expect(fixture.requests.at(-1)?.body).not.toContain('traceparent');
    await until(() => problemsOf(events).includes('trace-context'));
  });

  it('stays one trace over the rounds of a call, with a span for each (P03, P18)', async () => {
    const { client, fixture } = await openHttp('multi-round', { era: 'modern' }, { trace: true, handlers: { elicit: accepting({ name: 'Ada' }).elicit } });
    await client.callTool('ask-name', {});
    const parents = fixture.requests.filter(({ body }) => body.includes('"tools/call"')).map(({ body }) => form.exec(/"traceparent":"([^"]*)"/.exec(body)?.[1] ?? ''));
    expect(parents).toHaveLength(2);
    expect(parents[0]?.[1]).toBe(parents[1]?.[1]);
    expect(parents[0]?.[2]).not.toBe(parents[1]?.[2]);
  });
});
