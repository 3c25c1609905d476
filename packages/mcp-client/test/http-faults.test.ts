/** The whole client against HTTP that goes wrong: every fault settles at once, says what happened, and spoils nothing after. */
import { describe, expect, it } from 'vitest';
import { LocalError } from '../src/errors.ts';
import { callText, openHttp, problemsOf } from './fixtures.ts';

const eras = ['2025-11-25', '2026-07-28'] as const;
const caps = { frameBytes: 2_000_000 };

async function rejection(promise: Promise<unknown>): Promise<LocalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LocalError)) throw new Error(`expected a LocalError, got ${String(error)}`);
  return error;
}

describe.each(eras)('a call to a server of %s', (era) => {
  it.each<[string, string, RegExp]>([
    ['status', 'http-status', /HTTP 500/],
    ['unauthorized', 'http-status', /HTTP 401/],
    ['insufficient-scope', 'http-status', /HTTP 403/],
    ['html', 'content-type', /web page.*Sign in/],
    ['no-content', 'http-status', /no answer/],
    ['accepted', 'http-status', /no answer/],
    ['truncated-json', 'content-type', /cut off/],
    ['truncated-gzip', 'network', /cut off/],
    ['gzip-bomb', 'cap', /larger than 2000000/],
    ['endless', 'cap', /larger than 2000000/],
    ['endless-event', 'cap', /larger than 2000000/],
    ['reset', 'network', /reset|closed/],
    ['cut-body', 'network', /closed|shorter/],
    ['cut-stream', 'stream-ended', /before the answer/],
    ['cut-event', 'stream-ended', /before the answer/],
    ['end-stream', 'stream-ended', /before the answer/],
    ['redirect', 'http-status', /another origin/],
    ['redirect-loop', 'http-status', /more than 5 times/],
  ])('met by %s is lost as %s, and the next one works (R49, R53–R61, T:H08, row 9, row 12, row 13, bug B8)', async (fault, kind, message) => {
    const { client } = await openHttp('http-faults', { era, fault, on: 'tools/call', times: fault === 'redirect-loop' ? 6 : 1, bytes: fault === 'gzip-bomb' ? 20_000_000 : 20 }, { caps });
    const error = await rejection(client.callTool('echo', { message: 'lost' }));
    expect(error).toMatchObject({ kind: 'request-lost', mayHaveHappened: true, lost: { kind } });
    expect(error.message).toMatch(message);
    expect(await callText(client, 'echo', { message: 'next' })).toBe('Echo: next');
  });

  it.each(['wrong-type', 'no-type', 'sse-noise'])('met by %s is answered all the same, and the oddity named (R56)', async (fault) => {
    const { client, events } = await openHttp('http-faults', { era, fault, on: 'tools/call' });
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('right after all');
    expect(problemsOf(events)).toEqual([fault === 'sse-noise' ? 'not-json' : 'content-type']);
  });

  it('met by silence ends at its limit, is cancelled at the server, and the next one works (R48, R50)', async () => {
    const { client } = await openHttp('http-faults', { era, fault: 'stall', on: 'tools/call', times: 1 });
    const error = await rejection(client.callTool('echo', { message: 'x' }, { limits: { idleMs: 150 } }));
    expect(error).toMatchObject({ kind: 'idle-timeout', mayHaveHappened: true });
    expect(await callText(client, 'echo', { message: 'next' })).toBe('Echo: next');
  });

  it('met by 429 hears when to come again (R52)', async () => {
    const { client } = await openHttp('http-faults', { era, fault: 'status', on: 'tools/call', status: 429, 'retry-after': '17' });
    expect((await rejection(client.callTool('echo', { message: 'x' }))).message).toMatch(/HTTP 429.*Retry-After: 17/);
  });

  it('met by a refusal keeps its challenge (R67, R68)', async () => {
    const { client } = await openHttp('http-faults', { era, fault: 'unauthorized', on: 'tools/call', metadata: 'http://127.0.0.1/.well-known/oauth-protected-resource' });
    expect((await rejection(client.callTool('echo', { message: 'x' }))).lost?.wwwAuthenticate).toContain('resource_metadata=');
  });
});

describe('a call that loses its connection before its answer', () => {
  it('is fetched with Last-Event-ID in the legacy era, with its progress shown once (R61, R62, P06, row 7)', async () => {
    const { client } = await openHttp('http-faults', { era: '2025-11-25', fault: 'cut-call' });
    const shown: number[] = [];
    const result = await client.callTool('cut-call', {}, { onProgress: ({ progress }) => shown.push(progress) });
    expect(result.content[0]).toMatchObject({ text: 'fetched after the cut' });
    expect(shown).toEqual([1]);
  });

  it('is lost at once in the modern era (R61, H81, row 8, row 9)', async () => {
    const { client } = await openHttp('http-faults', { era: '2026-07-28', fault: 'cut-call' });
    expect(await rejection(client.callTool('cut-call', {}))).toMatchObject({ lost: { kind: 'stream-ended' }, mayHaveHappened: true });
  });
});

describe('servers built on the official packages, over HTTP', () => {
  it.each([
    ['sdk-v1', {}, 'legacy'],
    ['sdk-v2', {}, 'modern'],
    ['sdk-v2', { era: 'modern' }, 'modern'],
  ] as const)('%s %o is spoken to in the %s era (P01, P02, P03)', async (name, options, era) => {
    const { client, events } = await openHttp(name, options);
    expect(client.era).toBe(era);
    expect((await client.listTools()).items.map((tool) => tool.name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    expect(await callText(client, 'echo', { message: 'hi' })).toContain('hi');
    const [resource] = (await client.listResources()).items;
    expect((await client.readResource(resource?.uri ?? '')).contents).toHaveLength(1);
    expect((await client.listPrompts()).items.length).toBeGreaterThan(0);
    expect(await client.ping()).toBeGreaterThan(0);
    expect(problemsOf(events)).toEqual([]);
  });
});
