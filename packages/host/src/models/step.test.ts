import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { tool } from '../../test/available-tool.ts';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { strangeEvents, streamed, wireFormats } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer, WireServer } from '../../test/wire-server.ts';
import { ProviderKeys } from './keys.ts';
import { providerKinds } from './provider-kinds.ts';
import { ModelRegistry } from './registry.ts';
import { runStep } from './step.ts';
import type { StepOutcome, StepRequest } from './step.ts';
import type { StepEvent } from './step-reader.ts';
import { offerTools } from './tools.ts';

const secret = 'sk-test-0123456789abcdef';
const providerId = ProviderId.parse('p1');

interface Ran {
  events: StepEvent[];
  outcome: StepOutcome;
  text: string;
}

async function ask(kind: WireKind, url: string, change: Partial<StepRequest> = {}, model = 'm'): Promise<Ran> {
  const keys = new ProviderKeys(memorySecrets());
  const config = memoryConfig([{ id: providerId, kind, name: 'Test', baseUrl: url, models: [] }]);
  await keys.set(providerId, new URL(url).origin, secret);
  const resolved = await new ModelRegistry({ config, keys }).resolve({ providerId, model });
  const events: StepEvent[] = [];
  const outcome = await runStep(
    {
      model: resolved,
      instructions: 'Be brief.',
      messages: [{ role: 'user', content: 'What is the sum of two and three, if I may ask you this?' }],
      tools: offerTools([tool('calc', 'sum', { type: 'object', properties: { a: { type: 'number' } } }), tool('calc', 'echo')], kind).tools,
      signal: new AbortController().signal,
      cacheKey: 'c',
      ...change,
    },
    (event) => events.push(event),
  );
  return { events, outcome, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') };
}

async function against<T>(answer: WireAnswer | ((index: number) => WireAnswer), run: (server: WireServer) => Promise<T>): Promise<T> {
  await using server = await startWireServer((_request, index) => (typeof answer === 'function' ? answer(index) : answer));
  return await run(server);
}

const refuse = (message: string): WireAnswer => ({ status: 400, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify({ message, error: { message, type: 'invalid_request_error', status: 'INVALID_ARGUMENT', code: 400 } })] });

const twoCalls: Script = {
  text: 'Let me see.',
  calls: [
    { id: 'call_a', name: 'calc__sum', arguments: '{"a":2}' },
    { id: 'call_b', name: 'calc__echo', arguments: '{"message":"grüße"}' },
  ],
};

