import { describe, expect, it } from 'vitest';
import type { ContextState } from '@portolan/contract/context';
import { conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { textResult } from '../../test/simple-servers.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { correction, estimateTokens } from './estimate.ts';
import { ContextStates } from './context-states.ts';
import { ModelWindows } from './model-window.ts';
import { memoryConfig } from '../../test/memory-stores.ts';
import { tool } from '../../test/available-tool.ts';

const statesOf = (rig: Rig) => new ContextStates({ context: rig.context, conversations: rig.store, config: rig.config });

describe('tokens, guessed', () => {
  it('four letters a token, one a sign of Chinese, in no time even for what makes a tokenizer crawl (C13)', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('word'.repeat(1_000))).toBe(1_000);
    expect(estimateTokens('汉字'.repeat(500))).toBe(1_000);
    expect(estimateTokens('a'.repeat(2_000_000))).toBe(500_000);
  });

  it('are corrected by what the last request took, within bounds', () => {
    expect(correction(null)).toBe(1);
    expect(correction({ estimated: 1_000, reported: 1_500 })).toBe(1.5);
    expect(correction({ estimated: 1_000, reported: 1_000_000 })).toBe(3);
    expect(correction({ estimated: 1_000, reported: 0 })).toBe(1);
    expect(correction({ estimated: 10, reported: 900 })).toBe(1);
  });
});

describe('what a model takes in one request (C13)', () => {
  it('is what the person says, else the service, else the list, else a careful guess', async () => {
    const config = memoryConfig([
      { id: rigProvider, kind: 'openai', name: 'Cloud', baseUrl: '', models: [] },
      { id: 'p2' as typeof rigProvider, kind: 'openai-compatible', name: 'Near', baseUrl: 'http://127.0.0.1:9/v1', models: [{ id: 'probed', source: 'listed', capabilities: { contextTokens: 32_768 } }] },
      { id: 'p3' as typeof rigProvider, kind: 'openai-compatible', name: 'Odd', baseUrl: 'no address', models: [] },
    ]);
    const windows = new ModelWindows(config);
    const of = (providerId: string, model: string) => windows.of({ providerId: providerId as typeof rigProvider, model });
    expect(await of('p1', 'gpt-4o')).toEqual({ tokens: 128_000, source: 'list' });
    expect(await of('p1', 'nobody-knows')).toEqual({ tokens: 128_000, source: 'usual' });
    expect(await of('p2', 'gpt-4o')).toEqual({ tokens: 8_192, source: 'usual' });
    expect(await of('p2', 'probed')).toEqual({ tokens: 32_768, source: 'service' });
    expect(await of('p3', 'm')).toEqual({ tokens: 128_000, source: 'usual' });
    await config.updateSettings({ contextWindows: [{ providerId: rigProvider, model: 'gpt-4o', tokens: 5_000 }] });
    expect(await of('p1', 'gpt-4o')).toEqual({ tokens: 5_000, source: 'own' });
  });
});

