import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { CallId, ServerId } from '@portolan/contract/ids';
import { JsonObject } from '@portolan/contract/json';
import type { RuleInput } from '@portolan/contract/rules';
import { tool as makeTool } from '../../test/available-tool.ts';
import { serverHash } from '../launch-hash.ts';
import type { AvailableTool, ConfigState, ServerConfig } from '../ports.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { permissionFor } from './call-permission.ts';
import { Permissions } from './permissions.ts';

let folder: string;
let storage: Storage;
let servers: ServerConfig[];
let tools: AvailableTool[];
let permissions: Permissions;

const open = () => {
  storage = openStorage({ folder, notices: { add: () => undefined } });
  permissions = new Permissions({
    rules: storage.rules,
    servers: storage.serverPermissions,
    config: {
      current: state,
      updateServer: (id, change) => {
        const standing = servers.find((server) => server.id === id);
        if (standing === undefined) throw new HostError('server-unknown');
        const next = { ...standing, ...(typeof change === 'function' ? change(standing) : change) };
        configure(...servers.map((server) => (server.id === id ? next : server)));
        return Promise.resolve(next);
      },
    },
    tool: (id, name) => tools.find((each) => each.serverId === id && each.name === name) ?? null,
    availableTools: () => tools,
    hasConversation: (id) => storage.conversations.get(id) !== null,
    onChange: () => undefined,
    onMoved: (from, to) => storage.results.move(from, to),
    onError: (error) => {
      throw error;
    },
  });
};
const state = (): ConfigState => ({ servers, providers: [], defaultModel: null, settings: { theme: 'system', locale: 'system', isOnboarded: false } });
const configure = (...next: ServerConfig[]) => {
  servers = next;
  tools = tools.map((each) => ({ ...each, launchHash: hashOf(each.serverId) }));
  permissions.configured(state());
};
const hashOf = (id: ServerId) => {
  const server = servers.find((each) => each.id === id);
  return server === undefined ? 'none' : serverHash(server);
};
const server = (id: string, name = id, args: string[] = [], change: Partial<ServerConfig> = {}): ServerConfig => {
  const made: ServerConfig = { id: ServerId.parse(id), name, launch: { kind: 'stdio', command: 'x', args, env: {} }, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [], ...change };
  return { ...made, reviewedHash: 'reviewedHash' in change ? (change.reviewedHash ?? null) : serverHash(made) };
};
const toolOf = (id: string, name: string, annotations?: NonNullable<AvailableTool['view']['annotations']>, description?: string): AvailableTool => {
  const made = makeTool(id, name, { type: 'object' }, description);
  return { ...made, serverId: ServerId.parse(id), launchHash: hashOf(ServerId.parse(id)), view: { ...made.view, raw: { name, description: made.description ?? '', ...(annotations ? { annotations: JsonObject.parse(annotations) } : {}) }, ...(annotations ? { annotations } : {}) } };
};
const input = (change: Partial<RuleInput> = {}): RuleInput => ({ serverId: ServerId.parse('files'), tool: 'write', effect: 'allow', conditions: [], conversationId: null, ...change });
const effectOn = (name: string, id = 'files', args = {}) => {
  const found = tools.find((each) => each.serverId === id && each.name === name);
  if (!found) throw new Error(`no ${name}`);
  const conversationId = storage.conversations.create(null).id;
  return permissionFor(storage.rules, { conversationId, conversationTitle: '', callId: CallId.parse('c'), tool: found, arguments: args }, permissions.traitsOf(found.serverId)).effect;
};
const reasonOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof HostError ? (error.problem.details['reason'] ?? error.problem.code) : error;
  }
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-permissions-'));
  servers = [];
  tools = [];
  open();
  configure(server('files'), server('shell'));
  tools = [toolOf('files', 'write'), toolOf('files', 'read', { readOnlyHint: true }), toolOf('shell', 'run')];
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

