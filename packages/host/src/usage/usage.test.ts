import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversationId } from '@portolan/contract/ids';
import { ProviderId, ServerId } from '@portolan/contract/ids';
import { conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import { memoryConfig } from '../../test/memory-stores.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { Usage } from './usage.ts';

const claude = { providerId: ProviderId.parse('a'), model: 'claude-sonnet-4-5' };
const own = { providerId: ProviderId.parse('o'), model: 'house-model' };
const providers = [
  { id: claude.providerId, kind: 'anthropic' as const, name: 'Anthropic', baseUrl: '', models: [] },
  { id: own.providerId, kind: 'openai-compatible' as const, name: 'House', baseUrl: 'http://127.0.0.1:9/v1', models: [] },
];
const tokens = (input: number | null, output: number | null, cached: number | null = null) => ({ inputTokens: input, outputTokens: output, cacheReadTokens: cached, cacheWriteTokens: null });

async function withUsage(work: (parts: { usage: Usage; storage: Storage; config: ReturnType<typeof memoryConfig>; at: (moment: Date) => void; chat: ConversationId }) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-usage-'));
  let now = Date.now();
  const storage = openStorage({ folder, notices: { add: () => undefined }, now: () => now });
  const config = memoryConfig(providers);
  const usage = new Usage({ store: storage.usage, config, now: () => now, onError: (error) => { throw error; } });
  try {
    await work({ usage, storage, config, chat: storage.conversations.create(null).id, at: (moment) => { now = moment.getTime(); } });
  } finally {
    await storage.close();
    await rm(folder, { recursive: true });
  }
}

const everything = { since: 0, until: Number.MAX_SAFE_INTEGER };

describe('what a request cost (C15)', () => {
  it('is by the list, with what came from the cache at its own price', async () => {
    await withUsage(async ({ usage, chat }) => {
      const of = (used: ReturnType<typeof tokens>) => usage.record({ kind: 'chat', conversationId: chat, serverId: null, ...claude, tokens: used });
      const fresh = await of(tokens(100_000, 1000));
      const cached = await of(tokens(100_000, 1000, 90_000));
      expect(fresh).toBeGreaterThan(0);
      expect(cached).toBeGreaterThan(0);
      expect(cached).toBeLessThan((fresh ?? 0) / 2);
    });
  });

  it('is by the person’s own price where there is one, which is taken back again; free is a price, unknown is none', async () => {
    await withUsage(async ({ usage, chat }) => {
      const record = () => usage.record({ kind: 'chat', conversationId: chat, serverId: null, ...own, tokens: tokens(1_000_000, 500_000) });
      expect(await record()).toBeNull();
      await usage.setPrice(own, { input: 2, output: 8 });
      expect(await record()).toBe(6);
      await usage.setPrice(own, { input: 0, output: 0 });
      expect(await record()).toBe(0);
      await usage.setPrice(own, null);
      expect(await record()).toBeNull();
      const { rows, total } = await usage.totals('model', everything, 10);
      expect(total).toMatchObject({ requests: 4, cost: 6, unpriced: 2, inputTokens: 4_000_000 });
      expect(rows).toMatchObject([{ label: 'house-model', provider: { name: 'House' }, price: { source: 'none' } }]);
    });
  });

  it('keeps prices that are entered at the same time', async () => {
    await withUsage(async ({ usage, config }) => {
      await Promise.all(['a', 'b', 'c'].map((model) => usage.setPrice({ ...own, model }, { input: 1, output: 1 })));
      expect(config.current().settings.prices).toHaveLength(3);
    });
  });
});

describe('sums of what was used (C15)', () => {
  it('are by day, month, model and chat, of this computer’s calendar, and outlive a chat and a provider', async () => {
    await withUsage(async ({ usage, storage, config, at, chat }) => {
      await usage.setPrice(own, { input: 1, output: 1 });
      const use = (conversationId: ConversationId | null, model = own) => usage.record({ kind: conversationId === null ? 'sampling' : 'chat', conversationId, serverId: conversationId === null ? ServerId.parse('s') : null, ...model, tokens: tokens(1_000_000, 0) });
      at(new Date(2026, 9, 31, 23, 59, 59));
      await use(chat);
      at(new Date(2026, 10, 1, 0, 0, 1));
      await use(chat);
      await use(null);
      await use(chat, claude);
      const groups = async (by: 'day' | 'month' | 'model' | 'chat') => (await usage.totals(by, everything, 10)).rows.map(({ key, label, amount }) => [by === 'model' || by === 'chat' ? label : key, amount.requests]);
      expect(await groups('day')).toEqual([['2026-10-31', 1], ['2026-11-01', 3]]);
      expect(await groups('month')).toEqual([['2026-10', 1], ['2026-11', 3]]);
      expect(await groups('model')).toEqual([['claude-sonnet-4-5', 1], ['house-model', 3]]);
      storage.conversations.rename(chat, 'Letters');
      expect(await groups('chat')).toEqual([['Letters', 3]]);
      storage.conversations.remove(chat);
      storage.conversations.emptyRemoved(Number.MAX_SAFE_INTEGER);
      await config.removeProvider(own.providerId);
      expect(await groups('chat')).toEqual([['', 3]]);
      expect((await usage.totals('model', everything, 10)).rows.map(({ provider }) => provider?.name)).toEqual(['Anthropic', 'House']);
      expect((await usage.totals('day', { since: new Date(2026, 10, 1).getTime(), until: Number.MAX_SAFE_INTEGER }, 10)).total.requests).toBe(3);
    });
  });
});

describe('a month’s budget (C15)', () => {
  it('ends what is sent when it is used up, until it is raised or the next month begins', async () => {
    await withUsage(async ({ usage, config, at, chat }) => {
      at(new Date(2026, 10, 30, 12));
      await usage.setPrice(own, { input: 1, output: 1 });
      await config.updateSettings({ monthlyBudget: 2 });
      const use = () => usage.record({ kind: 'chat', conversationId: chat, serverId: null, ...own, tokens: tokens(1_000_000, 0) });
      await use();
      expect(() => usage.check()).not.toThrow();
      await use();
      expect(() => usage.check()).toThrowError(expect.objectContaining({ problem: expect.objectContaining({ code: 'usage-budget', details: { budget: 2, spent: 2 } }) }));
      await config.updateSettings({ monthlyBudget: 3 });
      expect(() => usage.check()).not.toThrow();
      await config.updateSettings({ monthlyBudget: 1 });
      at(new Date(2026, 11, 1, 0, 0, 1));
      expect(() => usage.check()).not.toThrow();
    });
  });
});

describe.each(providerKinds)('an answer by %s', (kind) => {
  it('is counted with its cache, request by request, and a used-up budget keeps the message unsent (C15)', async () => {
    await using server = await startWireServer(() => streamed(kind, { text: 'Hello', usage: { input: 1000, output: 10, cached: 600 } }));
    const folder = await mkdtemp(join(tmpdir(), 'portolan-usage-'));
    const storage = openStorage({ folder, notices: { add: () => undefined } });
    const config = memoryConfig([{ id: rigProvider, kind, name: 'Test', baseUrl: server.url, models: [] }]);
    await config.updateSettings({ prices: [{ providerId: rigProvider, model: 'm', input: 1000, output: 0 }], monthlyBudget: 1 });
    const usage = new Usage({ store: storage.usage, config, onError: () => undefined });
    try {
      await using rig = await conversationRig({ kind, url: server.url, deps: { usage } });
      const answer = await rig.ask('Hi');
      expect(answer.usage).toEqual({ inputTokens: 1000, outputTokens: 10, cost: 1 });
      expect(storage.usage.total(everything)).toEqual({ requests: 1, inputTokens: 1000, cachedTokens: kind === 'ollama' ? 0 : 600, outputTokens: 10, cost: 1, unpriced: 0 });
      await expect(rig.service.send(rig.conversation.id, 'More', [], new AbortController().signal)).rejects.toMatchObject({ problem: { code: 'usage-budget' } });
      expect(server.requests).toHaveLength(1);
      expect(rig.store.messages(rig.conversation.id)).toHaveLength(2);
    } finally {
      await storage.close();
      await rm(folder, { recursive: true });
    }
  });
});
