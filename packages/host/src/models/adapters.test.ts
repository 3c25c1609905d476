import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { ProviderConfig } from '../ports.ts';
import { azureAddress } from './azure-address.ts';
import { awsRegion, bedrockListAddress } from './aws.ts';
import { ProviderKeys } from './keys.ts';
import { ProviderService } from './providers.ts';
import { ModelRegistry } from './registry.ts';
import { runStep } from './step.ts';
import type { StepRequest } from './step.ts';

const id = ProviderId.parse('p1');
const signal = new AbortController().signal;
const secret = 'sk-test-0123456789abcdef';
const aws = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE' };

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** A network that answers every question with a stream of this kind, or a list, and keeps what was sent. */
function network(kind: WireKind, list: unknown = null) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    sent.push({ url: new Request(input).url, headers: Object.fromEntries(new Headers(init?.headers)), body: body as Record<string, unknown> });
    if (init?.body === undefined) return Promise.resolve(new Response(JSON.stringify(list), { headers: { 'content-type': 'application/json' } }));
    const pieces = streamed(kind, { text: 'ok' }).chunks.map((piece) => (typeof piece === 'number' ? '' : piece));
    return Promise.resolve(new Response(Buffer.concat(pieces.map((piece) => Buffer.from(piece))), { headers: { 'content-type': 'text/event-stream' } }));
  };
  return { sent, fetch };
}

async function ask(provider: Omit<ProviderConfig, 'id' | 'name' | 'models' | 'kind'> & { kind: WireKind }, keep: (keys: ProviderKeys, origin: string) => Promise<void>, change: Partial<StepRequest> = {}, model = 'm') {
  const { sent, fetch } = network(provider.kind);
  const keys = new ProviderKeys(memorySecrets());
  await keep(keys, new URL(provider.baseUrl).origin);
  const config = memoryConfig([{ id, name: 'Test', models: [], ...provider }]);
  const resolved = await new ModelRegistry({ config, keys, fetch }).resolve({ providerId: id, model });
  const outcome = await runStep({ model: resolved, instructions: 'i', messages: [{ role: 'user', content: 'q' }], tools: [], signal, cacheKey: 'chat-1', ...change }, () => undefined);
  const [request] = sent;
  if (!request) throw new Error('nothing was sent');
  return { request, outcome };
}
const withKey = (keys: ProviderKeys, origin: string) => keys.set(id, origin, secret);
const withPair = (keys: ProviderKeys, origin: string) => keys.setAws(id, origin, aws);

describe('Azure', () => {
  it('is asked at the current address, the deployment named as the model, and asked to keep nothing (C01)', async () => {
    const { request, outcome } = await ask({ kind: 'azure', baseUrl: 'https://mine.openai.azure.com' }, withKey, {}, 'my-deployment');
    expect(outcome.status).toBe('complete');
    expect(request.url).toBe('https://mine.openai.azure.com/openai/v1/responses');
    expect(request.headers['api-key']).toBe(secret);
    expect(request.headers['authorization']).toBeUndefined();
    expect(request.body).toMatchObject({ model: 'my-deployment', store: false });
  });

  it('with a dated version is asked at the address of the deployment (C01)', async () => {
    const url = 'https://mine.openai.azure.com/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21';
    const { sent, fetch } = network('openai-chat');
    const keys = new ProviderKeys(memorySecrets());
    await withKey(keys, 'https://mine.openai.azure.com');
    const config = memoryConfig([{ id, name: 'Test', models: [], kind: 'azure', baseUrl: 'https://mine.openai.azure.com/', apiVersion: '2024-10-21' }]);
    const model = await new ModelRegistry({ config, keys, fetch }).resolve({ providerId: id, model: 'my-deployment' });
    expect((await runStep({ model, instructions: 'i', messages: [{ role: 'user', content: 'q' }], tools: [], signal, cacheKey: 'c' }, () => undefined)).status).toBe('complete');
    expect(sent[0]?.url).toBe(url);
    expect(sent[0]?.body).not.toHaveProperty('store');
  });

  it.each([
    ['https://mine.openai.azure.com', undefined, 'https://mine.openai.azure.com/openai/v1'],
    ['https://mine.openai.azure.com/openai/deployments/x', undefined, 'https://mine.openai.azure.com/openai/v1'],
    ['https://mine.services.ai.azure.com/api/projects/p', undefined, 'https://mine.services.ai.azure.com/api/projects/p'],
    ['https://gateway.example/azure', undefined, 'https://gateway.example/azure'],
    ['https://mine.cognitiveservices.azure.com/openai/v1', '2025-04-01-preview', 'https://mine.cognitiveservices.azure.com/openai'],
    ['https://openai.azure.com.evil.example/x', undefined, 'https://openai.azure.com.evil.example/x'],
  ])('takes %s, version %s, as %s', (address, version, expected) => {
    expect(azureAddress(address, version).baseURL).toBe(expected);
  });
});

