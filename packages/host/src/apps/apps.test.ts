import { AppEvent } from '@portolan/contract/apps';
import type { CallContext } from '@portolan/contract/contract';
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import { CallId, ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import { describe, expect, it } from 'vitest';
import type { ApprovalOutcome, ApprovalRequest, AvailableTool, StoredMessage } from '../ports.ts';
import { Apps } from './apps.ts';
import type { AppServersPort } from './app-servers.ts';
import { readToolUi } from './ui-meta.ts';

const serverId = ServerId.parse('s1');
const conversationId = ConversationId.parse('c1');
const callId = CallId.parse('call1');
const uri = 'ui://page';

function tool(name: string, meta: object = {}, change: Partial<AvailableTool['view']> = {}): AvailableTool {
  const raw = { name, inputSchema: { type: 'object' }, _meta: { ...meta } };
  const ui = readToolUi(raw);
  return { serverId, serverName: 'Clock', launchHash: 'h', name, inputSchema: {}, view: { name, inputSchema: {}, isEnabled: true, repairs: [], model: { name, changes: [] }, raw, ...(ui === undefined ? {} : { ui }), ...change } };
}

function world(options: { outcome?: (request: ApprovalRequest) => ApprovalOutcome | Promise<ApprovalOutcome>; spend?: boolean; call?: Partial<ToolCallView>; html?: string } = {}) {
  const did: string[] = [];
  const requests: ApprovalRequest[] = [];
  const call: ToolCallView = { type: 'tool-call', callId, serverId, serverName: 'Clock', tool: 'show', app: { resourceUri: uri }, arguments: {}, state: 'done', interactionId: null, decidedBy: 'person', progress: null, result: null, problem: null, startedAt: 1, endedAt: 2, ...options.call };
  const message: StoredMessage = { id: MessageId.parse('m1'), conversationId, role: 'assistant', createdAt: 0, parts: [call], status: 'complete', problem: null, model: null, usage: null, providerState: [] };
  const conversation: ConversationView = { id: conversationId, title: 'Chat', createdAt: 0, updatedAt: 0, model: null, isRunning: false, messageCount: 1 };
  const tools = new Map([tool('show', { ui: { resourceUri: uri } }), tool('own', { ui: { visibility: ['app'] } }), tool('plain'), tool('hidden', { ui: { visibility: ['model'] } }), tool('off', {}, { isEnabled: false }), tool('changed', {}, { pin: { state: 'suspended', reasons: [] } as never })].map((each) => [each.name, each]));
  const servers: AppServersPort = {
    serverName: () => 'Clock',
    tool: (id, name) => (id === serverId ? (tools.get(name) ?? null) : null),
    callTool: async (id, name, args, { keepsMeta }) => {
      did.push(`call ${id} ${name} ${JSON.stringify(args)} ${keepsMeta === true ? 'meta' : ''}`.trim());
      return { content: [{ type: 'text', text: 'ok' }], isError: false, repairs: [], meta: { view: 1 } };
    },
    readContents: async (_id, of) => [{ content: { kind: 'text', uri: of, mimeType: 'text/html;profile=mcp-app', text: page.html }, meta: { ui: { csp: { connectDomains: page.connect } } } }],
    listResources: async () => [],
    isContained: () => false,
    log: (_id, level, text) => void did.push(`log ${level} ${text}`),
  };
  const known = new Map<string, string>();
  const page = { html: options.html ?? '<p>', connect: ['https://a.example.com', '*'] };
  const apps = new Apps({
    servers,
    pages: { last: (id, of) => known.get(`${id} ${of}`) ?? null, know: (id, of, hash) => void known.set(`${id} ${of}`, hash) },
    store: {
      get: () => conversation,
      messages: () => [message],
      journalCall: ({ tool: name, by }) => void did.push(`intend ${name} ${by}`),
      settleCall: (_id, outcome) => void did.push(`settle ${outcome}`),
    },
    approvals: {
      decide: async (request) => {
        requests.push(request);
        return (await options.outcome?.(request)) ?? { decision: 'allow', by: 'person', hash: 'x' };
      },
      spend: () => options.spend ?? true,
    },
    sandbox: { addressOf: (instance) => `http://${instance}.localhost:1/`, serve: (_instance, policy) => void did.push(`serve ${/connect-src [^;]*/.exec(policy)?.[0]}`), end: () => void did.push('end') },
  });
  return { apps, did, requests, page };
}

const context = (connection = 'tab-1', signal = new AbortController().signal): CallContext => ({ connection, signal });

/** An app that is shown until the returned function is called. */
async function shown(apps: Apps, connection = 'tab-1') {
  const controller = new AbortController();
  const events = apps.open({ conversationId, callId }, { connection, signal: controller.signal });
  const first = AppEvent.parse((await events.next()).value);
  if (first.type !== 'ready') throw new Error(first.type);
  return {
    ...first,
    next: async () => AppEvent.parse((await events.next()).value),
    end: async () => {
      controller.abort();
      await events.next();
    },
  };
}
const codeOf = (work: Promise<unknown>) => work.then(() => 'fine', (error: unknown) => (error instanceof HostError ? error.problem.code : String(error)));

describe('apps that are shown', () => {
  it('get a page, a policy of parsed origins and an address of their own, each showing another (P23, I12, I13)', async () => {
    const { apps, did } = world();
    const [one, two] = [await shown(apps), await shown(apps)];
    expect(one).toMatchObject({ html: '<p>', reach: { connect: ['https://a.example.com'], dropped: [{ of: 'connect', entry: '*', reason: 'too-wide' }] }, tool: { name: 'show' } });
    expect(one.address).toBe(`http://${one.instance}.localhost:1/`);
    expect(one.instance).not.toBe(two.instance);
    await one.end();
    expect(did).toEqual(['serve connect-src data: blob: https://a.example.com', 'serve connect-src data: blob: https://a.example.com', 'end']);
    expect(await codeOf(apps.call({ instance: one.instance, name: 'plain', arguments: {} }, context()))).toBe('app-gone');
    expect(await codeOf(apps.call({ instance: two.instance, name: 'plain', arguments: {} }, context()))).toBe('fine');
  });

  it('are refused where there is none, its page is too large, or its tool is suspended or off (P23, H03)', async () => {
    const open = (call: Partial<ToolCallView>, html = '<p>') => codeOf(shown(world({ call, html }).apps));
    expect(await codeOf(shown(world({ call: { serverId: null } }).apps))).toBe('app-unusable');
    expect(await open({}, '\u0001'.repeat(3_000_000))).toBe('app-unusable');
    expect(await open({ tool: 'changed' })).toBe('tool-suspended');
    expect(await open({ tool: 'off' })).toBe('tool-unknown');
  });
});

describe('the page of an app', () => {
  it('that is another one, or may reach something else, is told of until the person knows it (H03, P23)', async () => {
    const { apps, page } = world();
    const isChanged = async () => (await shown(apps)).isPageChanged === true;
    expect([await isChanged(), await isChanged()]).toEqual([false, false]);
    page.html = '<p>other';
    expect([await isChanged(), await isChanged()]).toEqual([true, true]);
    const { instance } = await shown(apps);
    expect(() => apps.knowPage({ instance }, context('tab-2'))).toThrow('app-gone');
    apps.knowPage({ instance }, context());
    expect(await isChanged()).toBe(false);
    page.connect = ['https://a.example.com', 'https://b.example.com'];
    expect(await isChanged()).toBe(true);
    // What is not granted changes nothing.
    apps.knowPage({ instance: (await shown(apps)).instance }, context());
    page.connect = [...page.connect, 'http://c.example.com'];
    expect(await isChanged()).toBe(false);
  });
});

describe('what an app asks for', () => {
  it('is asked like a call of the model’s, marked as the app’s, journalled and told (I14, H01)', async () => {
    const { apps, did, requests } = world();
    const app = await shown(apps);
    const { result } = await apps.call({ instance: app.instance, name: 'own', arguments: { a: 1 } }, context());
    expect(result).toEqual({ content: [{ type: 'text', text: 'ok' }], isError: false, _meta: { view: 1 } });
    expect(requests).toMatchObject([{ conversationId, conversationTitle: 'Chat', arguments: { a: 1 }, readBefore: [], ofApp: callId, tool: { name: 'own' } }]);
    expect(requests[0]?.callId).not.toBe(callId);
    expect(did.slice(1)).toEqual(['intend own app', 'call s1 own {"a":1} meta', 'settle done']);
    expect([await app.next(), await app.next(), await app.next()]).toMatchObject([{ type: 'call', tool: 'own', state: 'waiting' }, { state: 'running' }, { state: 'done' }]);
  });

  it('is refused for a tool that is not its server’s, not for apps, off or suspended, and nobody is asked (I14)', async () => {
    const { apps, did, requests } = world();
    const app = await shown(apps);
    const call = (name: string) => codeOf(apps.call({ instance: app.instance, name, arguments: {} }, context()));
    expect([await call('hidden'), await call('off'), await call('changed'), await call('of-another-server'), await call('__proto__')]).toEqual(['tool-unknown', 'tool-unknown', 'tool-suspended', 'tool-unknown', 'tool-unknown']);
    expect([requests, did.slice(1)]).toEqual([[], []]);
  });

  it('can be asked by no other window, whoever knows its name (I12)', async () => {
    const { apps } = world();
    const { instance } = await shown(apps, 'tab-1');
    expect(await codeOf(apps.call({ instance, name: 'plain', arguments: {} }, context('tab-2')))).toBe('app-gone');
    expect(await codeOf(apps.readResource({ instance, uri: 'a:b' }, context('tab-2')))).toBe('app-gone');
    expect(() => apps.log({ instance, level: 'info', text: 'x' }, context('tab-2'))).toThrow('app-gone');
  });

  it('is not done when the person says no, when it changed meanwhile, or when the app is gone by then (I14, C11)', async () => {
    const denied = world({ outcome: () => ({ decision: 'deny', by: 'person', reason: null }) });
    const one = await shown(denied.apps);
    expect(await codeOf(denied.apps.call({ instance: one.instance, name: 'plain', arguments: {} }, context()))).toBe('call-not-allowed');
    expect(denied.did).toHaveLength(1);
    expect(await one.next()).toMatchObject({ state: 'waiting' });
    expect(await one.next()).toMatchObject({ state: 'denied' });
    const changed = world({ spend: false });
    const two = await shown(changed.apps);
    expect(await codeOf(changed.apps.call({ instance: two.instance, name: 'plain', arguments: {} }, context()))).toBe('server-changed');
    expect(changed.did.slice(1)).toEqual(['intend plain app', 'settle cancelled']);
  });

  it('is limited to a few things at once (I14)', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { apps } = world({ outcome: async () => (await gate, { decision: 'deny', by: 'person', reason: null }) });
    const { instance } = await shown(apps);
    const calls = Array.from({ length: 9 }, () => codeOf(apps.call({ instance, name: 'plain', arguments: {} }, context())));
    expect(await calls[8]).toBe('too-many-requests');
    release();
    expect(await calls[0]).toBe('call-not-allowed');
  });

  it('reads resources of its own server, and writes into its log (P23)', async () => {
    const { apps, did } = world();
    const { instance } = await shown(apps);
    expect((await apps.readResource({ instance, uri: 'a:b' }, context())).result).toMatchObject({ contents: [{ uri: 'a:b', text: '<p>' }] });
    apps.log({ instance, level: 'warning', text: 'careful' }, context());
    expect(did.at(-1)).toBe('log warning careful');
  });
});