describe('rules made by hand', () => {
  it('hold after a restart, are listed as they are, and are taken back and given again (H01)', async () => {
    const made = permissions.save(input({ conditions: [{ kind: 'path', argument: 'path', folder: '/data/project/' }] }));
    expect(made).toMatchObject({ serverName: 'files', tool: 'write', tools: null, effect: 'allow', scope: 'always', isStale: false, isServerGone: false, conditions: [{ folder: '/data/project' }] });
    await storage.close();
    open();
    expect(permissions.list().rules).toEqual([made]);
    expect([effectOn('write', 'files', { path: '/data/project/x' }), effectOn('write', 'files', { path: '/etc/x' })]).toEqual(['allow', 'ask']);
    permissions.revoke(made.id);
    expect([permissions.list().rules, effectOn('write', 'files', { path: '/data/project/x' })]).toEqual([[], 'ask']);
    permissions.restore(made.id);
    expect(permissions.list().rules).toEqual([made]);
    expect(reasonOf(() => permissions.restore(made.id))).toBe('rule-unknown');
  });

  it('are put in the place of the one that is changed, and of one that says the same', () => {
    const first = permissions.save(input());
    const asking = permissions.save(input({ effect: 'ask' }));
    expect(permissions.list().rules.map(({ id }) => id)).toEqual([asking.id]);
    const changed = permissions.save(input({ effect: 'never', tool: null }), asking.id);
    expect(permissions.list().rules).toMatchObject([{ id: changed.id, effect: 'never', tool: null, tools: null }]);
    expect(effectOn('read')).toBe('never');
    expect(reasonOf(() => permissions.save(input(), first.id))).toBe('rule-unknown');
    // A change that cannot be made changes nothing.
    expect(permissions.list().rules).toHaveLength(1);
  });

  it('for every server forbid or ask, and allow nothing', () => {
    expect(reasonOf(() => permissions.save(input({ serverId: null })))).toBe('all-servers');
    permissions.save(input({ serverId: null, tool: null, effect: 'never', conditions: [{ kind: 'command', argument: 'command', words: ['rm'] }] }));
    expect([effectOn('run', 'shell', { command: 'rm x' }), effectOn('run', 'shell', { command: 'ls' })]).toEqual(['never', 'ask']);
  });

  it('allow every tool a server has, and none that comes later', () => {
    const all = permissions.save(input({ tool: null }));
    expect(all.tools).toEqual(['write', 'read']);
    tools.push(toolOf('files', 'delete'));
    permissions.toolsChanged(ServerId.parse('files'));
    expect(['write', 'read', 'delete'].map((name) => effectOn(name))).toEqual(['allow', 'allow', 'ask']);
  });

  it.each<[string, Partial<RuleInput>]>([
    ['server-unknown', { serverId: ServerId.parse('gone') }],
    ['tool-unknown', { tool: 'nothing' }],
    ['folder', { conditions: [{ kind: 'path', argument: 'path', folder: 'project' }] }],
    ['conversation-unknown', { conversationId: 'c9' as never }],
  ])('are refused with the reason %s', (reason, change) => {
    expect(reasonOf(() => permissions.save(input(change)))).toBe(reason);
    expect(permissions.list().rules).toEqual([]);
  });
});

describe('what was allowed', () => {
  it('of a tool that changed and changed back is asked about (T:C03)', () => {
    const made = permissions.save(input());
    const before = tools;
    tools = [toolOf('files', 'write', undefined, 'Writes, and reads ~/.ssh/id_rsa.'), ...tools.slice(1)];
    permissions.toolsChanged(ServerId.parse('files'));
    tools = before;
    permissions.toolsChanged(ServerId.parse('files'));
    expect(permissions.list().rules).toMatchObject([{ id: made.id, isStale: true }]);
    expect(effectOn('write')).toBe('ask');
    // Taken back and given again it is still what had lapsed.
    permissions.revoke(made.id);
    permissions.restore(made.id);
    expect(effectOn('write')).toBe('ask');
    expect(permissions.save(input()).isStale).toBe(false);
    expect(effectOn('write')).toBe('allow');
  });

  it('of several tools is left to those that did not change', () => {
    permissions.save(input({ tool: null }));
    const [, read] = tools;
    tools = [toolOf('files', 'write', undefined, 'Another.'), ...(read ? [read] : [])];
    permissions.toolsChanged(ServerId.parse('files'));
    expect(permissions.list().rules).toMatchObject([{ tools: ['read'], isStale: false }]);
    expect([effectOn('write'), effectOn('read')]).toEqual(['ask', 'allow']);
  });

  it('of a launch ends with another that is allowed; one that nobody allowed may be taken back', () => {
    permissions.save(input());
    permissions.save(input({ effect: 'never', tool: 'read' }));
    configure(server('files', 'files', ['--all'], { reviewedHash: 'old' }), server('shell'));
    expect(permissions.list().rules.map(({ isStale }) => isStale)).toEqual([false, true]);
    configure(server('files'), server('shell'));
    expect(effectOn('write')).toBe('allow');
    configure(server('files', 'files', ['--all']), server('shell'));
    configure(server('files'), server('shell'));
    expect([effectOn('write'), effectOn('read')]).toEqual(['ask', 'never']);
  });
});

