/** The trace as a window gets it, from a whole host with real servers: nothing secret is in any byte that is sent. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createHostClient } from '@portolan/contract/client';
import type { HostClient } from '@portolan/contract/client';
import type { EventOf, InputOf, StreamName } from '@portolan/contract/contract';
import type { FramePort } from '@portolan/contract/frames';
import { CallId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import { serve } from '@portolan/contract/serve';
import type { LaunchView } from '@portolan/contract/servers';
import type { TraceSummary } from '@portolan/contract/trace';
import { startHttpFixture, stdioFixture } from '@portolan/fixture-servers/start';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';

let dataDir = '';
let host: Host;
let client: HostClient;
/** Everything the host has sent to the window since the last clearing. */
let sent: string[] = [];
let closePorts: () => void;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-trace-'));
  host = await createHost({ dataDir, shell: 'browser', version: '0' });
  const { port1, port2 } = new MessageChannel();
  const adapt = (port: typeof port1): FramePort => ({ send: (text) => port.postMessage(text), onFrame: (listener) => port.on('message', listener), onClose: (listener) => port.on('close', listener) });
  const window = adapt(port1);
  sent = [];
  port1.on('message', (text: string) => sent.push(text));
  serve(adapt(port2), host.handlers, { connection: 'window-1' });
  client = createHostClient(window);
  closePorts = () => port1.close();
});

afterEach(async () => {
  closePorts();
  await host.close();
  await rm(dataDir, { recursive: true, force: true });
});

function until<M extends StreamName>(method: M, input: InputOf<M>, isIt: (event: EventOf<M>) => boolean): Promise<EventOf<M>> {
  return new Promise((resolve, reject) => {
    const stop = client.watch(
      method,
      input,
      (event) => {
        if (!isIt(event)) return;
        stop();
        resolve(event);
      },
      (error) => reject(error ?? new Error(`${method} ended`)),
    );
  });
}

/** Rows by id, as a window puts them together, until they are what is waited for. */
async function rowsUntil(serverId: ServerId | undefined, isIt: (rows: TraceSummary[]) => boolean): Promise<TraceSummary[]> {
  let rows = new Map<number, TraceSummary>();
  await until('trace/watch', serverId === undefined ? {} : { serverId }, (event) => {
    if (event.type === 'snapshot') rows = new Map();
    for (const entry of event.entries) rows.set(entry.id, entry);
    return isIt([...rows.values()]);
  });
  return [...rows.values()].toSorted((a, b) => a.id - b.id);
}

async function exported(input: InputOf<'trace/export'>): Promise<string> {
  let text = '';
  await new Promise<void>((resolve, reject) => {
    client.watch('trace/export', input, (event) => (text += event.text), (error) => (error ? reject(error) : resolve()));
  });
  return text;
}

async function addServer(name: string, launch: LaunchView): Promise<ServerId> {
  const { id, launchHash } = await client.request('servers/add', { name, launch });
  await client.request('servers/review', { serverId: id, launchHash, start: true });
  await until('servers/watch', {}, (event) => {
    const servers = event.type === 'snapshot' ? event.servers : event.type === 'changed' ? [event.server] : [];
    return servers.some((server) => server.id === id && server.state === 'ready');
  });
  return id;
}

async function run(serverId: ServerId, name: string, args: InputOf<'tools/run'>['arguments']): Promise<void> {
  await until('tools/run', { serverId, name, arguments: args }, (event) => event.type === 'done' || event.type === 'failed');
}