describe('the meter of a chat (C13)', () => {
  it('tells what every part takes, by server, and adds up; it is corrected by what the service counted', async () => {
    await using server = await startWireServer((_request, index) => streamed('openai-compatible', index === 0 ? { calls: [{ id: 'a', name: 'calc__echo', arguments: '{}' }], usage: { input: 0, output: 1 } } : { text: 'Done.', usage: { input: index < 3 ? 0 : 2_000, output: 1 } }));
    await using rig = await conversationRig({ url: server.url, tools: [tool('calc', 'echo'), tool('files', 'read')] });
    rig.servers.onCall = () => Promise.resolve(textResult('x'.repeat(4_000)));
    using states = statesOf(rig);
    const { id } = rig.conversation;
    const before = await states.state(id);
    expect(before.meter).toMatchObject({ results: 0, isMeasured: false, isNearlyFull: false, window: { source: 'usual' } });
    await rig.ask(`Read. ${'word '.repeat(400)}`);
    const { meter } = await states.state(id);
    expect(meter?.results).toBeGreaterThan(950);
    expect(meter?.results).toBeLessThan(1_100);
    expect(meter?.history).toBeGreaterThan(500);
    expect(meter?.tools.map(({ serverName, loaded }) => [serverName, loaded])).toEqual([['calc', 1], ['files', 1]]);
    const parts = (meter?.system ?? 0) + (meter?.summary ?? 0) + (meter?.history ?? 0) + (meter?.attachments ?? 0) + (meter?.results ?? 0) + (meter?.tools.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0);
    expect(Math.abs(parts - (meter?.used ?? 0))).toBeLessThan(10);
    await rig.ask('More.');
    await rig.ask('And more.');
    const after = await states.state(id);
    expect(after.meter?.isMeasured).toBe(true);
    expect(after.meter?.used).toBeGreaterThan(1_990);
    expect(after.meter?.used).toBeLessThan(2_100);
  });

  it('warns from 80 % on, and is told again when a message, a choice or the model changes it', async () => {
    await using server = await startWireServer(() => streamed('openai-compatible', { text: 'Done.', usage: { input: 0, output: 1 } }));
    await using rig = await conversationRig({ url: server.url });
    await rig.config.updateSettings({ contextWindows: [{ providerId: rigProvider, model: 'm', tokens: 4_000 }] });
    using states = statesOf(rig);
    const told: ContextState[] = [];
    const stop = new AbortController();
    const watching = (async () => {
      for await (const state of states.watch(rig.conversation.id, stop.signal)) {
        told.push(state);
        if (told.length === 1) {
          rig.context.store.setAutomatic(rig.conversation.id, false);
          await rig.ask('word '.repeat(2_600));
          states.changed(rig.conversation.id);
        }
        if (state.meter?.isNearlyFull === true) stop.abort();
      }
    })();
    await watching;
    expect(told[0]?.meter?.isNearlyFull).toBe(false);
    expect(told.at(-1)).toMatchObject({ isAutomatic: false, meter: { isNearlyFull: true } });
  });

  it('lists every tool with where it stands and why', async () => {
    await using server = await startWireServer(() => streamed('openai-compatible', { text: 'Done.' }));
    await using rig = await conversationRig({ url: server.url, tools: Array.from({ length: 50 }, (_, index) => tool('many', `tool_${index}`)) });
    using states = statesOf(rig);
    const { id } = rig.conversation;
    const [first, second, third] = rig.servers.tools;
    if (!first || !second || !third) throw new Error('no tools');
    rig.context.store.addFound(id, [first], 'first things');
    rig.context.store.setAlways(second.serverId, second.name, true);
    rig.context.store.setOff(id, third.serverId, third.name, true);
    const { isSearched, tools } = await states.tools(id);
    expect(isSearched).toBe(true);
    expect(tools.slice(0, 4)).toMatchObject([{ state: 'loaded', why: 'found', query: 'first things' }, { state: 'loaded', why: 'always', isAlways: true }, { state: 'off' }, { state: 'findable' }]);
  });
});

describe('a chat that was measured before', () => {
  it('is measured by what is new, changed, shown and summarised, as if all of it were read again', async () => {
    await using server = await startWireServer((_request, index) => streamed('openai-compatible', index === 0 ? { calls: [{ id: 'a', name: 'calc__echo', arguments: '{}' }] } : { text: `Answer ${index}` }));
    await using rig = await conversationRig({ url: server.url });
    rig.servers.onCall = () => Promise.resolve(textResult('x'.repeat(3_000)));
    using states = statesOf(rig);
    const { id } = rig.conversation;
    const whole = async () => {
      using fresh = statesOf(rig);
      return (await fresh.state(id)).meter;
    };
    for (const text of ['One', 'word '.repeat(300), 'Three']) {
      await rig.ask(text);
      expect((await states.state(id)).meter).toEqual(await whole());
    }
    const [first, second] = rig.store.messages(id);
    if (!first || !second) throw new Error('no messages');
    // Another version is shown.
    rig.service.edit(id, first.id, 'Uno, and nothing else');
    await rig.until(({ messages, conversation }) => messages.length === 2 && messages.at(-1)?.status === 'complete' && !conversation.isRunning);
    expect((await states.state(id)).meter).toEqual(await whole());
    rig.service.choose(id, first.id);
    expect((await states.state(id)).meter).toEqual(await whole());
    // What the person withholds afterwards is said of one message.
    rig.store.save({ ...second, parts: second.parts.map((part) => (part.type === 'tool-call' ? { ...part, review: { state: 'withheld' } } : part)) });
    states.changed(id, second.id);
    expect((await states.state(id)).meter).toEqual(await whole());
    await rig.service.summarise(id, new AbortController().signal);
    const after = (await states.state(id)).meter;
    expect(after?.summary).toBeGreaterThan(0);
    expect(after).toEqual(await whole());
  });
});