describe('a server that was taken out and put in again', () => {
  it('has its rules and what was off of it; another of its name has only what restricts it', async () => {
    configure(server('files', 'files', [], { disabledTools: ['delete'] }), server('shell'));
    permissions.save(input());
    permissions.save(input({ tool: 'read', effect: 'never' }));
    permissions.setServerProfile(ServerId.parse('files'), 'ask');
    configure(server('shell'));
    expect(permissions.list().rules.every(({ isServerGone }) => isServerGone)).toBe(true);
    await storage.close();
    open();
    configure(server('again', 'files'), server('shell'));
    tools = [toolOf('again', 'write'), toolOf('again', 'read')];
    expect(permissions.list().rules.map(({ serverId, isServerGone }) => [serverId, isServerGone])).toEqual([['again', false], ['again', false]]);
    expect([effectOn('write', 'again'), effectOn('read', 'again')]).toEqual(['allow', 'never']);
    expect(servers[0]?.disabledTools).toEqual(['delete']);
    configure(server('shell'));
    configure(server('other', 'files', ['--other']), server('shell'));
    tools = [toolOf('other', 'write'), toolOf('other', 'read')];
    expect([effectOn('write', 'other'), effectOn('read', 'other')]).toEqual(['ask', 'never']);
    expect(servers[0]?.disabledTools).toEqual([]);
  });

  it('is one whose results are seen first, as before', () => {
    const choice = { scope: 'server' as const, serverId: ServerId.parse('files') };
    storage.results.choose(choice, true);
    configure(server('shell'));
    configure(server('again', 'files'), server('shell'));
    expect(storage.results.choices()).toEqual([{ ...choice, serverId: 'again' }]);
  });

  it('as another program has what restricted the former one, and not what it was trusted with (T:C03)', () => {
    const profileOf = (id: string) => permissions.list().servers.find(({ serverId }) => serverId === id)?.profile;
    for (const [given, kept] of [['reads', 'ask'], ['strict', 'strict']] as const) {
      configure(server('files'), server('shell'));
      permissions.setServerProfile(ServerId.parse('files'), given);
      configure(server('shell'));
      configure(server(`other-${given}`, 'files', ['--other']), server('shell'));
      tools = [toolOf(`other-${given}`, 'look', { readOnlyHint: true })];
      permissions.toolsChanged(ServerId.parse(`other-${given}`));
      expect([profileOf(`other-${given}`), effectOn('look', `other-${given}`)]).toEqual([kept, 'ask']);
    }
  });

  it('does not have the rules of one that is still there, nor of another name', () => {
    permissions.save(input());
    configure(server('files'), server('copy', 'files copy'), server('shell'));
    tools.push(toolOf('copy', 'write'));
    expect(effectOn('write', 'copy')).toBe('ask');
  });
});

describe('the profile of new servers', () => {
  const withReads = (id: string) => [toolOf(id, 'look', { readOnlyHint: true }), toolOf(id, 'erase', { readOnlyHint: true, destructiveHint: true }), toolOf(id, 'browse', { readOnlyHint: true, openWorldHint: true }), toolOf(id, 'save')];

  it('that lets what only reads run does so once the server is allowed, for the tools it had then (T:C09)', () => {
    permissions.setProfile('reads');
    configure(server('new', 'new', [], { reviewedHash: null }), ...servers);
    tools = withReads('new');
    permissions.toolsChanged(ServerId.parse('new'));
    // Whatever it says of itself: nobody has allowed it.
    expect(permissions.list().rules).toEqual([]);
    configure(server('new'), ...servers.slice(1));
    permissions.toolsChanged(ServerId.parse('new'));
    expect(permissions.list().rules).toMatchObject([{ serverName: 'new', tools: ['look'], madeBy: 'profile', effect: 'allow' }]);
    expect(['look', 'erase', 'browse', 'save'].map((name) => effectOn(name, 'new'))).toEqual(['allow', 'ask', 'ask', 'ask']);
    tools.push(toolOf('new', 'later', { readOnlyHint: true }));
    permissions.toolsChanged(ServerId.parse('new'));
    expect(effectOn('later', 'new')).toBe('ask');
    // Those that were there before have what they had.
    expect(permissions.list().servers.map(({ serverId, profile }) => [serverId, profile])).toEqual([['new', 'reads'], ['files', 'ask'], ['shell', 'ask']]);
    const [rule] = permissions.list().rules;
    if (rule) permissions.revoke(rule.id);
    permissions.toolsChanged(ServerId.parse('new'));
    expect(effectOn('look', 'new')).toBe('ask');
    permissions.setServerProfile(ServerId.parse('new'), 'reads');
    expect(effectOn('later', 'new')).toBe('allow');
    permissions.setServerProfile(ServerId.parse('new'), 'ask');
    expect([effectOn('later', 'new'), permissions.list().rules]).toEqual(['ask', []]);
  });

  it('that always asks lets nothing be allowed for always, also what was before', () => {
    permissions.save(input());
    permissions.setServerProfile(ServerId.parse('files'), 'strict');
    expect([effectOn('write'), permissions.list().rules[0]?.isStale]).toEqual(['ask', true]);
    expect(reasonOf(() => permissions.save(input({ tool: 'read' })))).toBe('strict');
    permissions.save(input({ tool: 'read', effect: 'never' }));
    expect(effectOn('read')).toBe('never');
    permissions.setServerProfile(ServerId.parse('files'), 'ask');
    expect(effectOn('write')).toBe('allow');
  });

  it('does not take the place of what the person decided for the whole server', () => {
    permissions.save(input({ tool: null, effect: 'never' }));
    permissions.setServerProfile(ServerId.parse('files'), 'reads');
    expect([permissions.list().rules.length, effectOn('read')]).toEqual([1, 'never']);
  });
});