describe.each(providerKinds)('a step with %s', (kind) => {
  it('streams text, reports usage and sends the key only in its header (C01)', async () => {
    await against(streamed(kind, { text: 'The sum is 5.' }), async (server) => {
      const { outcome, text, events } = await ask(kind, server.url);
      expect(text).toBe('The sum is 5.');
      expect(events.length).toBeGreaterThan(1);
      expect(outcome).toMatchObject({ status: 'complete', problem: null, usage: { inputTokens: 11, outputTokens: 7 } });
      const [request] = server.requests;
      expect(Object.values(request?.headers ?? {}).filter((value) => String(value).includes(secret))).toHaveLength(1);
      expect(JSON.stringify(request?.body)).not.toContain(secret);
      expect(request?.path).not.toContain(secret);
    });
  });

  it('reports two parallel calls whole, and offers both tools in their order (C01)', async () => {
    await against(streamed(kind, twoCalls), async (server) => {
      const { events, outcome } = await ask(kind, server.url);
      const calls = events.filter((event) => event.type === 'tool-call');
      expect(calls.map(({ toolName, input }) => ({ toolName, input }))).toEqual([
        { toolName: 'calc__sum', input: { a: 2 } },
        { toolName: 'calc__echo', input: { message: 'grüße' } },
      ]);
      expect(outcome.status).toBe('complete');
      const sent = JSON.stringify(server.requests[0]?.body);
      expect(sent.indexOf('calc__sum')).toBeGreaterThan(0);
      expect(sent.indexOf('calc__sum')).toBeLessThan(sent.indexOf('calc__echo'));
    });
  });

  it('keeps what came of a stream that is cut (R98)', async () => {
    const chunks = wireFormats[kind]({ text: 'A long answer that never' });
    const half = chunks.slice(0, chunks.findIndex((chunk) => chunk.includes('that never')) + 1);
    await against({ chunks: [...half, 50], close: 'cut' }, async (server) => {
      const { text, outcome } = await ask(kind, server.url);
      expect(text).toContain('A long');
      expect(outcome).toMatchObject({ status: 'interrupted', problem: { code: 'model-interrupted' }, responseMessages: [] });
    });
  });

  it('calls a stream without an end a cut (R98)', async () => {
    const chunks = wireFormats[kind]({ text: 'A long answer that never' });
    const half = chunks.slice(0, chunks.findIndex((chunk) => chunk.includes('that never')) + 1);
    await against({ chunks: half }, async (server) => {
      expect((await ask(kind, server.url)).outcome).toMatchObject({ status: 'interrupted', problem: { code: 'model-interrupted' } });
    });
  });

  it('stops at once when asked, and the provider sees the connection close', async () => {
    const chunks = wireFormats[kind]({ text: 'word' });
    await against({ chunks: chunks.slice(0, chunks.findIndex((chunk) => chunk.includes('wo')) + 1), close: 'hang' }, async (server) => {
      const stop = new AbortController();
      const running = ask(kind, server.url, { signal: stop.signal });
      await server.received(1);
      setTimeout(() => stop.abort(), 100);
      const { outcome } = await running;
      expect(outcome).toMatchObject({ status: 'stopped', problem: null });
      await expect.poll(() => server.requests[0]?.isAborted).toBe(true);
    });
  });

  it('names a refused key without showing it (R100)', async () => {
    const body = kind === 'google' ? { error: { code: 400, message: `API key not valid: ${secret}`, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } } : { error: { message: `Incorrect API key provided: ${secret}`, type: 'authentication_error', code: 'invalid_api_key' } };
    await against({ status: kind === 'google' ? 400 : 401, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(body)] }, async (server) => {
      const { outcome } = await ask(kind, server.url);
      expect(outcome).toMatchObject({ status: 'failed', problem: { code: 'model-key-refused', details: { provider: 'Test', model: 'm' } } });
      expect(JSON.stringify(outcome.problem)).not.toContain(secret);
    });
  });

  it('says how long to wait when asked too often (R100)', async () => {
    const body = { type: 'error', error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', status: 'RESOURCE_EXHAUSTED', message: 'Rate limit reached' } };
    await against({ status: 429, headers: { 'content-type': 'application/json', 'retry-after': '17' }, chunks: [JSON.stringify(body)] }, async (server) => {
      expect((await ask(kind, server.url)).outcome.problem).toMatchObject({ code: 'model-rate-limited', details: { seconds: 17, status: 429 } });
      expect(server.requests).toHaveLength(1);
    });
  });

  it('tells a full context from other refusals (R102)', async () => {
    const messages: Record<WireKind, string> = {
      openai: "This model's maximum context length is 128000 tokens.",
      'openai-chat': "This model's maximum context length is 128000 tokens.",
      anthropic: 'prompt is too long: 210000 tokens > 200000 maximum',
      google: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      mistral: 'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      groq: 'Please reduce the length of the messages or completion. context_length_exceeded',
      deepseek: "This model's maximum context length is 131072 tokens. However, you requested 200000 tokens",
      xai: "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
      openrouter: "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens",
      azure: "This model's maximum context length is 128000 tokens.",
      bedrock: 'Input is too long for requested model.',
      'openai-compatible': 'the request exceeds the available context size, try increasing it',
      ollama: 'the input length exceeds the context length',
    };
    await against(refuse(messages[kind]), async (server) => {
      expect((await ask(kind, server.url)).outcome.problem?.code).toBe('model-context-too-long');
    });
    await against(refuse('temperature must be at most 2'), async (server) => {
      expect((await ask(kind, server.url)).outcome.problem).toMatchObject({ code: 'model-refused-request', log: 'temperature must be at most 2' });
    });
  });

  it('does not take a web page for an answer (R55)', async () => {
    await against({ headers: { 'content-type': 'text/html; charset=utf-8' }, chunks: ['<!doctype html><title>Welcome to the hotel</title>'] }, async (server) => {
      expect((await ask(kind, server.url)).outcome).toMatchObject({ status: 'failed', problem: { code: 'model-not-a-model', log: expect.stringContaining('hotel') as string } });
    });
  });

  it.each(['', 'data: {}\n\n', '{}', 'data: not json\n\n', 'data: null\n\n', ': keep-alive\n\n'])('does not take %j for an answer (R103)', async (body) => {
    await against({ chunks: [body] }, async (server) => {
      expect((await ask(kind, server.url)).outcome).toMatchObject({ status: 'failed', problem: { code: 'model-not-a-model' } });
    });
  });

  it('goes on past events it does not know (B06)', async () => {
    const chunks = wireFormats[kind]({ text: 'Fine.' });
    await against({ chunks: [...chunks.slice(0, 1), ...strangeEvents(kind), ...chunks.slice(1)] }, async (server) => {
      const { text, outcome } = await ask(kind, server.url);
      expect(text).toBe('Fine.');
      expect(outcome.status).toBe('complete');
    });
  });

  it('reports a call to a tool that was never offered, and runs nothing (B06)', async () => {
    await against(streamed(kind, { calls: [{ id: 'x', name: '__proto__', arguments: '{}' }] }), async (server) => {
      const { events, outcome } = await ask(kind, server.url);
      expect(events).toMatchObject([{ type: 'tool-call', toolName: '__proto__', input: {} }]);
      expect(outcome.status).toBe('complete');
      expect(server.requests).toHaveLength(1);
    });
  });

  it('gives up after silence, comments notwithstanding (R99)', async () => {
    const chunks = Array.from({ length: 40 }, () => [': keep-alive\n\n', 20]).flat();
    await against({ chunks, close: 'hang' }, async (server) => {
      expect((await ask(kind, server.url, { limits: { silenceMs: 300 } })).outcome).toMatchObject({ status: 'failed', problem: { code: 'model-interrupted' } });
    });
  });

  // Google's arguments come as JSON inside of JSON, read by then.
  it.skipIf(kind === 'google')('keeps arguments that cannot be read in one way as they were written, and makes no call of them (T:C13)', async () => {
    for (const written of ['{"amount":1e400}', '{"__proto__":{"admin":true},"a":1}', '[1]']) {
      await against(streamed(kind, { calls: [{ id: 'x', name: 'echo', arguments: written }] }), async (server) => {
        const { events } = await ask(kind, server.url);
        expect(events).toMatchObject([{ type: 'tool-call', input: null, raw: written }]);
      });
    }
  });

  it('cuts an answer without end', async () => {
    await against(streamed(kind, { text: 'x'.repeat(5000) }), async (server) => {
      expect((await ask(kind, server.url, { limits: { maxCharacters: 1000 } })).outcome).toMatchObject({ problem: { code: 'model-answer-too-long' } });
    });
  });

  it('remarks that an answer reached its length limit, and keeps it', async () => {
    await against(streamed(kind, { text: 'Half an', finish: 'length' }), async (server) => {
      expect((await ask(kind, server.url)).outcome).toMatchObject({ status: 'complete', problem: { code: 'model-answer-too-long' } });
    });
  });

  it('names an unreachable provider', async () => {
    const url = await against({ chunks: [] }, (server) => Promise.resolve(server.url));
    expect((await ask(kind, url)).outcome).toMatchObject({ status: 'failed', problem: { code: 'model-unreachable', details: { reason: 'ECONNREFUSED' } } });
  });

  it('follows no redirect (A09)', async () => {
    await using elsewhere = await startWireServer(() => ({ chunks: [] }));
    await against({ status: 307, headers: { location: `${elsewhere.url}/x` }, chunks: [] }, async (server) => {
      expect((await ask(kind, server.url)).outcome.problem?.code).toBe('model-not-a-model');
      expect(elsewhere.requests).toHaveLength(0);
    });
  });

  it('keeps the words of the conversation out of problems', async () => {
    const echo = { error: { message: 'bad input: "What is the sum of two and three, if I may ask you this?"', type: 'invalid_request_error' } };
    await against({ status: 422, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(echo)] }, async (server) => {
      const { outcome } = await ask(kind, server.url);
      expect(outcome.problem?.code).toBe('model-refused-request');
      expect(JSON.stringify(outcome.problem)).not.toContain('two and three');
    });
  });
});

