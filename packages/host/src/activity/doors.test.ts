/** Every door of a real host, used once: what the activity log says of it afterwards, and what it never says (H09, M5). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActivityEntry, ActivityType } from '@portolan/contract/activity';
import { activityKinds } from '@portolan/contract/activity';
import type { HostHandlers } from '@portolan/contract/contract';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import { files } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { fixtureLaunch } from '../servers/testing/rig.ts';

const marker = (name: string): string => `MK-${name}-5b1f0c7e9a`;
const window = { connection: 'window-1', signal: new AbortController().signal };
const command = { ...window, connection: 'cli-1' };

let folder = '';
let host: Host;
let handlers: HostHandlers;
const closing: (() => PromiseLike<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-doors-'));
  host = await createHost({ dataDir: folder, shell: 'browser', version: '1.2.3' });
  ({ handlers } = host);
});
afterAll(async () => {
  await host.close();
  for (const close of closing) await close();
  await rm(folder, { recursive: true, force: true });
});

async function entries(): Promise<ActivityEntry[]> {
  return (await handlers['activity/page']({ filter: {}, from: 0, limit: 500 }, window)).entries;
}

type Wanted = Omit<Partial<ActivityEntry>, 'event'> & { event: { type: ActivityType; [field: string]: unknown } };

/** Waits for an entry like this that was written after `after`. */
async function written(wanted: Wanted, after = 0): Promise<ActivityEntry> {
  return vi.waitFor(
    async () => {
      const all = (await entries()).filter(({ id }) => id > after);
      const found = all.find((entry) => isLike(entry, wanted));
      if (found === undefined) expect(all.at(-1)).toMatchObject(wanted);
      if (found === undefined) throw new Error('not written');
      return found;
    },
    { timeout: 20_000, interval: 20 },
  );
}
function isLike(value: unknown, wanted: object): boolean {
  return expect.objectContaining(deep(wanted)).asymmetricMatch(value);
}
function deep(wanted: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(wanted).map(([name, value]: [string, unknown]) => [name, typeof value === 'object' && value !== null && !Array.isArray(value) ? (expect.objectContaining(deep(value)) as unknown) : value]));
}

async function server(name: string, preset: Parameters<typeof fixtureLaunch>[0], options: Record<string, string> = {}, env: { name: string; value: string }[] = []): Promise<ServerId> {
  const launch = fixtureLaunch(preset, options);
  if (launch.kind !== 'stdio') throw new Error('a program is meant');
  const added = await handlers['servers/add']({ name, launch: { kind: 'stdio', command: launch.command, args: launch.args, env } }, window);
  await handlers['servers/review']({ serverId: added.id, launchHash: added.launchHash, start: true }, window);
  await written({ serverId: added.id, event: { type: 'server-ready' } });
  return added.id;
}
const configured = () => {
  for (const [name, entry] of Object.entries((JSON.parse(readFileSync(join(folder, 'portolan.json'), 'utf8')) as { mcpServers: Record<string, unknown> }).mcpServers)) return { name, entry };
  throw new Error('no server');
};

/** Answers the next question as soon as it is shown. */
async function answerNext(answer: InteractionAnswer, isTogether = false): Promise<void> {
  for await (const event of handlers['interactions/watch']({}, window)) {
    const shown = event.type === 'snapshot' ? event.interactions[0] : event.type === 'added' ? event.interaction : undefined;
    if (shown === undefined) continue;
    const given = { id: shown.id, hash: shown.hash, answer };
    if (isTogether) await handlers['interactions/resolveRound']({ answers: [given] }, window);
    else await handlers['interactions/resolve'](given, window);
    return;
  }
}