describe('secrets', () => {
  it('of variables, headers, keys and tokens are in no row, entry, search or export, whoever says them (S15, T:C18, G12)', async () => {
    const [inEnv, inHeader, inBearer, inKey, inOption] = Array.from({ length: 5 }, () => `MK-${randomUUID()}`);
    const marks = [inEnv, inHeader, inBearer, inKey, inOption].map(String);
    await using model = await startWireServer(() => ({ headers: { 'content-type': 'application/json' }, chunks: ['{"data":[{"id":"m"}]}'] }));
    const http = await startHttpFixture('basic', { era: '2026-07-28' });
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const local = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [{ name: 'SOMETHING', value: `${inEnv}` }] });
    const remote = await addServer('remote', { kind: 'http', url: http.url, headers: [{ name: 'X-Tenant', value: `${inHeader}` }, { name: 'Authorization', value: `Bearer ${inBearer}` }], transport: 'auto' });
    await client.request('providers/save', { kind: 'openai-compatible', name: 'Mine', baseUrl: `${model.url}/v1`, key: `${inKey}`, models: ['m'] });
    // Arguments that equal secrets, secrets in other clothes, and servers that say them back.
    for (const serverId of [local, remote]) {
      for (const mark of marks.slice(0, 4)) {
        await run(serverId, 'echo', { message: mark });
        await run(serverId, 'echo', { message: `see https://x.example/?q=${encodeURIComponent(mark)} and ${Buffer.from(mark).toString('base64')} and {"a":"${mark}"}`, [mark]: 1 });
        // What a row is about: an address, a name.
        await expect(client.request('resources/read', { serverId, uri: `fixture://nowhere/${mark}` })).rejects.toThrow('server-error');
        await expect(client.request('prompts/get', { serverId, name: mark, arguments: {} })).rejects.toThrow('server-error');
      }
    }
    expect(http.requests.some(({ headers }) => headers['authorization'] === `Bearer ${inBearer}`)).toBe(true);

    sent = [];
    // 2 servers × 4 marks × 2 calls that were made, and the handshakes.
    const rows = await rowsUntil(undefined, (seen) => seen.filter(({ method, status }) => method === 'tools/call' && status !== 'pending').length >= 16);
    for (const { serverId, id } of rows) expect((await client.request('trace/entry', { serverId, id })).entry).not.toBeNull();
    for (const mark of marks) {
      expect(await client.request('trace/search', { text: mark.slice(0, 20) })).toEqual({ ids: [], isComplete: true });
    }
    const text = await exported({});
    expect(text.split('\n').filter(Boolean).length).toBe(rows.length + 1);

    const everything = sent.join('\n');
    expect(everything).toContain('•••');
    expect(everything).toContain('tools/call');
    for (const mark of marks) {
      for (const form of [mark, mark.slice(3), mark.slice(0, 20), Buffer.from(mark).toString('base64')]) expect(everything).not.toContain(form);
    }
    expect(rows.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['fixture://nowhere/•••', '•••']));
    // What it was about can still be seen.
    expect(everything).toContain('Echo: •••');
    const post = rows.find(({ kind, method }) => kind === 'http' && method === 'POST');
    const entry = (await client.request('trace/entry', { serverId: remote, id: post?.id ?? 0 })).entry;
    expect(entry?.exchanges[0]?.requestHeaders).toContainEqual({ name: 'x-tenant', value: '•••' });
    await http.close();
  });

  it('that changed are still struck out of what was said before (S15, T:C18)', async () => {
    const older = `MK-${randomUUID()}`;
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const serverId = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [{ name: 'K', value: older }] });
    await run(serverId, 'echo', { message: older });
    await client.request('servers/update', { serverId, launch: { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [] } });
    sent = [];
    await rowsUntil(serverId, (rows) => rows.some(({ method, status }) => method === 'tools/call' && status === 'ok'));
    const text = await exported({ serverId });
    expect(text).toContain('Echo: •••');
    expect(sent.join('\n')).not.toContain(older);
  });

  it('and everything else of the trace are never written to disk (S15, G12)', async () => {
    const said = `said-${randomUUID()}`;
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const serverId = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [] });
    await run(serverId, 'echo', { message: said });
    expect(await exported({})).toContain(said);
    for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dataDir, file);
      if (statSync(path).isFile()) expect(readFileSync(path).includes(said), file).toBe(false);
    }
  });
});

