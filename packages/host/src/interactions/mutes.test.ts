import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import { tool } from '../../test/available-tool.ts';
import type { ApprovalOutcome } from '../ports.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { Approvals } from './approvals.ts';
import { InteractionQueue } from './interaction-queue.ts';
import { muteRoutes } from './mute-routes.ts';
import { Mutes } from './mutes.ts';

const files = tool('files', 'write');
const web = tool('web', 'fetch');
const names = new Map([files, web].map((each) => [each.serverId, each.serverName]));
const once: InteractionAnswer = { kind: 'tool-approval', decision: 'allow', scope: 'once' };
const always: InteractionAnswer = { kind: 'tool-approval', decision: 'allow', scope: 'always' };

let folder: string;
let storage: Storage;
let chat: ConversationId;
let now: number;
let limit: number;
let calls = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-mutes-'));
  storage = openStorage({ folder, notices: { add: () => undefined } });
  chat = storage.conversations.create(null).id;
  now = 1_000;
  limit = 5;
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

function parts() {
  const queue = new InteractionQueue({ maxShownPerServer: 3 });
  const mutes = new Mutes({ store: storage.mutes, limit: () => limit, serverName: (id) => names.get(id) ?? null, chatTitle: (id) => storage.conversations.get(id)?.title ?? null, onMuted: () => approvals.refuseMuted(), now: () => now });
  const approvals: Approvals = new Approvals({ queue, rules: storage.rules, gate: mutes });
  const decide = (change: { tool?: typeof files; conversationId?: ConversationId; batch?: string } = {}) =>
    approvals.decide({ conversationId: chat, conversationTitle: 'Chat', callId: CallId.parse(`call${calls++}`), tool: files, arguments: {}, ...change }, { signal: new AbortController().signal, onAsked: () => undefined });
  const answer = (given: InteractionAnswer) => {
    const [first] = queue.list();
    if (first === undefined) throw new Error('nothing is asked');
    queue.answer(first.id, first.hash, given);
  };
  return { queue, mutes, approvals, decide, answer };
}
const storm = { decision: 'deny', reason: null, by: 'storm-limit' };
const muted = { decision: 'deny', reason: null, by: 'mute' };

