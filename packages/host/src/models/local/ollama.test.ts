import { describe, expect, it } from 'vitest';
import { conversationRig, rigProvider, textOf } from '../../../test/conversation-rig.ts';
import { streamed } from '../../../test/wire-formats.ts';
import { startWireServer } from '../../../test/wire-server.ts';
import type { WireServer } from '../../../test/wire-server.ts';

interface Sent {
  options?: { num_ctx?: number };
  messages: { role: string; content: string; thinking?: string }[];
  tools?: { function: { name: string } }[];
}
const sent = (server: WireServer, at = 0) => server.requests[at]?.body as Sent;

/** The rig's chat on a model of which Ollama said this. */
async function chat(server: WireServer, capabilities: object) {
  const rig = await conversationRig({ kind: 'ollama', url: server.url });
  await rig.config.saveProvider({ id: rigProvider, kind: 'ollama', name: 'Ollama', baseUrl: server.url, models: [{ id: 'm', source: 'listed', capabilities }] });
  return rig;
}

describe('a chat with Ollama', () => {
  it('asks its own interface for a context of a bounded length, and never the one under OpenAI’s name (C02)', async () => {
    for (const [contextTokens, asked] of [[131_072, 16_384], [4096, 4096], [undefined, 16_384]] as const) {
      await using server = await startWireServer(() => streamed('ollama', { text: 'Hello.' }));
      await using rig = await chat(server, contextTokens === undefined ? {} : { contextTokens });
      expect(textOf(await rig.ask('Hi'))).toBe('Hello.');
      expect(server.requests.map(({ path }) => path)).toEqual(['/api/chat']);
      expect(sent(server).options?.num_ctx).toBe(asked);
    }
  });

  it('sends a model no tools that takes none, and no pictures that sees none (C02)', async () => {
    await using server = await startWireServer(() => streamed('ollama', { text: 'Hello.' }));
    await using rig = await chat(server, { tools: false, vision: false });
    await rig.ask('Hi');
    expect(sent(server).tools ?? []).toEqual([]);
    await using able = await startWireServer(() => streamed('ollama', { text: 'Hello.' }));
    await using other = await chat(able, { tools: true });
    await other.ask('Hi');
    expect(sent(able).tools?.map((each) => each.function.name)).toContain('calc__sum');
  });

  it('shows what the model thinks and does not say it back to it as its own words', async () => {
    await using server = await startWireServer((_request, index) => streamed('ollama', index === 0 ? { reasoning: 'They greet me.', text: 'Hello.' } : { text: 'Again.' }));
    await using rig = await chat(server, { reasoning: true });
    const answer = await rig.ask('Hi');
    expect(answer.parts.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    await rig.ask('And?');
    expect(JSON.stringify(sent(server, 1))).not.toContain('They greet me.');
  });

  it('counts its tokens and costs nothing on this computer', async () => {
    await using server = await startWireServer(() => streamed('ollama', { text: 'Hello.', usage: { input: 100, output: 5 } }));
    await using rig = await chat(server, {});
    expect(await rig.ask('Hi')).toMatchObject({ usage: { inputTokens: 100, outputTokens: 5 } });
  });

  it('says it in words when the model is not there, was never a model, or broke off', async () => {
    const json = { 'content-type': 'application/json' };
    const cases = [
      [{ status: 404, headers: json, chunks: ['{"error":"model \'m\' not found"}'] }, 'model-not-found'],
      [{ status: 400, headers: json, chunks: ['{"error":"registry.ollama.ai/library/m does not support tools"}'] }, 'model-refused-request'],
      [{ chunks: ['{"model":"m","message":{"role":"assistant","content":"Hal"},"done":false}\n', '{"error":"an error was encountered while running the model: CUDA error"}\n'] }, 'model-failed'],
      [{ chunks: ['{"model":"m","message":{"role":"assistant","content":"Hal"},"done":false}\n'] }, 'model-interrupted'],
      [{ chunks: ['{"hello":"world"}\n'] }, 'model-not-a-model'],
    ] as const;
    for (const [answer, code] of cases) {
      await using server = await startWireServer(() => ({ ...answer, chunks: [...answer.chunks] }));
      await using rig = await chat(server, { tools: false });
      expect((await rig.ask('Hi')).problem?.code).toBe(code);
    }
  });
});