describe('Amazon Bedrock', () => {
  it('gets requests that are signed; the secret itself is in none of them (C01)', async () => {
    const { request, outcome } = await ask({ kind: 'bedrock', baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com' }, withPair, {}, 'eu.anthropic.claude-sonnet-4-5-v1:0');
    expect(outcome).toMatchObject({ status: 'complete', usage: { inputTokens: 11, outputTokens: 7 } });
    expect(request.url).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com/model/eu.anthropic.claude-sonnet-4-5-v1%3A0/converse-stream');
    expect(request.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=[^ ]*host[^ ]*, Signature=[0-9a-f]{64}$/);
    expect(request.headers['x-amz-security-token']).toBe(aws.sessionToken);
    expect(JSON.stringify(request)).not.toContain(aws.secretAccessKey);
  });

  it('takes an API key instead, and never one of the environment', async () => {
    const before = process.env['AWS_BEARER_TOKEN_BEDROCK'];
    process.env['AWS_BEARER_TOKEN_BEDROCK'] = 'of-the-environment';
    try {
      const baseUrl = 'https://bedrock-runtime.us-east-1.amazonaws.com';
      expect((await ask({ kind: 'bedrock', baseUrl }, withKey)).request.headers['authorization']).toBe(`Bearer ${secret}`);
      expect((await ask({ kind: 'bedrock', baseUrl }, withPair)).request.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256/);
      const none = await ask({ kind: 'bedrock', baseUrl: 'http://127.0.0.1:9' }, () => Promise.resolve());
      expect(none.request.headers).not.toHaveProperty('authorization');
    } finally {
      if (before === undefined) delete process.env['AWS_BEARER_TOKEN_BEDROCK'];
      else process.env['AWS_BEARER_TOKEN_BEDROCK'] = before;
    }
  });

  it('needs a region where the address names none', () => {
    expect(awsRegion('https://bedrock-runtime.eu-central-1.amazonaws.com', undefined)).toBe('eu-central-1');
    expect(awsRegion('https://vpce-1.example', 'us-west-2')).toBe('us-west-2');
    expect(() => awsRegion('https://vpce-1.example', undefined)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ details: { where: 'region' } }) }));
  });

  it('lists models at the address of the same region, and at no other (A09)', () => {
    expect(bedrockListAddress('https://bedrock-runtime.cn-north-1.amazonaws.com.cn')).toBe('https://bedrock.cn-north-1.amazonaws.com.cn');
    expect(bedrockListAddress('https://bedrock-runtime.eu-central-1.amazonaws.com.evil.example')).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com.evil.example');
  });

  it('lists what can be asked by name and the profiles for the rest, each request signed (C01)', async () => {
    const list = { modelSummaries: [{ modelId: 'amazon.nova-pro-v1:0', inferenceTypesSupported: ['ON_DEMAND'] }, { modelId: 'old', inferenceTypesSupported: ['ON_DEMAND'], modelLifecycle: { status: 'LEGACY' } }] };
    const { sent, fetch } = network('bedrock', list);
    const config = memoryConfig();
    const service = new ProviderService({ config, keys: new ProviderKeys(memorySecrets()), fetch });
    const view = await service.save({ kind: 'bedrock', name: 'Mine', baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com', awsKeys: aws, models: [] });
    expect(view).toMatchObject({ hasKey: true, needsKey: true });
    expect(await service.test(view.id, signal)).toEqual({ models: ['amazon.nova-pro-v1:0'], problem: null });
    expect(sent.map(({ url }) => url)).toEqual(['https://bedrock.eu-central-1.amazonaws.com/foundation-models?byOutputModality=TEXT', 'https://bedrock.eu-central-1.amazonaws.com/inference-profiles?maxResults=1000']);
    for (const { headers } of sent) expect(headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/);
    expect(JSON.stringify([sent, config.current()])).not.toContain(aws.secretAccessKey);
    // Another region is another origin: the pair is not taken along (A09).
    expect(await service.save({ id: view.id, kind: 'bedrock', name: 'Mine', baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com', models: [] })).toMatchObject({ hasKey: false });
  });
});

describe('OpenRouter', () => {
  it('lists its models to anybody, so the key is tried first (C01)', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input) => {
      const { pathname } = new URL(new Request(input).url);
      asked.push(pathname);
      return Promise.resolve(pathname.endsWith('/key') ? new Response('{"error":{"message":"No auth credentials found","code":401}}', { status: 401 }) : new Response('{"data":[]}'));
    };
    const service = new ProviderService({ config: memoryConfig(), keys: new ProviderKeys(memorySecrets()), fetch });
    const view = await service.save({ kind: 'openrouter', name: 'Mine', baseUrl: '', key: secret, models: [] });
    expect((await service.test(view.id, signal)).problem?.code).toBe('model-key-refused');
    expect(asked).toEqual(['/api/v1/key']);
  });
});

describe('what single services ask of a request (C01)', () => {
  const history: StepRequest['messages'] = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'call_a_long_id_of_another_service', toolName: 't', input: {} }, { type: 'tool-call', toolCallId: 'abcDEF123', toolName: 't', input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'call_a_long_id_of_another_service', toolName: 't', output: { type: 'text', value: 'r' } }, { type: 'tool-result', toolCallId: 'abcDEF123', toolName: 't', output: { type: 'text', value: 's' } }] },
    { role: 'user', content: 'and now?' },
  ];

  it.each([['mistral', 'https://api.mistral.ai/v1', 'mistral-large'], ['openai-compatible', 'http://127.0.0.1:9/v1', 'Mistral-Nemo']] as const)('ids of nine characters, and the model’s word between a tool and the user: %s', async (kind, baseUrl, model) => {
    const { request } = await ask({ kind, baseUrl }, withKey, { messages: history }, model);
    const messages = request.body['messages'] as { role: string; tool_call_id?: string; tool_calls?: { id: string }[] }[];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
    const ids = messages[2]?.tool_calls?.map((call) => call.id) ?? [];
    expect(ids[0]).toMatch(/^[a-z0-9]{9}$/);
    expect(ids[1]).toBe('abcDEF123');
    expect(messages.slice(3, 5).map((message) => message.tool_call_id)).toEqual(ids);
  });

  it.each([['openai', 'https://api.openai.com/v1'], ['xai', 'https://api.x.ai/v1']] as const)('%s is asked to keep nothing', async (kind, baseUrl) => {
    const { request } = await ask({ kind, baseUrl }, withKey);
    expect(request.url).toBe(`${baseUrl}/responses`);
    expect(request.body).toMatchObject({ store: false, prompt_cache_key: 'chat-1' });
  });
});
