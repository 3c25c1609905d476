/** The main job through the contract's handlers, on real parts throughout: files, secrets, database, a public server. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostHandlers } from '@portolan/contract/contract';
import type { MessageView } from '@portolan/contract/conversations';
import type { ServerView } from '@portolan/contract/servers';
import { callsOf, textOf } from '../../test/conversation-rig.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const secret = 'sk-whole-host-0123456789';
const context = { connection: 'window-1', signal: new AbortController().signal };
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-host-'));
});
let host: Host | null = null;
afterEach(async () => {
  await host?.close();
  host = null;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<HostHandlers> {
  await host?.close();
  host = await createHost({ dataDir, shell: 'browser', version: '0' });
  return host.handlers;
}

async function first<T>(events: AsyncIterable<T>, isIt: (event: T) => boolean): Promise<T> {
  for await (const event of events) if (isIt(event)) return event;
  throw new Error('the stream ended');
}
const serverReady = (handlers: HostHandlers) => first(handlers['servers/watch']({}, context), (event) => isReady(event.type === 'snapshot' ? event.servers[0] : event.type === 'changed' ? event.server : undefined));
const isReady = (server: ServerView | undefined) => server?.state === 'ready' && server.counts.tools > 0;

async function answered(handlers: HostHandlers, conversationId: Parameters<HostHandlers['conversations/stop']>[0]['conversationId']): Promise<MessageView[]> {
  await first(handlers['conversations/watch']({ conversationId }, context), (event) => (event.type === 'snapshot' || event.type === 'conversation') && !event.conversation.isRunning && event.conversation.messageCount % 2 === 0);
  const snapshot = await first(handlers['conversations/watch']({ conversationId }, context), () => true);
  return snapshot.type === 'snapshot' ? snapshot.messages : [];
}

describe('the whole host', () => {
  it('asks a model, decides, calls a public server, answers, and finds all of it again (H01, O07, S09)', async () => {
    await using model = await startWireServer(({ path, body }) => {
      if (path.endsWith('/models')) return { headers: { 'content-type': 'application/json' }, chunks: ['{"data":[{"id":"m"}]}'] };
      const asked = JSON.stringify(body);
      if (asked.includes('Deny this')) return streamed('openai-compatible', asked.includes('not today') ? { text: 'As you wish.' } : { calls: [{ id: 'b', name: 'everything__echo', arguments: '{"message":"x"}' }] });
      return streamed('openai-compatible', asked.includes('"role":"tool"') ? { text: 'It is 5.' } : { calls: [{ id: 'a', name: 'everything__get-sum', arguments: '{"a":2,"b":3}' }] });
    });
    let handlers = await start();
    const server = await handlers['servers/add']({ name: 'everything', launch: { kind: 'stdio', command: process.execPath, args: [everything], env: [] } }, context);
    await handlers['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: true }, context);
    await serverReady(handlers);
    const provider = await handlers['providers/save']({ kind: 'openai-compatible', name: 'Mine', baseUrl: `${model.url}/v1`, key: secret, models: [] }, context);
    expect(await handlers['providers/test']({ id: provider.id }, context)).toEqual({ models: ['m'], problem: null });
    await handlers['providers/setDefault']({ model: { providerId: provider.id, model: 'm' } }, context);

    const { id } = await handlers['conversations/create']({ model: null }, context);
    const questions = handlers['interactions/watch']({}, context);
    await handlers['conversations/send']({ conversationId: id, text: 'What is 2 + 3?', attachments: [] }, context);
    const asked = await first(questions, (event) => event.type === 'added');
    if (asked.type !== 'added') throw new Error('not asked');
    expect(asked.interaction).toMatchObject({ serverName: 'everything', arguments: { a: 2, b: 3 }, tool: { name: 'get-sum' } });
    expect(await handlers['interactions/resolve']({ id: asked.interaction.id, hash: asked.interaction.hash, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } }, context)).toEqual({ accepted: true });
    let messages = await answered(handlers, id);
    expect(callsOf(messages[1])[0]).toMatchObject({ state: 'done', decidedBy: 'person', result: { content: [{ text: expect.stringContaining('5') as string }] } });
    expect(textOf(messages[1])).toBe('It is 5.');

    const more = handlers['interactions/watch']({}, context);
    await handlers['conversations/send']({ conversationId: id, text: 'Deny this', attachments: [] }, context);
    const second = await first(more, (event) => event.type === 'added');
    if (second.type !== 'added') throw new Error('not asked');
    await handlers['interactions/resolve']({ id: second.interaction.id, hash: second.interaction.hash, answer: { kind: 'tool-approval', decision: 'deny', reason: 'not today' } }, context);
    messages = await answered(handlers, id);
    expect(callsOf(messages[3])[0]).toMatchObject({ state: 'denied', denyReason: 'not today' });
    expect(textOf(messages[3])).toBe('As you wish.');
    await host?.close();
    host = null;

    for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dataDir, file);
      if (statSync(path).isFile()) expect(readFileSync(path).includes(secret), file).toBe(false);
    }
    handlers = await start();
    expect(await answered(handlers, id)).toEqual(messages);
    const found = await handlers['conversations/search']({ query: 'wish', limit: 10 }, context);
    expect(found.hits[0]).toMatchObject({ conversationId: id, title: 'What is 2 + 3?' });
  });
});