describe('a server that asks too often', () => {
  it('is refused beyond the limit without a question, and the person sees one line about it (T:C17)', async () => {
    const { queue, mutes, decide, answer } = parts();
    for (let asked = 0; asked < 5; asked++) {
      const outcome = decide();
      answer(once);
      expect(await outcome).toMatchObject({ decision: 'allow' });
    }
    expect(await Promise.all(Array.from({ length: 45 }, () => decide()))).toEqual(Array.from({ length: 45 }, () => storm));
    expect(queue.list()).toEqual([]);
    expect(mutes.view().storms).toMatchObject([{ serverId: files.serverId, serverName: 'files', conversationId: chat, refused: 45, limit: 5 }]);
    // Another server is not held up.
    const other = decide({ tool: web });
    answer(once);
    expect(await other).toMatchObject({ decision: 'allow' });
    mutes.dismissStorm(files.serverId);
    expect(mutes.view().storms).toEqual([]);
  });

  it('is not held up where nothing has to be asked, nor for what a model wants at once (T:C17)', async () => {
    const { queue, decide, answer } = parts();
    limit = 1;
    const batch = Array.from({ length: 8 }, () => decide({ batch: 'step 1' }));
    expect(queue.list()).toHaveLength(3);
    answer(always);
    expect(await Promise.all(batch)).toMatchObject(Array.from({ length: 8 }, () => ({ decision: 'allow' })));
    expect(await decide()).toMatchObject({ decision: 'allow', by: 'always-rule' });
  });

  it('may ask more for ten minutes, when the person says so, and not longer (T:C17)', async () => {
    vi.useFakeTimers();
    try {
      const { queue, mutes, decide } = parts();
      limit = 1;
      void decide();
      expect(await decide()).toEqual(storm);
      mutes.allowMore(files.serverId);
      expect(mutes.view()).toMatchObject({ storms: [], allowances: [{ serverId: files.serverId, until: now + 600_000 }] });
      void decide();
      void decide();
      expect(queue.list()).toHaveLength(3);
      now += 599_999;
      vi.advanceTimersByTime(599_999);
      expect(mutes.view().allowances).toHaveLength(1);
      now += 1;
      vi.advanceTimersByTime(1);
      expect(mutes.view().allowances).toEqual([]);
      void decide();
      expect(await decide()).toEqual(storm);
      mutes.allowMore(files.serverId);
      mutes.endAllowance(files.serverId);
      expect(await decide()).toEqual(storm);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a muted server', () => {
  it('is refused every call, what it has asked and what is allowed in advance included, until it is unmuted (T:C17)', async () => {
    const { queue, mutes, decide, answer } = parts();
    const allowed = decide();
    answer(always);
    await allowed;
    const open = decide({ tool: web });
    const more = Array.from({ length: 4 }, () => decide({ tool: web, batch: 'one' }));
    const id = mutes.mute(web.serverId, 'web', null);
    expect(await Promise.all([open, ...more])).toEqual(Array.from({ length: 5 }, () => muted));
    expect(queue.list()).toEqual([]);
    expect(mutes.mute(web.serverId, 'web', null)).toBe(id);
    const files1 = mutes.mute(files.serverId, 'files', null);
    expect(await decide()).toEqual(muted);
    expect(mutes.view().mutes).toMatchObject([{ serverName: 'web', conversationId: null, refused: 5 }, { serverName: 'files', refused: 1 }]);
    mutes.unmute(files1);
    expect(await decide()).toMatchObject({ decision: 'allow', by: 'always-rule' });
    expect(await decide({ tool: web })).toEqual(muted);
  });

  it('in one chat is asked about in another (T:C17)', async () => {
    const { queue, mutes, decide, answer } = parts();
    const other = storage.conversations.create(null).id;
    mutes.mute(files.serverId, 'files', chat);
    expect(await decide()).toEqual(muted);
    const asked = decide({ conversationId: other });
    expect(queue.list()).toHaveLength(1);
    answer(once);
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  it('stays muted over a restart of the host (T:C17)', async () => {
    parts().mutes.mute(files.serverId, 'files', null);
    await storage.close();
    storage = openStorage({ folder, notices: { add: () => undefined } });
    const again = parts();
    expect(again.mutes.view().mutes).toMatchObject([{ serverId: files.serverId, conversationId: null, refused: 0 }]);
    expect(await again.decide()).toEqual(muted);
    const [mute] = again.mutes.view().mutes;
    if (mute) again.mutes.unmute(mute.id);
    expect(parts().mutes.view().mutes).toEqual([]);
  });

  it('must exist, and so must the chat', () => {
    const { mutes } = parts();
    const handlers = muteRoutes({ mutes, servers: { serverName: (id) => names.get(id) ?? null }, conversations: storage.conversations });
    const context = { connection: 'w', signal: new AbortController().signal };
    const codeOf = (work: () => unknown) => {
      try {
        work();
        return 'none';
      } catch (error) {
        return (error as { problem: { code: string } }).problem.code;
      }
    };
    expect(codeOf(() => handlers['mutes/set']({ serverId: 'nobody' as typeof files.serverId, conversationId: null }, context))).toBe('server-unknown');
    expect(codeOf(() => handlers['mutes/set']({ serverId: files.serverId, conversationId: 'none' as ConversationId }, context))).toBe('conversation-unknown');
    expect(codeOf(() => handlers['mutes/allowMore']({ serverId: 'nobody' as typeof files.serverId }, context))).toBe('server-unknown');
    expect(mutes.view()).toEqual({ mutes: [], storms: [], allowances: [] });
  });
});

describe('whatever comes in whatever order', () => {
  type Step = { do: 'ask' | 'answer' | 'deny' | 'stop' | 'mute' | 'unmute' | 'again' | 'wait'; which: number; batch: number };
  const steps = fc.array(fc.record<Step>({ do: fc.constantFrom('ask', 'ask', 'ask', 'answer', 'deny', 'stop', 'mute', 'unmute', 'again', 'wait'), which: fc.nat(9), batch: fc.nat(2) }), { maxLength: 40 });

  it('each question is settled exactly once, and none of a muted server is allowed (T:C17, T:C11)', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { queue, mutes, approvals } = parts();
        const settled: { times: number; outcome: ApprovalOutcome | null; stop: AbortController }[] = [];
        let wasAnswered: { id: Parameters<typeof queue.answer>[0]; hash: string } | null = null;
        for (const step of list) {
          const target = step.which % 2 === 0 ? files : web;
          const open = queue.list();
          const picked = open[step.which % Math.max(1, open.length)];
          if (step.do === 'ask') {
            const entry = { times: 0, outcome: null as ApprovalOutcome | null, stop: new AbortController() };
            settled.push(entry);
            const isMuted = mutes.isMuted(target.serverId, chat);
            void approvals.decide({ conversationId: chat, conversationTitle: '', callId: CallId.parse(`p${settled.length}`), tool: target, arguments: {}, batch: `b${step.batch}` }, { signal: entry.stop.signal, onAsked: () => expect(isMuted).toBe(false) }).then((outcome) => {
              entry.times++;
              entry.outcome = outcome;
            });
          } else if (step.do === 'answer' && picked) {
            expect(mutes.isMuted(picked.serverId, chat)).toBe(false);
            wasAnswered = { id: picked.id, hash: picked.hash };
            expect(queue.answer(picked.id, picked.hash, once)).toEqual({ accepted: true });
          } else if (step.do === 'deny' && picked) expect(queue.answer(picked.id, picked.hash, { kind: 'tool-approval', decision: 'deny' })).toEqual({ accepted: true });
          else if (step.do === 'again' && wasAnswered) expect(queue.answer(wasAnswered.id, wasAnswered.hash, once)).toEqual({ accepted: false });
          else if (step.do === 'stop') settled[step.which]?.stop.abort();
          else if (step.do === 'mute') mutes.mute(target.serverId, target.serverName, step.batch === 0 ? chat : null);
          else if (step.do === 'unmute') for (const mute of mutes.view().mutes) mutes.unmute(mute.id);
          else if (step.do === 'wait') now += 30_000;
          expect(queue.list().filter((each) => mutes.isMuted(each.serverId, chat))).toEqual([]);
        }
        queue.close();
        await new Promise((resolve) => setImmediate(resolve));
        expect(settled.map(({ times }) => times)).toEqual(settled.map(() => 1));
        for (const mute of mutes.view().mutes) mutes.unmute(mute.id);
      }),
      { numRuns: 60 },
    );
  });

  it('is muted as well when it was taken out and put in again under another id, also after a restart (T:C17)', async () => {
    const { mutes } = parts();
    mutes.mute(files.serverId, files.serverName, null);
    mutes.moved(files.serverId, web.serverId);
    const isMuted = (each: Mutes) => [files, web].map(({ serverId }) => each.isMuted(serverId, chat));
    expect(isMuted(mutes)).toEqual([false, true]);
    await storage.close();
    storage = openStorage({ folder, notices: { add: () => undefined } });
    expect(isMuted(parts().mutes)).toEqual([false, true]);
  });
});