describe('from a chat', () => {
  it('a tool call leads to its exchange with request, answer, era and duration (S15, H01)', async () => {
    await using model = await startWireServer(({ path, body }) => {
      if (path.endsWith('/models')) return { headers: { 'content-type': 'application/json' }, chunks: ['{"data":[{"id":"m"}]}'] };
      return streamed('openai-compatible', JSON.stringify(body).includes('"role":"tool"') ? { text: 'Done.' } : { calls: [{ id: 'a', name: 'local__get-sum', arguments: '{"a":2,"b":3}' }] });
    });
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const serverId = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [] });
    await until('servers/watch', {}, (event) => (event.type === 'snapshot' ? event.servers : event.type === 'changed' ? [event.server] : []).some(({ counts }) => counts.tools > 0));
    const provider = await client.request('providers/save', { kind: 'openai-compatible', name: 'Mine', baseUrl: `${model.url}/v1`, key: 'a-key-of-mine', models: ['m'] });
    const { id: conversationId } = await client.request('conversations/create', { model: { providerId: provider.id, model: 'm' } });
    await client.request('conversations/send', { conversationId, text: '2 + 3?', attachments: [] });
    const asked = await until('interactions/watch', {}, (event) => event.type === 'added' || (event.type === 'snapshot' && event.interactions.length > 0));
    const interaction = asked.type === 'added' ? asked.interaction : asked.type === 'snapshot' ? asked.interactions[0] : undefined;
    if (interaction === undefined) throw new Error('not asked');
    await client.request('interactions/resolve', { id: interaction.id, hash: interaction.hash, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } });
    let callId = '';
    await until('conversations/watch', { conversationId }, (event) => {
      if (event.type !== 'snapshot' && event.type !== 'message') return false;
      const parts = (event.type === 'snapshot' ? event.messages : [event.message]).flatMap((message) => message.parts);
      const call = parts.find((part) => part.type === 'tool-call');
      if (call?.type === 'tool-call') callId = call.callId;
      return callId !== '' && parts.some((part) => part.type === 'text' && part.text === 'Done.');
    });
    const { found } = await client.request('trace/find', { callId: CallId.parse(callId) });
    expect(found?.serverId).toBe(serverId);
    const { entry } = await client.request('trace/entry', { serverId, id: found?.id ?? 0 });
    expect(entry).toMatchObject({ callId, summary: { method: 'tools/call', subject: 'get-sum', status: 'ok', era: 'legacy', protocolVersion: '2025-11-25' } });
    expect(JSON.parse(entry?.request?.text ?? '')).toMatchObject({ params: { arguments: { a: 2, b: 3 } } });
    expect(JSON.parse(entry?.response?.text ?? '')).toMatchObject({ result: { content: [{ type: 'text' }] } });
    expect(entry?.summary.durationMs).toBeGreaterThan(0);
    expect(await client.request('trace/find', { callId: CallId.parse('no-such-call') })).toEqual({ found: null });
    await client.request('trace/clear', { serverId });
    expect(await client.request('trace/find', { callId: CallId.parse(callId) })).toEqual({ found: null });
  });
});

describe('of one server', () => {
  it('is recorded until it is switched off, goes with the server, and is unknown without one (S15)', async () => {
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const serverId = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [] });
    await client.request('trace/setRecording', { serverId, isRecording: false });
    const { servers } = await until('trace/watch', { serverId }, () => true);
    expect(servers[0]).toMatchObject({ serverId, isRecording: false });
    const before = servers[0]?.count;
    await run(serverId, 'echo', { message: 'unseen' });
    expect((await until('trace/watch', { serverId }, () => true)).servers[0]?.count).toBe(before);
    await client.request('trace/setRecording', { serverId, isRecording: true });
    await run(serverId, 'echo', { message: 'seen' });
    expect(await exported({ serverId })).toContain('Echo: seen');
    expect(await exported({ serverId })).not.toContain('unseen');
    await client.request('servers/remove', { serverId });
    await expect(client.request('trace/setRecording', { serverId, isRecording: true })).rejects.toMatchObject({ problem: { code: 'server-unknown' } });
    expect(await exported({})).not.toContain('Echo: seen');
  });

  it('exports only what was asked for, each line JSON with request and answer (S15)', async () => {
    const fixture = stdioFixture('basic', { era: '2025-11-25' });
    const serverId = await addServer('local', { kind: 'stdio', command: fixture.command, args: [...fixture.args], env: [] });
    await run(serverId, 'echo', { message: 'one' });
    const rows = await rowsUntil(serverId, (seen) => seen.some(({ method, status }) => method === 'tools/call' && status === 'ok'));
    const row = rows.find(({ method }) => method === 'tools/call');
    const lines = (await exported({ serverId, ids: [row?.id ?? 0] })).trimEnd().split('\n').map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ portolan: '0', servers: [{ server: 'local' }] });
    expect(lines[1]).toMatchObject({ server: 'local', method: 'tools/call', subject: 'echo', status: 'ok', request: { method: 'tools/call' }, response: { result: { content: [{ text: 'Echo: one' }] } } });
  });
});
