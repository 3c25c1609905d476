/** Finding the era and connecting, over stdio and HTTP, with every revision. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../src/connect.ts';
import { ConnectError } from '../src/errors.ts';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { callText, methodsOf, openHttp, openStdio, openTarget, problemsOf, received, scratch, scriptTarget, startHttp, stdioTarget } from './fixtures.ts';
import { scriptedStdio } from './scripted-stdio.ts';

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };
const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

async function failure(promise: Promise<unknown>): Promise<ConnectError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

describe('over stdio', () => {
  it.each(legacy)('connects to a server of %s in one process (P01, row 1, row 4, bug B24)', async (era) => {
    const { client, verdict, processes } = await openStdio('basic', { era });
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: era });
    expect(client.protocolVersion).toBe(era);
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
    expect(processes.map(({ type }) => type)).toEqual(['spawned']);
  });

  it.each(['2026-07-28', 'both'])('speaks the modern era with a server of %s, in one process (P01, row 2, row 4, bug B24)', async (era) => {
    const record = path.join(scratch(), 'record');
    const { client, verdict, processes } = await openStdio('basic', { era, record });
    expect(verdict).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
    expect(client.server.name).not.toBe('');
    expect(await callText(client, 'get-sum', { a: 2, b: 3 })).toContain('5');
    expect(processes).toHaveLength(1);
    expect(methodsOf(record)).not.toContain('initialize');
  });

  it('sends the envelope with every modern request (P03, row 20, row 22)', async () => {
    const record = path.join(scratch(), 'record');
    const { client } = await openStdio('basic', { era: 'modern', record }, { logLevel: 'warning', handlers: { roots: async () => [] } });
    await client.listTools();
    await client.callTool('echo', { message: 'x' });
    const requests = received(record).flatMap(({ line }) => (typeof line === 'string' ? [JSON.parse(line) as { id?: number; method: string; params: JsonObject }] : []));
    expect(requests.length).toBeGreaterThanOrEqual(3);
    for (const request of requests.filter(({ id }) => id !== undefined)) {
      expect(request.params['_meta']).toMatchObject({
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': identity.client,
        'io.modelcontextprotocol/clientCapabilities': { roots: {} },
        ...(request.method === 'server/discover' ? {} : { 'io.modelcontextprotocol/logLevel': 'warning' }),
      });
    }
  });

  it('starts a server that dies of the probe once more, as an old one (row 4)', async () => {
    const { verdict, processes } = await openStdio('basic', { era: '2024-11-05', probe: 'exit' });
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
    expect(processes.map(({ type }) => type)).toEqual(['spawned', 'gone', 'spawned']);
  });

  it('skips the probe with a remembered verdict and asks again when it fails (P01, row 5)', async () => {
    const record = path.join(scratch(), 'record');
    const at = Date.now();
    const fresh = await openTarget(stdioTarget('basic', { era: '2025-11-25', record }), { verdict: { era: 'legacy', protocolVersion: '2025-11-25', at } });
    expect(fresh.verdict.era).toBe('legacy');
    expect(methodsOf(record)).not.toContain('server/discover');
    const stale = await openStdio('basic', { era: '2026-07-28' }, { verdict: { era: 'legacy', protocolVersion: '2025-11-25', at } });
    expect(stale.verdict.era).toBe('modern');
    const downgraded = await openStdio('basic', { era: '2025-11-25' }, { verdict: { era: 'modern', protocolVersion: '2026-07-28', at } });
    expect(downgraded.verdict.era).toBe('legacy');
  });

  it('keeps to the era it is told (P01)', async () => {
    const { verdict } = await openStdio('basic', { era: 'both' }, { era: 'legacy' });
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
    const error = await failure(connect({ ...identity, target: stdioTarget('basic', { era: '2025-11-25' }), era: 'modern' }));
    expect(error.kind).toBe('not-mcp');
  });

  it('asks a server that died under an old verdict again, and starts it no third time (R02)', async () => {
    const processes: string[] = [];
    const verdict = { era: 'legacy' as const, protocolVersion: '2025-11-25', at: Date.now() };
    const error = await failure(connect({ ...identity, target: stdioTarget('dies'), verdict, onProcess: ({ type }) => processes.push(type) }));
    expect(error.kind).toBe('exited');
    expect(processes).toEqual(['spawned', 'gone', 'spawned', 'gone']);
  });

  it('does not start a command twice that cannot be started (R01)', async () => {
    const verdict = { era: 'legacy' as const, protocolVersion: '2025-11-25', at: Date.now() };
    const error = await failure(connect({ ...identity, target: { kind: 'stdio', command: 'no-such-command', args: [], env: {} }, verdict }));
    expect(error).toMatchObject({ kind: 'spawn', attempts: [] });
  });

  it('does not believe a verdict from long ago (row 5)', async () => {
    const at = Date.now() - 8 * 24 * 60 * 60 * 1000;
    const { verdict } = await openStdio('basic', { era: 'both' }, { verdict: { era: 'legacy', protocolVersion: '2025-11-25', at } });
    expect(verdict.era).toBe('modern');
  });

  it.each([
    ['-32020', /proxy between may strip/],
    ['-32021', /needs abilities .*: elicitation/],
    ['-32022', /refuses the very protocol version/],
  ])('stays modern after error %s and says what is wrong (row 2, B27)', async (discover, message) => {
    const record = path.join(scratch(), 'record');
    const error = await failure(connect({ ...identity, target: stdioTarget('basic', { era: 'modern', discover, record }) }));
    expect(error.kind).toBe('version');
    expect(error.message).toMatch(message);
    expect(methodsOf(record)).not.toContain('initialize');
  });

  it('tolerates a server without version, name or capabilities (row 1)', async () => {
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.method==='initialize')console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{serverInfo:{version:7}}}));else if(m.id!==undefined)console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,error:{code:-32601,message:'no'}}))})`;
    const { client, events } = await openTarget(scriptTarget(script));
    expect(client).toMatchObject({ protocolVersion: '2024-11-05', server: { name: '', version: '7' } });
    expect(problemsOf(events)).toContain('version-missing');
    expect(await client.listTools()).toEqual({ items: [], refused: [], isTruncated: false });
  });

  it('offers an older revision to a server that refuses the newest instead of answering with its own (try-out 43)', async () => {
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.id===undefined)return;const v=m.params&&m.params.protocolVersion;console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,...(v==='2025-03-26'?{result:{protocolVersion:v,capabilities:{},serverInfo:{name:'old',version:'1'}}}:{error:{code:-32602,message:'Unsupported protocol version'}})}))})`;
    const { client } = await openTarget(scriptTarget(script));
    expect(client.protocolVersion).toBe('2025-03-26');
  });

  it('takes the preview that some of the first servers speak, with its form of results (row 1)', async () => {
    const { client } = await openTarget(scriptedStdio('2024-10-07', `on['tools/call']=(m)=>answer(m,{toolResult:'done'})`));
    expect(client.protocolVersion).toBe('2024-10-07');
    expect((await client.callTool('x', {})).content).toMatchObject([{ type: 'text', text: 'done' }]);
  });

  it('says what is wrong with initialize in a version that has none (row 1)', async () => {
    const error = await failure(connect({ ...identity, target: scriptedStdio('2025-11-25', `on.initialize=(m)=>answer(m,{protocolVersion:'2026-07-28',capabilities:{},serverInfo:{name:'x',version:'1'}})`) }));
    expect(error.kind).toBe('version');
    expect(error.message).toMatch(/answers initialize with version 2026-07-28, which has no initialize/);
  });

  it('names the versions when there is none in common (row 1)', async () => {
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.id!==undefined)console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,...(m.method==='initialize'?{result:{protocolVersion:'2023-01-01',capabilities:{},serverInfo:{name:'x',version:'1'}}}:{error:{code:-32601,message:'no'}})}))})`;
    const error = await failure(connect({ ...identity, target: scriptTarget(script) }));
    expect(error.kind).toBe('version');
    expect(error.message).toContain('2023-01-01');
    expect(error.message).toContain('2025-11-25');
  });
});

describe('over HTTP', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('connects to a server of %s over Streamable HTTP (P01, P02)', async (era) => {
    const { client, verdict } = await openHttp('basic', { era });
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: era });
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it.each(['2026-07-28', 'both'])('speaks the modern era with a server of %s (P01, P02)', async (era) => {
    const { client, verdict } = await openHttp('basic', { era });
    expect(verdict.era).toBe('modern');
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it('falls back to HTTP+SSE when both probe and initialize are refused (row 10, H83)', async () => {
    const { client, verdict } = await openHttp('basic', { era: '2024-11-05' });
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it.each(['500', '503', '404', '400'])('falls back to initialize when the probe meets status %s (row 3)', async (probe) => {
    const { verdict } = await openHttp('basic', { era: '2025-11-25', probe });
    expect(verdict.era).toBe('legacy');
  });

  it.each(['accepted', 'no-content', 'html', 'reset', 'end-stream'])('falls back to initialize when the probe is met with %s (row 3)', async (fault) => {
    const { verdict } = await openHttp('http-faults', { era: '2025-11-25', fault, on: 'server/discover' });
    expect(verdict.era).toBe('legacy');
  });

  it('uses the transport it is told (P02)', async () => {
    const fixture = await startHttp('basic', { era: '2024-11-05' });
    const target = { kind: 'http' as const, url: fixture.url, headers: {} };
    const { verdict } = await openTarget({ ...target, transport: 'sse' });
    expect(verdict.protocolVersion).toBe('2024-11-05');
    const error = await failure(connect({ ...identity, target: { ...target, transport: 'streamable-http' } }));
    expect(error).toMatchObject({ kind: 'http', status: expect.any(Number) });
  });

  it.each([
    ['legacy', '2026-07-28', 'modern'],
    ['modern', '2025-11-25', 'legacy'],
  ] as const)('asks again when the remembered era %s does not fit (P01, row 5)', async (remembered, era, found) => {
    const { verdict } = await openHttp('basic', { era }, { verdict: { era: remembered, protocolVersion: '', at: Date.now() } });
    expect(verdict.era).toBe(found);
  });

  it('stays modern after error -32021 (row 2)', async () => {
    const fixture = await startHttp('basic', { era: 'both', discover: '-32021' });
    const error = await failure(connect({ ...identity, target: { kind: 'http', url: fixture.url, headers: {} } }));
    expect(error.kind).toBe('version');
    expect(error.message).toContain('elicitation');
  });

  it.each(['unauthorized', 'insufficient-scope'])('hands a challenge on as needs-authorization (%s)', async (fault) => {
    const fixture = await startHttp('http-faults', { fault, on: '*' });
    const error = await failure(connect({ ...identity, target: { kind: 'http', url: fixture.url, headers: {} } }));
    expect(error.kind).toBe('needs-authorization');
    expect(error.wwwAuthenticate).toContain('Bearer');
  });

  it('says that a web page is no MCP server (try-out, R55)', async () => {
    const fixture = await startHttp('html');
    const error = await failure(connect({ ...identity, target: { kind: 'http', url: fixture.url, headers: {} } }));
    expect(error.kind).toBe('not-mcp');
  });

  it('says that nothing listens, at once (R46)', async () => {
    const error = await failure(connect({ ...identity, target: { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} } }));
    expect(error.kind).toBe('network');
    expect(error.message).toContain('127.0.0.1:9');
  });

  it('starts a new session when the old one is gone and repeats the call (row 7, bug B9, H79, R64, try-out 31)', async () => {
    const { client, events } = await openHttp('http-faults', { era: '2025-11-25', fault: 'session-lost', on: 'tools/call' });
    expect(await callText(client, 'echo', { message: 'again' })).toBe('Echo: again');
    expect(problemsOf(events)).toContain('session-renewed');
    expect(events.filter(({ type }) => type === 'list-changed').length).toBeGreaterThan(0);
  });

  it('mirrors marked arguments into headers, also when the tools were never listed (row 30)', async () => {
    const { client } = await openHttp('basic', { era: 'modern' });
    expect(await callText(client, 'region-echo', { region: 'eu-1' })).toBe('Region: eu-1');
    await client.listTools();
    expect(await callText(client, 'region-echo', { region: 'Zürich' })).toBe('Region: Zürich');
  });
});

describe('a handshake that is not to be', () => {
  it('can be cancelled at once', async () => {
    const controller = new AbortController();
    const connecting = failure(connect({ ...identity, target: stdioTarget('silent'), signal: controller.signal }));
    setTimeout(() => controller.abort(), 100);
    expect((await connecting).kind).toBe('cancelled');
  });
});
