import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { ProfileInput } from '@portolan/contract/profiles';
import { tool } from '../../test/available-tool.ts';
import { callsOf, conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { offeredNames } from '../../test/offered.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { ContextStates } from '../context/context-states.ts';
import { readProfile } from './profile-file.ts';

const kind = 'openai-compatible';
const calc = tool('calc', 'sum').serverId;
const mail = tool('mail', 'send').serverId;
const profile = (change: Partial<ProfileInput> = {}): ProfileInput => ({ name: 'Accounts', model: null, parameters: {}, instructions: '', servers: null, ...change });

interface Body {
  model: string;
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  messages: { role: string; content: unknown }[];
}

async function withChat(scripts: Script[], work: (rig: Rig, bodies: () => Body[]) => Promise<void>, tools = [tool('calc', 'sum'), tool('calc', 'divide'), tool('mail', 'send')]): Promise<void> {
  await using server = await startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
  await using rig = await conversationRig({ kind, url: server.url, tools });
  await work(rig, () => server.requests.map(({ body }) => body as Body));
}
const toldTo = (body: Body | undefined): string => String(body?.messages.find(({ role }) => role === 'system')?.content);
const code = (expected: string) => expect.objectContaining({ problem: expect.objectContaining({ code: expected }) });

describe('a chat with a profile (C11)', () => {
  it('has scripts where its profile switches them on; no file brings that along (C11, C17)', async () => {
    await withChat([{ text: 'Yes.' }], async (rig, bodies) => {
      const made = rig.profiles.save(undefined, profile({ runsScripts: true }));
      await rig.ask('Before?');
      rig.service.setProfile(rig.conversation.id, made.id, null);
      await rig.ask('With it?');
      rig.profiles.save(made.id, profile());
      await rig.ask('Changed?');
      expect(bodies().map((body) => offeredNames(body).includes('portolan__run_script'))).toEqual([false, true, false]);
      rig.profiles.save(made.id, profile({ runsScripts: true }));
      expect(rig.profiles.readFile(rig.profiles.export(made.id)).profile.runsScripts).toBeUndefined();
      expect(rig.profiles.readFile(rig.profiles.export(made.id).replace('"parameters"', '"runsScripts": true, "parameters"')).profile.runsScripts).toBeUndefined();
    });
  });

  it('has its model, parameters, instructions, servers and tools from the next message on, as they stand then', async () => {
    await withChat([{ text: 'Yes.' }], async (rig, bodies) => {
      rig.servers.says = ['calc', 'mail'].map((name) => ({ serverId: tool(name, 'x').serverId, serverName: name, text: `Words of ${name}.` }));
      const made = rig.profiles.save(undefined, profile({ model: { providerId: rigProvider, model: 'other' }, parameters: { temperature: 0.25, topP: 0.5, maxOutputTokens: 77 }, instructions: 'Be brief.', servers: [{ serverId: calc, name: 'calc', tools: ['sum'] }] }));
      await rig.ask('Before?');
      rig.service.setProfile(rig.conversation.id, made.id, rig.profiles.modelOf(made.id));
      await rig.ask('With it?');
      rig.profiles.save(made.id, profile({ instructions: 'Be long.', servers: [{ serverId: calc, name: 'calc', tools: null }] }));
      await rig.ask('Changed?');
      rig.service.setProfile(rig.conversation.id, null, null);
      await rig.ask('Without?');
      const [before, withIt, changed, without] = bodies();
      expect(offeredNames(before)).toEqual(['calc__sum', 'calc__divide', 'mail__send']);
      expect(withIt).toMatchObject({ model: 'other', temperature: 0.25, top_p: 0.5, max_tokens: 77 });
      expect(offeredNames(withIt)).toEqual(['calc__sum']);
      expect(toldTo(withIt)).toMatch(/for the profile "Accounts"[^]*Be brief\.[^]*Words of calc\./);
      expect(toldTo(withIt)).not.toContain('Words of mail.');
      expect(changed).not.toHaveProperty('temperature');
      expect(offeredNames(changed)?.toSorted()).toEqual(['calc__divide', 'calc__sum']);
      expect(toldTo(changed)).toContain('Be long.');
      expect(toldTo(without)).not.toMatch(/Be long|Accounts/);
      expect(offeredNames(without)).toHaveLength(3);
    });
  });

  it('can call nothing that its profile leaves out, and asks about what it leaves in (H01)', async () => {
    await withChat([{ calls: [{ id: 'a', name: 'mail__send', arguments: '{}' }, { id: 'b', name: 'calc__sum', arguments: '{}' }] }, { text: 'So be it.' }], async (rig) => {
      const { id } = rig.profiles.save(undefined, profile({ servers: [{ serverId: calc, name: 'calc', tools: null }] }));
      rig.service.setProfile(rig.conversation.id, id, null);
      const calls = callsOf(await rig.ask('Both.'));
      expect(calls).toMatchObject([{ state: 'failed', serverId: null, problem: { code: 'tool-unknown' } }, { state: 'done', decidedBy: 'person' }]);
      expect(rig.servers.made.map(({ server }) => server)).toEqual(['calc']);
      expect(rig.person.asked.map(({ tool: { name } }) => name)).toEqual(['sum']);
    });
  });

  it('is offered no more by a choice of servers of its project or of its own', async () => {
    await withChat([{ text: 'Yes.' }], async (rig, bodies) => {
      const { id } = rig.profiles.save(undefined, profile({ servers: [{ serverId: calc, name: 'calc', tools: ['divide'] }] }));
      rig.service.setProfile(rig.conversation.id, id, null);
      rig.service.setServers(rig.conversation.id, [calc, mail]);
      await rig.ask('Now?');
      rig.service.setServers(rig.conversation.id, [mail]);
      await rig.ask('And now?');
      expect(offeredNames(bodies()[0])).toEqual(['calc__divide']);
      expect(offeredNames(bodies()[1]) ?? []).toEqual([]);
    });
  });

  it('keeps what it leaves out when the profile is deleted, until another is chosen', async () => {
    await withChat([{ text: 'Yes.' }], async (rig, bodies) => {
      const { id } = rig.profiles.save(undefined, profile({ servers: [] }));
      rig.service.setProfile(rig.conversation.id, id, null);
      rig.profiles.remove(id);
      rig.profiles.empty(Date.now() + 10 * 86_400_000);
      await rig.ask('Now?');
      expect(offeredNames(bodies()[0]) ?? []).toEqual([]);
      expect(() => rig.profiles.modelOf(id)).toThrow(code('profile-unknown'));
      expect(rig.profiles.restore(id)).toMatchObject({ name: 'Accounts' });
      rig.profiles.remove(id);
      rig.service.setProfile(rig.conversation.id, null, null);
      rig.profiles.empty(Date.now() + 10 * 86_400_000);
      expect(rig.profiles.find(id)).toBeNull();
    });
  });

  it('shows the instructions in the meter and among everything that the model is told', async () => {
    await withChat([{ text: 'Yes.' }], async (rig) => {
      using states = new ContextStates({ context: rig.context, conversations: rig.store, config: rig.config });
      const { id } = rig.profiles.save(undefined, profile({ instructions: 'word'.repeat(1_000) }));
      rig.service.setProfile(rig.conversation.id, id, null);
      const { meter } = await states.state(rig.conversation.id);
      expect(meter?.frames).toMatchObject([{ from: 'profile', name: 'Accounts' }]);
      expect(meter?.frames?.[0]?.instructions).toBeGreaterThan(1_000);
      expect((await states.told(rig.conversation.id)).instructions).toMatchObject([{ from: 'app' }, { from: 'profile', name: 'Accounts' }]);
    });
  });
});

describe('profiles (C11)', () => {
  it('have names that are their own, and are found by them', async () => {
    await withChat([], async (rig) => {
      const { profiles } = rig;
      const one = profiles.save(undefined, profile());
      expect(() => profiles.save(undefined, profile({ name: ' accounts ' }))).toThrow(code('profile-name-taken'));
      expect(() => profiles.save(undefined, profile({ name: '  ' }))).toThrow(code('invalid-input'));
      expect(profiles.save(one.id, profile({ instructions: 'x' }))).toMatchObject({ id: one.id, instructions: 'x' });
      const copy = profiles.duplicate(one.id, 'Accounts');
      expect(copy).toMatchObject({ name: 'Accounts 2', instructions: 'x' });
      expect(profiles.named('ACCOUNTS 2')?.id).toBe(copy.id);
      expect(profiles.named('other')).toBeNull();
      await Promise.resolve();
    });
  });

  it.each(['Acc\u200bounts', '\u202eAccounts', 'Accounts\u{e0041}', 'Acc\u200dounts\u200c', '\u3164Accounts\ufe01', 'Accounts\n\u0000'])('cannot look like another one and be none: %j (C04, C07)', async (name) => {
    await withChat([], async (rig) => {
      const { profiles, projects } = rig;
      const own = profiles.save(undefined, profile());
      expect(() => profiles.save(undefined, profile({ name }))).toThrow(code('profile-name-taken'));
      const file = JSON.stringify({ ...(JSON.parse(profiles.export(own.id)) as object), profile: { ...(JSON.parse(profiles.export(own.id)) as { profile: object }).profile, name } });
      expect(profiles.readFile(file).profile.name).toBe('Accounts');
      expect(profiles.import(file).name).toBe('Accounts 2');
      expect(projects.create(name).name).toBe('Accounts');
      await Promise.resolve();
    });
  });

  it('keep what joins letters and emoji that are joined', async () => {
    await withChat([], async (rig) => {
      for (const name of ['می\u200cخواهم', '👩\u200d👧 home', 'ക്\u200dഷ', '☂\ufe0f', 'a  b']) expect(rig.profiles.save(undefined, profile({ name })).name).toBe(name.replace('  ', ' '));
      await Promise.resolve();
    });
  });

  it('begin new chats where one is the default, with its model where that is here', async () => {
    await withChat([], async (rig) => {
      const { profiles } = rig;
      const usual = { providerId: rigProvider, model: 'm' };
      const own = { providerId: rigProvider, model: 'own' };
      const one = profiles.save(undefined, profile({ model: own }));
      const two = profiles.save(undefined, profile({ name: 'Two', model: { providerId: ProviderId.parse('gone'), model: 'x' } }));
      expect(profiles.begin(usual, undefined)).toEqual({ model: usual, profileId: null });
      profiles.setDefault(one.id);
      expect(profiles.begin(usual, undefined)).toEqual({ model: own, profileId: one.id });
      expect(profiles.begin(usual, null)).toEqual({ model: usual, profileId: null });
      expect(profiles.begin(usual, two.id)).toEqual({ model: usual, profileId: two.id });
      expect(two.gaps).toEqual([{ kind: 'model', provider: '', model: 'x' }]);
      profiles.remove(one.id);
      expect(profiles.begin(usual, undefined)).toEqual({ model: usual, profileId: null });
      profiles.restore(one.id);
      expect(profiles.begin(usual, undefined).profileId).toBe(one.id);
      await Promise.resolve();
    });
  });

  it('go to a file by names and come back; what does not exist here is said, kept, and found once it is there', async () => {
    await withChat([{ text: 'Yes.' }], async (rig, bodies) => {
      const { profiles } = rig;
      const made = profiles.save(undefined, profile({ model: { providerId: rigProvider, model: 'm' }, parameters: { temperature: 1 }, instructions: 'Brief.', servers: [{ serverId: calc, name: 'calc', tools: ['sum'] }] }));
      const text = profiles.export(made.id);
      expect(text).not.toContain(calc);
      expect(profiles.import(text)).toMatchObject({ name: 'Accounts 2', model: { providerId: rigProvider, model: 'm' }, parameters: { temperature: 1 }, instructions: 'Brief.', servers: [{ serverId: calc, name: 'calc', tools: ['sum'] }], gaps: [] });
      const strange = text.replace('"calc"', '"later"').replace('"openai-compatible"', '"anthropic"');
      expect(profiles.readFile(strange).gaps).toEqual([{ kind: 'model', provider: 'Test', model: 'm' }, { kind: 'server', server: 'later' }]);
      const imported = profiles.import(strange);
      rig.service.setProfile(rig.conversation.id, imported.id, null);
      await rig.ask('Now?');
      expect(offeredNames(bodies()[0]) ?? []).toEqual([]);
      rig.servers.tools.push(tool('later', 'sum'), tool('later', 'other'));
      await rig.ask('And now?');
      expect(offeredNames(bodies()[1])).toEqual(['later__sum']);
    });
  });

  it.each([
    ['', 'not-a-profile'],
    ['{}', 'not-a-profile'],
    ['[[[['.repeat(1_000), 'not-a-profile'],
    ['{"format":"portolan-profile","version":2}', 'newer'],
    ['{"format":"portolan-profile","version":1,"profile":{"name":"x","model":null,"parameters":{"temperature":9},"instructions":"","servers":null}}', 'not-a-profile'],
    [`{"format":"portolan-profile","version":1,"profile":{"name":"x","model":null,"parameters":{},"instructions":"${'x'.repeat(30_000)}","servers":null}}`, 'not-a-profile'],
    ['x'.repeat(1_000_001), 'too-large'],
  ])('take no file that is none: %.40s', (text, reason) => {
    expect(() => readProfile({ servers: [], providers: [] }, text)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'profile-file-refused', details: { reason } }) }));
  });
});
