/** Long results: kept and shown whole, told in part, read on in by the model (C13, try-out 26). */
import { describe, expect, it } from 'vitest';
import { callsOf, conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import { offeredNames } from '../../test/offered.ts';
import { deny } from '../../test/person.ts';
import { textResult } from '../../test/simple-servers.ts';
import { stored, storedCall } from '../../test/stored-message.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireRequest } from '../../test/wire-server.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import { readOn } from './read-result.ts';

const long = Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join('\n');
const pattern = /portolan__read_result: \{\\+"id\\+": \\+"(call_[\w-]+)\\+", \\+"offset\\+": (\d+)\}/;

describe.each(providerKinds)('a result over the limit with %s', (kind) => {
  it('is told by its head and tail, and the model reads on in it; all of it stays in the chat (C13, try-out 26, R103)', async () => {
    const answer = (request: WireRequest, index: number): Script => {
      if (index === 0) return { calls: [{ id: 'a', name: 'calc__echo', arguments: '{}' }] };
      const cut = pattern.exec(JSON.stringify(request.body));
      if (index === 1 && cut) return { calls: [{ id: 'b', name: 'portolan__read_result', arguments: JSON.stringify({ id: cut[1], offset: Number(cut[2]), length: 30 }) }] };
      return { text: 'Read.' };
    };
    await using server = await startWireServer((request, index) => streamed(kind, answer(request, index)));
    await using rig = await conversationRig({ kind, url: server.url });
    rig.servers.onCall = () => Promise.resolve(textResult(long));
    // A window of 100,000: then 50,000 characters go.
    await rig.config.updateSettings({ contextWindows: [{ providerId: rigProvider, model: 'm', tokens: 100_000 }] });
    const message = await rig.ask('Read it.');
    const [first, second] = callsOf(message);
    expect(first?.result?.content).toEqual([{ type: 'text', text: long }]);
    expect(second).toMatchObject({ tool: 'host:read_result', serverName: 'calc', state: 'done', decidedBy: 'person' });
    expect(rig.person.asked.map(({ tool }) => tool.title ?? tool.name)).toEqual(['echo', 'Read more of a result']);
    // The server is not asked again.
    expect(rig.servers.made).toHaveLength(1);
    const [, told, after] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(told).toContain('line 0\\');
    expect(told).toContain('line 19999');
    expect(told).not.toContain('line 10000');
    expect(told?.length).toBeLessThan(70_000);
    expect(offeredNames(server.requests[0]?.body)).not.toContain('portolan__read_result');
    expect(offeredNames(server.requests[1]?.body).at(-1)).toBe('portolan__read_result');
    expect(second?.result?.content[0]).toMatchObject({ text: expect.stringContaining(long.slice(35_000, 35_030)) as string });
    expect(after).toContain('Characters 35000 to 35030');
  });
});

describe('reading on in a result', () => {
  it('is refused by the person like any other call, and for what is not of this chat', async () => {
    await using server = await startWireServer((_request, index) => streamed('openai-compatible', index % 2 === 0 ? { calls: [{ id: 'a', name: index === 0 ? 'calc__echo' : 'portolan__read_result', arguments: JSON.stringify({ id: 'call_of_another_chat', offset: 0 }) }] } : { text: 'So be it.' }));
    await using rig = await conversationRig({ url: server.url });
    rig.servers.onCall = () => Promise.resolve(textResult(long));
    const first = callsOf(await rig.ask('Read it.'))[0];
    expect(callsOf(await rig.ask('Read another.'))[0]).toMatchObject({ state: 'failed', serverId: null, problem: { code: 'result-unknown' } });
    await using own = await startWireServer((_request, index) => streamed('openai-compatible', index === 0 ? { calls: [{ id: 'a', name: 'portolan__read_result', arguments: JSON.stringify({ id: first?.callId, offset: 0 }) }] } : { text: 'So be it.' }));
    await rig.config.saveProvider({ id: rigProvider, kind: 'openai-compatible', name: 'Test', baseUrl: own.url, models: [] });
    rig.person.decides = () => deny('private');
    expect(callsOf(await rig.ask('Read on.'))[0]).toMatchObject({ tool: 'host:read_result', state: 'denied', denyReason: 'private' });
  });

  it('gives exact pieces that make up the whole, and never half a letter', () => {
    const text = `${'🎈'.repeat(3_000)}end`;
    const call = storedCall('echo', [{ type: 'text', text }]);
    const messages = [stored('assistant', [call])];
    let offset = 0;
    let whole = '';
    for (let pieces = 0; offset < text.length && pieces < 100; pieces += 1) {
      const { content } = readOn(messages, { id: call.callId, offset, length: 1_001 }, 50_000);
      const [block] = content;
      const piece = block?.type === 'text' ? block.text : '';
      const end = piece.indexOf('\n');
      const [head, body] = [piece.slice(0, end), piece.slice(end + 1)];
      expect(body.isWellFormed()).toBe(true);
      whole += body;
      offset = Number(/goes on at offset (\d+)/.exec(head)?.[1] ?? text.length);
    }
    expect(whole).toBe(text);
  });

  it('does not give what the person withheld, nor take odd numbers for places (H02)', () => {
    const call = storedCall('echo', [{ type: 'text', text: 'secret' }], { review: { state: 'withheld' } });
    const open = storedCall('echo', [{ type: 'text', text: 'open' }]);
    const messages = [stored('assistant', [call, open])];
    expect(readOn(messages, { id: call.callId, offset: 0 }, 50_000)).toMatchObject({ isError: true });
    expect(JSON.stringify(readOn(messages, { id: open.callId, offset: -3, length: -1 }, 50_000))).toContain('open'.slice(0, 1));
    expect(readOn(messages, { id: open.callId, offset: Number.POSITIVE_INFINITY }, 50_000)).toMatchObject({ isError: false });
    expect(readOn(messages, { id: open.callId, offset: 99 }, 50_000)).toMatchObject({ isError: true });
    expect(readOn(messages, { id: { toString: 1 } }, 50_000)).toMatchObject({ isError: true });
  });
});