describe('every door is recorded', () => {
  it('servers, trust, calls, questions, configuration, secrets, links, downloads: by whom, and without one secret (H09, M5)', async () => {
    // The host itself, and a server from its entry to its end.
    await written({ by: 'host', event: { type: 'host-started', version: '1.2.3', shell: 'browser' } });
    const asks = await server('asks', 'asks', {}, [{ name: 'API_TOKEN', value: marker('env') }]);
    await written({ by: 'person', serverId: asks, serverName: 'asks', event: { type: 'server-added' } });
    await written({ by: 'person', serverId: asks, event: { type: 'launch-reviewed' } });
    await written({ by: 'person', serverId: asks, event: { type: 'server-starting', cause: 'person' } });

    // A model's call: asked, allowed by a person for always, made; then by that rule; then denied.
    const model = await startWireServer(({ body }) => {
      const asked = JSON.stringify(body);
      const last = asked.lastIndexOf('"role":"user"');
      const code = `print('${marker('script')}')`;
      if (asked.slice(last).includes('Write a script') && !asked.slice(last).includes('"role":"tool"')) return streamed('openai-compatible', { calls: [{ id: 's', name: 'portolan__run_script', arguments: JSON.stringify({ code }) }] });
      return streamed('openai-compatible', asked.slice(last).includes('"role":"tool"') ? { text: 'Done.' } : { calls: [{ id: 'a', name: 'asks__ask', arguments: JSON.stringify({ rounds: [], state: marker('argument') }) }] });
    });
    closing.push(() => model[Symbol.asyncDispose]());
    const provider = await handlers['providers/save']({ kind: 'openai-compatible', name: 'Mine', baseUrl: `${model.url}/v1`, key: marker('provider-key'), models: [] }, window);
    await written({ by: 'person', event: { type: 'provider-changed', provider: 'Mine', change: 'added' } });
    await written({ by: 'person', event: { type: 'secret-stored', of: 'provider' } });
    await handlers['providers/setDefault']({ model: { providerId: provider.id, model: 'm' } }, window);
    await written({ event: { type: 'default-model-changed', model: 'm' } });
    const { id: chat } = await handlers['conversations/create']({ model: null }, window);
    const say = async (conversationId: ConversationId, text: string) => {
      await handlers['conversations/send']({ conversationId, text, attachments: [] }, window);
    };
    await say(chat, `Ask. ${marker('chat')}`);
    await answerNext({ kind: 'tool-approval', decision: 'allow', scope: 'always' });
    const ofChat = { serverId: asks, conversationId: chat };
    const asked = await written({ ...ofChat, by: 'model', event: { type: 'approval-asked', tool: 'ask' } });
    const decided = await written({ ...ofChat, by: 'person', event: { type: 'approval-decided', tool: 'ask', decision: 'allow', scope: 'always' } });
    const intended = await written({ ...ofChat, by: 'model', event: { type: 'call-intended', tool: 'ask' } });
    const ended = await written({ ...ofChat, by: 'server', event: { type: 'call-ended', tool: 'ask', outcome: 'done' } });
    expect([asked.callId, decided.callId, intended.callId]).toEqual([ended.callId, ended.callId, ended.callId]);
    expect(asked.id < decided.id && decided.id < intended.id && intended.id < ended.id).toBe(true);
    await written({ by: 'person', event: { type: 'permission-added', tool: 'ask', scope: 'always' } });
    await untilIdle(chat);
    await say(chat, 'Again.');
    await written({ ...ofChat, by: 'rule', event: { type: 'approval-decided', decision: 'allow', scope: null } }, ended.id);
    await untilIdle(chat);
    for (const { id } of (await handlers['rules/list']({}, window)).rules) await handlers['rules/revoke']({ ruleId: id }, window);
    const revoked = await written({ by: 'person', event: { type: 'permission-revoked', tool: 'ask' } });
    await handlers['rules/setServerProfile']({ serverId: asks, profile: 'strict' }, window);
    await written({ by: 'person', serverId: asks, event: { type: 'server-changed', fields: ['profile'] } }, revoked.id);
    await handlers['rules/setServerProfile']({ serverId: asks, profile: 'ask' }, window);
    for (const isOn of [true, false]) await handlers['results/choose']({ choice: { scope: 'tool', serverId: asks, tool: 'ask' }, isOn }, window);
    await written({ by: 'person', serverId: asks, event: { type: 'server-changed', fields: ['results'], names: ['ask'] } }, revoked.id);
    // Refused by the host itself: no permission of the person said so.
    const { id: mute } = await handlers['mutes/set']({ serverId: asks, conversationId: chat }, window);
    const muted = await written({ ...ofChat, by: 'person', event: { type: 'server-muted', isMuted: true, scope: 'chat' } }, revoked.id);
    await say(chat, 'And now.');
    await written({ ...ofChat, by: 'host', event: { type: 'approval-decided', decision: 'deny', reason: 'mute' } }, muted.id);
    await untilIdle(chat);
    await handlers['mutes/remove']({ id: mute }, window);
    await written({ ...ofChat, by: 'person', event: { type: 'server-muted', isMuted: false } }, muted.id);
    // As of several that are allowed together.
    await say(chat, 'Together.');
    await answerNext({ kind: 'tool-approval', decision: 'allow', scope: 'once' }, true);
    await written({ ...ofChat, by: 'person', event: { type: 'approval-decided', decision: 'allow', scope: 'once' } }, muted.id);
    await untilIdle(chat);
    // A command that relies on what was allowed in advance is told why it does not run.
    await handlers['rules/save']({ serverId: asks, tool: 'ask', effect: 'allow', conditions: [], conversationId: null }, window);
    const { id: always } = await handlers['mutes/set']({ serverId: asks, conversationId: null }, window);
    const forbidden = await handlers['calls/prepare']({ serverId: asks, name: 'ask', arguments: {} }, command);
    expect(forbidden.isAllowed).toBe(false);
    expect(() => handlers['calls/run']({ serverId: asks, name: 'ask', arguments: {}, hash: forbidden.hash, by: 'rule' }, command)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'call-not-allowed', details: { server: 'asks', tool: 'ask', reason: 'muted' } }) as object }));
    await handlers['mutes/remove']({ id: always }, window);
    for (const { id } of (await handlers['rules/list']({}, window)).rules) await handlers['rules/revoke']({ ruleId: id }, window);
    await say(chat, 'Once more.');
    await answerNext({ kind: 'tool-approval', decision: 'deny', reason: `Wrong folder, and never show ${marker('env')}` });
    const denied = await written({ ...ofChat, by: 'person', event: { type: 'approval-decided', decision: 'deny', scope: null } }, revoked.id);
    expect(denied.event).toMatchObject({ note: expect.stringContaining('Wrong folder, and never show') });
    // Found again by what the person said, and in which case.
    const found = await handlers['activity/page']({ filter: { terms: [{ text: 'wrong', words: [] }, { text: 'folder', words: [] }] }, from: 0, limit: 10 }, window);
    expect(found.entries.map(({ id }) => id)).toEqual([denied.id]);
    await untilIdle(chat);

    await handlers['results/choose']({ choice: { scope: 'chat', conversationId: chat }, isOn: true }, window);
    await say(chat, 'And show me what it says.');
    await answerNext({ kind: 'tool-approval', decision: 'allow', scope: 'once' });
    await answerNext({ kind: 'result-review', action: 'withhold', note: marker('note') });
    await written({ ...ofChat, by: 'person', event: { type: 'result-reviewed', tool: 'ask', action: 'withhold' } });
    await untilIdle(chat);

    // By hand and from the command line.
    const drain = async (stream: AsyncIterable<unknown>) => {
      for await (const _event of stream);
    };
    const form = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object', properties: { nickname: { type: 'string' } } } } };
    const page = { method: 'elicitation/create', params: { mode: 'url', message: 'Look', url: `https://example.com/page?code=${marker('query')}`, elicitationId: 'e1' } };
    const run = (request: object) => drain(handlers['tools/run']({ serverId: asks, name: 'ask', arguments: { rounds: [{ q: request }] } as never }, window));
    const byHand = run(form);
    await answerNext({ kind: 'elicitation', action: 'accept', content: { nickname: marker('field') } });
    await byHand;
    await written({ by: 'person', serverId: asks, conversationId: null, callId: null, event: { type: 'call-intended', tool: 'ask' } });
    await written({ by: 'person', serverId: asks, event: { type: 'elicitation', mode: 'form', action: 'accept', fields: ['nickname'] } });
    const declined = run(page);
    await answerNext({ kind: 'elicitation', action: 'decline' });
    await declined;
    await written({ by: 'person', event: { type: 'elicitation', mode: 'url', action: 'decline', host: 'example.com' } });
    // What nobody is asked about: an address that poses as another, a form that is none.
    for (const refused of [{ ...page, params: { ...page.params, url: `https://user:${marker('password')}@evil.example/x` } }, { ...form, params: { message: 'Who?', requestedSchema: { type: 'array' } } }]) await run(refused).catch(() => undefined);
    const hostile = await written({ by: 'host', serverId: asks, event: { type: 'elicitation', mode: 'url', action: 'decline', host: 'evil.example', reason: 'address' } });
    expect(hostile.event).toMatchObject({ detail: expect.stringContaining('a user name or a password') });
    await written({ by: 'host', serverId: asks, event: { type: 'elicitation', mode: 'form', reason: 'unusable' } });
    const prepared = await handlers['calls/prepare']({ serverId: asks, name: 'ask', arguments: { rounds: [] } }, command);
    await drain(handlers['calls/run']({ serverId: asks, name: 'ask', arguments: { rounds: [] }, hash: prepared.hash, by: 'once' }, command));
    await written({ by: 'cli', serverId: asks, event: { type: 'approval-decided', decision: 'allow', scope: 'once' } });
    await written({ by: 'cli', serverId: asks, event: { type: 'call-intended', tool: 'ask' } });

    // What it may ask of models, folders it hears of, what is on and off.
    await handlers['servers/setAsks']({ serverId: asks, sampling: 'ask' }, window);
    await written({ serverId: asks, event: { type: 'server-changed', fields: ['sampling'] } });
    await handlers['servers/setRoots']({ serverId: asks, roots: [folder] }, window);
    await written({ serverId: asks, event: { type: 'roots-changed', added: [folder] } });
    await handlers['servers/setToolEnabled']({ serverId: asks, tool: 'hang', isEnabled: false }, window);
    await written({ serverId: asks, event: { type: 'server-changed', fields: ['tools'], names: ['hang'] } });
    const stopped = (await written({ event: { type: 'server-changed', fields: ['tools'] } })).id;
    await handlers['servers/stop']({ serverId: asks }, window);
    await written({ by: 'person', serverId: asks, event: { type: 'server-stopped' } }, stopped);
    await handlers['servers/start']({ serverId: asks }, command);
    await written({ by: 'cli', serverId: asks, event: { type: 'server-starting' } }, stopped);
    await written({ serverId: asks, event: { type: 'server-ready' } }, stopped);
    const sampled = run({ method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: marker('prompt') } }], maxTokens: 10 } });
    await answerNext({ kind: 'sampling', action: 'deny' });
    await sampled;
    await written({ by: 'person', serverId: asks, event: { type: 'sampling', outcome: 'denied' } });

    // A server that dies, and one that becomes something else.
    const { pid } = await viewOf(asks);
    process.kill(pid ?? 0, 'SIGKILL');
    await written({ by: 'server', serverId: asks, event: { type: 'server-ended', isCrash: true, willRetry: true } });
    await handlers['servers/setEnabled']({ serverId: asks, isEnabled: false }, command);
    await written({ by: 'cli', serverId: asks, event: { type: 'server-enabled', isEnabled: false } });
    const rug = await server('rug', 'rug-pull', { after: '1' });
    await drain(handlers['tools/run']({ serverId: rug, name: 'weather', arguments: { city: 'Oslo' } }, window));
    await written({ by: 'server', serverId: rug, event: { type: 'definitions-changed', tools: ['weather'] } });
    const { suspended } = await handlers['pins/changes']({ serverId: rug }, window);
    const tools = suspended.map(({ tool, hash }) => ({ tool, hash }));
    await handlers['pins/keepOff']({ serverId: rug, tools }, window);
    await written({ by: 'person', serverId: rug, event: { type: 'definitions-kept-off', tools: ['weather'] } });
    await handlers['pins/accept']({ serverId: rug, tools }, window);
    await written({ by: 'person', serverId: rug, event: { type: 'definitions-accepted', tools: ['weather'] } });
    await handlers['pins/acknowledge']({ serverId: rug }, window);
    await written({ by: 'person', serverId: rug, event: { type: 'definitions-acknowledged' } });

    // Secrets by name, settings, links, the file edited outside.
    await handlers['servers/setSecrets']({ serverId: rug, secrets: [{ name: 'KEY', value: marker('secret') }] }, window);
    await written({ by: 'person', serverId: rug, event: { type: 'secret-stored', of: 'server', name: 'KEY' } });
    await handlers['servers/setSecrets']({ serverId: rug, secrets: [{ name: 'KEY', value: '' }] }, window);
    await written({ serverId: rug, event: { type: 'secret-removed', of: 'server', name: 'KEY' } });
    await handlers['settings/update']({ theme: 'dark' }, window);
    await written({ by: 'person', event: { type: 'settings-changed', fields: ['theme'] } });
    await handlers['links/open']({ url: `https://example.org/a?token=${marker('link')}#${marker('fragment')}` }, window);
    await written({ by: 'person', event: { type: 'link-opened', address: 'https://example.org/a' } });
    // Asked for and refused, as it leads into this computer: written all the same.
    await handlers['images/load']({ url: `http://127.0.0.1:9/a.png?q=${marker('image')}` }, window);
    await written({ by: 'person', event: { type: 'image-loaded', address: 'http://127.0.0.1:9/a.png' } });
    host.installLink(`portolan://install?config=${marker('install')}`);
    await written({ by: 'host', event: { type: 'install-link-received', isUsable: false } });
    const { name, entry } = configured();
    await writeFile(join(folder, 'portolan.json'), readFileSync(join(folder, 'portolan.json'), 'utf8').replace('"mcpServers": {', `"mcpServers": {\n"by-hand": ${JSON.stringify(entry)},`));
    expect(name).toBe('asks');
    await written({ by: 'file', serverName: 'by-hand', event: { type: 'server-added' } });

    // A script of the model's.
    const { id: scripting } = await handlers['conversations/create']({ model: null }, window);
    await handlers['conversations/setRunsScripts']({ conversationId: scripting, isOn: true }, window);
    await say(scripting, 'Write a script.');
    await answerNext({ kind: 'tool-approval', decision: 'allow', scope: 'once' });
    await written({ by: 'person', conversationId: scripting, serverName: 'Portolan', event: { type: 'approval-decided', tool: 'host:run_script', decision: 'allow', scope: 'once' } });
    await written({ by: 'model', conversationId: scripting, event: { type: 'script-ended', outcome: 'done', calls: 0 } });
    await untilIdle(scripting);

    // A download, and what is taken in from elsewhere.
    const registry = await startRegistry();
    closing.push(() => registry[Symbol.asyncDispose]());
    const bytes = zip(files());
    registry.files.set('/weather.mcpb', bytes);
    registry.entries = [{ server: { name: 'io.example/one', version: '1.0.0', packages: [{ registryType: 'mcpb', identifier: `${registry.url}/weather.mcpb`, fileSha256: createHash('sha256').update(bytes).digest('hex'), transport: { type: 'stdio' } }] } }];
    await handlers['settings/update']({ registryUrl: registry.url }, window);
    await handlers['registry/bundle']({ name: 'io.example/one', version: '1.0.0', choice: 'package-0' }, window);
    await written({ by: 'import', event: { type: 'downloaded', what: 'bundle', name: 'io.example/one 1.0.0' } });
    const trial = await handlers['servers/prepareTrial']({ launch: { kind: 'stdio', command: process.execPath, args: ['-e', '0'], env: [] } }, window);
    await drain(handlers['servers/trial']({ name: 'tried', launch: { kind: 'stdio', command: process.execPath, args: ['-e', '0'], env: [] }, launchHash: trial.launchHash }, window));
    await written({ by: 'person', serverName: 'tried', event: { type: 'server-starting', cause: 'trial' } });
    await handlers['servers/remove']({ serverId: rug }, window);
    await written({ by: 'person', serverId: rug, serverName: 'rug', event: { type: 'server-removed' } });

    // Out of the log itself.
    let csv = '';
    for await (const { text } of handlers['activity/export']({ filter: {}, format: 'csv' }, window)) csv += text;
    let json = '';
    for await (const { text } of handlers['activity/export']({ filter: {}, format: 'json' }, window)) json += text;
    await written({ by: 'person', event: { type: 'log-exported', format: 'csv' } });
    expect((JSON.parse(json) as unknown[]).length).toBeGreaterThan(40);

    // Every kind of entry there is, but what has a test of its own: sign-ins, the log's own bounds, and the end of the host.
    const seen = new Set((await entries()).map(({ event }) => event.type));
    const elsewhere: ActivityType[] = ['roots-refused', 'signed-in', 'signed-out', 'host-stopped', 'log-trimmed', 'log-left-out'];
    expect(Object.values(activityKinds).flat().filter((type) => !seen.has(type)).toSorted()).toEqual(elsewhere.toSorted());

    // Not one of the values that went through these doors stands in it.
    const everything = `${csv}${json}${JSON.stringify(await entries())}`;
    expect(everything.match(/MK-[\w-]+/g)).toBeNull();
  }, 60_000);
});

async function untilIdle(conversationId: ConversationId): Promise<void> {
  for await (const event of handlers['conversations/watch']({ conversationId }, window)) if ((event.type === 'snapshot' || event.type === 'conversation') && !event.conversation.isRunning) return;
}

async function viewOf(id: ServerId) {
  for await (const event of handlers['servers/watch']({}, window)) {
    const found = event.type === 'snapshot' ? event.servers.find((each) => each.id === id) : undefined;
    if (found !== undefined) return found;
  }
  throw new Error('no such server');
}
