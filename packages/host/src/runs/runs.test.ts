import { describe, expect, it } from 'vitest';
import type { EventOf, InputOf } from '@portolan/contract/contract';
import { CallId, ConversationId, ProfileId, TemplateId } from '@portolan/contract/ids';
import { conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { textResult } from '../../test/simple-servers.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { Approvals } from '../interactions/approvals.ts';
import { InteractionQueue } from '../interactions/interaction-queue.ts';
import { openStorage } from '../storage/open-storage.ts';
import { Templates } from '../templates/templates.ts';
import { runRoutes } from './runs.ts';
import { withholding } from './unattended.ts';

const kind = 'openai-compatible';
type RunEvent = EventOf<'runs/start'>;
const sum: Script = { text: 'I add.', calls: [{ id: 'a', name: 'calc__sum', arguments: '{"a":1}' }] };

interface RunRig {
  rig: Rig;
  unattended: Set<ConversationId>;
  asked: () => number;
  run(input?: Partial<InputOf<'runs/start'>>, signal?: AbortSignal): Promise<RunEvent[]>;
}

async function withRuns(scripts: Script[], work: (rig: RunRig) => Promise<void>): Promise<void> {
  await using server = await startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
  const unattended = new Set<ConversationId>();
  const queue = new InteractionQueue();
  await using rig = await conversationRig({
    kind,
    url: server.url,
    deps: {
      approvals: {
        decide: (request, options) => approvals().decide(request, options),
        spend: (hash, request) => approvals().spend(hash, request),
      },
    },
  });
  const storage = openStorage({ folder: rig.folder, notices: { add: () => undefined } });
  const decides = new Approvals({ queue, rules: storage.rules, unattended });
  const approvals = () => decides;
  const templates = new Templates({ store: storage.templates, servers: () => [], offered: () => ({ offers: () => true, offersServer: () => true }) });
  await rig.config.setDefaultModel({ providerId: rigProvider, model: 'm' });
  const routes = runRoutes({ conversations: rig.service, store: rig.store, context: rig.context.store, profiles: rig.profiles, templates, config: rig.config, unattended });
  const run = async (input: Partial<InputOf<'runs/start'>> = {}, signal = new AbortController().signal): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    for await (const event of routes['runs/start']({ profileId: null, template: null, prompt: 'Add.', isSaved: true, ...input }, { connection: 'cli-0', signal })) events.push(event);
    return events;
  };
  try {
    await work({ rig, unattended, asked: () => queue.list().length, run });
  } finally {
    await storage.close();
  }
}
const doneOf = (events: RunEvent[]) => events.find((event) => event.type === 'done');

describe('a run of a profile (C11)', () => {
  it('asks nobody: what no permission allows is refused, the answer goes on, and the chat is one like any other afterwards (H01)', async () => {
    await withRuns([sum, { text: 'Then not.' }], async ({ rig, unattended, asked, run }) => {
      const events = await run();
      expect(events.map(({ type }) => type)).toContain('started');
      expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe('I add.Then not.');
      expect(doneOf(events)).toMatchObject({ status: 'complete', text: 'I add.\n\nThen not.', calls: [{ server: 'calc', tool: 'sum', state: 'denied', decidedBy: 'unattended' }] });
      expect(rig.servers.made).toEqual([]);
      expect(asked()).toBe(0);
      expect(unattended.size).toBe(0);
      expect(rig.store.list().map(({ title }) => title)).toContain('Add.');
    });
  });

  it('leaves no chat behind where it is not to be kept, or nothing could be sent', async () => {
    await withRuns([{ text: 'Yes.' }], async ({ rig, run }) => {
      const before = rig.store.list().length;
      expect(doneOf(await run({ isSaved: false }))).toMatchObject({ text: 'Yes.' });
      await expect(run({ prompt: '   ' })).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
      await expect(run({ template: { templateId: TemplateId.parse('gone'), values: {} } })).rejects.toMatchObject({ problem: { code: 'template-unknown' } });
      await expect(run({ profileId: ProfileId.parse('gone') })).rejects.toMatchObject({ problem: { code: 'profile-unknown' } });
      expect(rig.store.list()).toHaveLength(before);
    });
  });

  it('is not answered by another model than its profile names', async () => {
    await withRuns([{ text: 'Yes.' }], async ({ rig, run }) => {
      const { id } = rig.profiles.save(undefined, { name: 'Lost', model: { providerId: rigProvider, model: 'own' }, parameters: {}, instructions: '', servers: null });
      const events = await run({ profileId: id });
      expect(events.find((event) => event.type === 'started')).toMatchObject({ model: 'own' });
      await rig.config.removeProvider(rigProvider);
      await expect(run({ profileId: id })).rejects.toMatchObject({ problem: { code: 'provider-unknown' } });
    });
  });

  it('withholds a result that the person wants to see first, and keeps it for them (H02)', async () => {
    await withRuns([], async ({ rig }) => {
      const id = ConversationId.parse('c_run');
      const reviews = withholding(rig.reviews, new Set([id]));
      const tool = rig.servers.tools[0];
      if (tool === undefined) throw new Error('no tool');
      const request = { conversationId: id, conversationTitle: '', callId: CallId.parse('call'), serverId: tool.serverId, serverName: 'calc', tool: 'sum', arguments: {}, result: textResult('5') };
      expect(await reviews.ask(request, { signal: new AbortController().signal, onAsked: () => expect.unreachable() })).toEqual({ action: 'withhold', note: null });
    });
  });
});
