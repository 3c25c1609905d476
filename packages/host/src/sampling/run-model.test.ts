/** A server's request through the real adapters, against a server that speaks each provider's wire format. */
import { describe, expect, it } from 'vitest';
import { ProviderId, ServerId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import type { SampleRequest } from '@portolan/mcp-client/handlers';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer, WireServer } from '../../test/wire-server.ts';
import { ProviderKeys } from '../models/keys.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import { ModelRegistry } from '../models/registry.ts';
import { modelToolName } from '../models/names.ts';
import { ModelsForSampling } from './run-model.ts';
import type { SamplingAnswered } from './run-model.ts';

const providerId = ProviderId.parse('p1');
const weather = { name: 'get_weather', description: 'Weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } }, repairs: [], raw: { name: 'get_weather' } };

function request(change: Partial<SampleRequest> = {}): SampleRequest {
  return { messages: [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?', raw: {} }] }], maxTokens: 100, stopSequences: [], modelPreferences: { hints: [] }, includeContext: 'none', tools: [], toolChoice: 'auto', repairs: [], raw: {}, ...change };
}

async function run(kind: WireKind, answer: WireAnswer, asked: SampleRequest): Promise<{ answered: SamplingAnswered; server: Pick<WireServer, 'requests'> }> {
  await using server = await startWireServer(() => answer);
  const keys = new ProviderKeys(memorySecrets());
  const config = memoryConfig([{ id: providerId, kind, name: 'Test', baseUrl: server.url, models: [{ id: 'm', source: 'listed' }] }]);
  await keys.set(providerId, new URL(server.url).origin, 'sk-test-0123456789abcdef');
  const models = new ModelsForSampling(config, new ModelRegistry({ config, keys }));
  const answered = await models.run({ serverId: ServerId.parse('s'), serverName: 'agent', request: asked, model: { providerId, model: 'm' }, instructions: 'A program asks.\n\nBe brief.', maxTokens: 77, signal: new AbortController().signal });
  return { answered, server: { requests: server.requests } };
}

const bodyOf = (server: Pick<WireServer, 'requests'>) => JSON.stringify(server.requests[0]?.body);

describe.each(providerKinds)('an answer for a server by %s', (kind) => {
  it('is asked for with the cap, the instructions and nothing else, and its tokens are counted (P12, T:F01, T:F05)', async () => {
    const { answered, server } = await run(kind, streamed(kind, { text: 'Sunny.' }), request({ temperature: 9 }));
    expect(answered).toMatchObject({ content: [{ type: 'text', text: 'Sunny.' }], stopReason: 'endTurn', usage: { inputTokens: 11, outputTokens: 7 }, problem: null });
    expect(bodyOf(server)).toContain('77');
    expect(bodyOf(server)).toContain('A program asks.\\n\\nBe brief.');
    expect(bodyOf(server)).not.toContain('"temperature":9');
  });

  it('names the server’s tool as the server does, with an object for its input (P12, T:F03)', async () => {
    const name = modelToolName('agent', 'get_weather');
    const { answered, server } = await run(kind, streamed(kind, { text: '', calls: [{ id: 'call_a', name, arguments: '{"city":"Paris"}' }] }), request({ tools: [weather] }));
    expect(bodyOf(server)).toContain(name);
    expect(answered).toMatchObject({ content: [{ type: 'tool_use', name: 'get_weather', input: { city: 'Paris' } }], stopReason: 'toolUse', problem: null });
  });

  it('gives a model what the tools came to, in order (P12, H54)', async () => {
    const used = { type: 'tool_use' as const, id: 'u1', name: 'get_weather', input: { city: 'Paris' }, raw: {} };
    const result = { type: 'tool_result' as const, toolUseId: 'u1', content: [{ type: 'text' as const, text: 'Rain in Paris', raw: {} }], isError: false, raw: {} };
    const { server } = await run(kind, streamed(kind, { text: 'Take an umbrella.' }), request({ tools: [weather], messages: [...request().messages, { role: 'assistant', content: [used] }, { role: 'user', content: [result] }] }));
    const body = bodyOf(server);
    expect(body.indexOf('How is the weather?')).toBeLessThan(body.indexOf('Rain in Paris'));
    expect(body).toContain('Rain in Paris');
  });

  it('ends at a stop sequence whether the service knows of it or not, and says when it was cut by length (P12)', async () => {
    const stopped = await run(kind, streamed(kind, { text: 'One. Two. END Three.' }), request({ stopSequences: ['END', 'Three'] }));
    expect(stopped.answered).toMatchObject({ content: [{ type: 'text', text: 'One. Two. ' }], stopReason: 'stopSequence' });
    const long = await run(kind, streamed(kind, { text: 'One. Two.', finish: 'length' }), request());
    expect(long.answered).toMatchObject({ content: [{ type: 'text', text: 'One. Two.' }], stopReason: 'maxTokens', problem: null });
  });
});