// Where arguments come as JSON inside of JSON, the whole line would be none.
it.each(providerKinds.filter((kind) => kind !== 'google' && kind !== 'ollama'))('reports arguments that are no JSON as they came: %s (R101)', async (kind) => {
  await against(streamed(kind, { calls: [{ id: 'x', name: 'calc__sum', arguments: '{"a":' }] }), async (server) => {
    expect((await ask(kind, server.url)).events).toMatchObject([{ type: 'tool-call', toolName: 'calc__sum', input: null, raw: '{"a":' }]);
  });
});

it('reports an error that comes in the middle of a stream, keeping what came before', async () => {
  const chunks = wireFormats.anthropic({ text: 'Some words' });
  const cut = chunks.slice(0, chunks.findIndex((chunk) => chunk.includes('text_delta')) + 1);
  await against({ chunks: [...cut, 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'] }, async (server) => {
    expect((await ask('anthropic', server.url)).outcome).toMatchObject({ status: 'interrupted', problem: { code: 'model-overloaded' } });
  });
});

it('asks OpenAI to keep nothing, and hands back its sealed reasoning', async () => {
  await against(streamed('openai', { reasoning: 'Thinking it over', text: 'Done' }), async (server) => {
    const { outcome, events } = await ask('openai', server.url, {}, 'gpt-5');
    expect(server.requests[0]?.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(events.filter((event) => event.type === 'reasoning')).not.toHaveLength(0);
    expect(JSON.stringify(outcome.responseMessages)).toContain('sealed');
  });
});

it('asks Anthropic itself to reuse what it has read, and gives models newer than the package room to answer', async () => {
  const sent: { url: string; body: unknown; key: string | null }[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push({ url: new Request(input).url, body: JSON.parse(typeof init?.body === 'string' ? init.body : 'null'), key: new Headers(init?.headers).get('x-api-key') });
    return Promise.resolve(new Response(wireFormats.anthropic({ text: 'ok' }).join(''), { headers: { 'content-type': 'text/event-stream' } }));
  };
  const keys = new ProviderKeys(memorySecrets());
  await keys.set(providerId, 'https://api.anthropic.com', secret);
  const config = memoryConfig([{ id: providerId, kind: 'anthropic', name: 'A', baseUrl: '', models: [] }]);
  for (const model of ['claude-next-9', 'claude-3-haiku-20240307']) {
    const resolved = await new ModelRegistry({ config, keys, fetch }).resolve({ providerId, model });
    const outcome = await runStep({ model: resolved, instructions: 'i', messages: [{ role: 'user', content: 'q' }], tools: [], signal: new AbortController().signal, cacheKey: 'c' }, () => undefined);
    expect(outcome.status).toBe('complete');
  }
  expect(sent).toMatchObject([
    { url: 'https://api.anthropic.com/v1/messages', key: secret, body: { max_tokens: 64_000, cache_control: { type: 'ephemeral' } } },
    { body: { max_tokens: 4_096 } },
  ]);
});
