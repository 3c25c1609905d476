/**
 * The table of every provider (docs/providers.md): nine things that happen in a chat, each through the real adapter to a server
 * on loopback that speaks the provider's format, and judged by what was on the wire.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WireKind } from '@portolan/contract/providers';
import { callsOf, conversationRig, textOf } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { allow, deny } from '../../test/person.ts';
import { textResult } from '../../test/simple-servers.ts';
import { pixel } from '../../test/stored-message.ts';
import { streamed, wireFormats } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer, WireServer } from '../../test/wire-server.ts';
import { traitsOf } from './lower/traits.ts';
import { kindLabel, providerKinds } from './provider-kinds.ts';

type Body = Record<string, unknown>;
type Message = { role?: string; type?: string } & Record<string, unknown>;

/** How a format says what: its requests in our words. */
interface Format {
  path: RegExp;
  /** Names of the tools that are offered, in their order. */
  tools(body: Body): unknown[];
  /** Results of calls, in their order. */
  results(body: Body): unknown[];
  /** Where the picture of a result stands. */
  picture: 'in the result' | 'after the result';
  messages(body: Body): Message[];
}

const list = (value: unknown): Message[] => (Array.isArray(value) ? (value as Message[]) : []);
const content = (message: Message) => list(message['content']);

const chat: Format = {
  path: /\/chat\/completions$/,
  tools: (body) => list(body['tools']).map((each) => (each['function'] as Message)['name']),
  messages: (body) => list(body['messages']),
  results: (body) => list(body['messages']).filter(({ role }) => role === 'tool').map((each) => each['content']),
  picture: 'after the result',
};
const responses: Format = {
  path: /\/responses$/,
  tools: (body) => list(body['tools']).map((each) => each['name']),
  messages: (body) => list(body['input']),
  results: (body) => list(body['input']).filter(({ type }) => type === 'function_call_output').map((each) => each['output']),
  picture: 'in the result',
};
const formats: Record<WireKind, Format> = {
  openai: responses,
  azure: responses,
  xai: responses,
  'openai-chat': chat,
  mistral: chat,
  groq: chat,
  deepseek: chat,
  openrouter: chat,
  'openai-compatible': chat,
  anthropic: {
    path: /\/messages$/,
    tools: (body) => list(body['tools']).map((each) => each['name']),
    messages: (body) => list(body['messages']),
    results: (body) => list(body['messages']).flatMap(content).filter(({ type }) => type === 'tool_result').map((each) => each['content']),
    picture: 'in the result',
  },
  google: {
    path: /:streamGenerateContent\?alt=sse$/,
    tools: (body) => list(list(body['tools'])[0]?.['functionDeclarations']).map((each) => each['name']),
    messages: (body) => list(body['contents']),
    results: (body) => list(body['contents']).flatMap((each) => list(each['parts'])).flatMap((part) => (part['functionResponse'] === undefined ? [] : [(part['functionResponse'] as Message)['response']])),
    picture: 'after the result',
  },
  ollama: {
    path: /\/api\/chat$/,
    tools: (body) => list(body['tools']).map((each) => (each['function'] as Message)['name']),
    messages: (body) => list(body['messages']),
    // Pictures stand beside the text, on the message that is the result.
    results: (body) => list(body['messages']).filter(({ role }) => role === 'tool'),
    picture: 'in the result',
  },
  bedrock: {
    path: /\/model\/[^/]+\/converse-stream$/,
    tools: (body) => list((body['toolConfig'] as Message)['tools']).map((each) => (each['toolSpec'] as Message)['name']),
    messages: (body) => list(body['messages']),
    results: (body) => list(body['messages']).flatMap(content).flatMap((part) => (part['toolResult'] === undefined ? [] : [(part['toolResult'] as Message)['content']])),
    picture: 'in the result',
  },
};
/** Models of which the table speaks. */
const models: Record<WireKind, string> = { openai: 'gpt-5', 'openai-chat': 'gpt-4o', anthropic: 'claude-sonnet-4-5', google: 'gemini-2.5-pro', mistral: 'mistral-large', groq: 'llama-4', deepseek: 'deepseek-chat', xai: 'grok-4', openrouter: 'some/model', azure: 'my-deployment', bedrock: 'anthropic.claude-sonnet-4-5', 'openai-compatible': 'llama', ollama: 'gemma' };

const two: Script = { text: 'Both at once.', calls: [{ id: 'call_aaaa', name: 'calc__sum', arguments: '{"a":2,"b":3}' }, { id: 'call_bbbb', name: 'calc__echo', arguments: '{"message":"grüße"}' }] };
const one: Script = { calls: [{ id: 'call_aaaa', name: 'calc__sum', arguments: '{"a":2,"b":3}' }] };

const json = (status: number, body: object, headers: Record<string, string> = {}): WireAnswer => ({ status, headers: { 'content-type': 'application/json', ...headers }, chunks: [JSON.stringify(body)] });
/** A complaint as each family words it. */
const complaint = (kind: WireKind, message: string, code: string) => (kind === 'bedrock' ? { message: `${code}: ${message}` } : kind === 'anthropic' ? { type: 'error', error: { type: code, message } } : { error: { message, code, type: code } });
const tooLong: Record<WireKind, string> = {
  openai: "This model's maximum context length is 128000 tokens.",
  'openai-chat': "This model's maximum context length is 128000 tokens.",
  anthropic: 'prompt is too long: 210000 tokens > 200000 maximum',
  google: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  mistral: 'Prompt contains 140000 tokens, too large for model with 131072 maximum context length',
  groq: 'Please reduce the length of the messages or completion.',
  deepseek: "This model's maximum context length is 131072 tokens.",
  xai: "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
  openrouter: "This endpoint's maximum context length is 131072 tokens.",
  azure: "This model's maximum context length is 128000 tokens.",
  bedrock: 'Input is too long for requested model.',
  ollama: 'the input length exceeds the context length',
  'openai-compatible': 'the request exceeds the available context size, try increasing it',
};

describe.each(providerKinds)('%s on the wire', (kind) => {
  const format = formats[kind];
  async function withAnswers(answers: (Script | WireAnswer)[], judge: (rig: Rig, server: WireServer, bodies: () => Body[]) => Promise<void>): Promise<void> {
    await using server = await startWireServer((_request, index) => {
      const answer = answers[Math.min(index, answers.length - 1)] ?? {};
      return 'chunks' in answer ? answer : streamed(kind, answer);
    });
    await using rig = await conversationRig({ kind, url: server.url, model: models[kind] });
    rig.servers.onCall = ({ tool }) => Promise.resolve(textResult(`result of ${tool}`));
    await judge(rig, server, () => server.requests.map(({ body }) => body as Body));
  }

  it('text: one question, one answer, the tools in their order, the tokens counted (C01)', () =>
    withAnswers([{ text: 'The sum is 5.' }], async (rig, server, bodies) => {
      const answer = await rig.ask('What is 2 + 3?');
      expect(textOf(answer)).toBe('The sum is 5.');
      expect(answer).toMatchObject({ status: 'complete', usage: { inputTokens: 11, outputTokens: 7 } });
      const [body = {}] = bodies();
      expect(server.requests[0]?.path).toMatch(format.path);
      expect(format.tools(body).slice(0, 2)).toEqual(['calc__sum', 'calc__echo']);
      expect(JSON.stringify(format.messages(body).at(-1))).toContain('What is 2 + 3?');
    }));

  it('two parallel calls: both are asked about, made, and answered, each once and in their order (C01)', () =>
    withAnswers([two, { text: 'Done.' }], async (rig, _server, bodies) => {
      const answer = await rig.ask('Both, please.');
      expect(callsOf(answer).map(({ tool, state, arguments: args }) => [tool, state, args])).toEqual([['sum', 'done', { a: 2, b: 3 }], ['echo', 'done', { message: 'grüße' }]]);
      const results = format.results(bodies()[1] ?? {});
      expect(results).toHaveLength(2);
      expect(JSON.stringify(results[0])).toContain('result of sum');
      expect(JSON.stringify(results[1])).toContain('result of echo');
    }));

  it('a picture in a result: as a picture, and never as text (C01, try-out 25)', () =>
    withAnswers([one, { text: 'A dot.' }], async (rig, _server, bodies) => {
      rig.servers.onCall = () => Promise.resolve({ content: [{ type: 'text', text: 'here' }, { type: 'image', data: pixel, mimeType: 'image/png' }], isError: false, repairs: [] });
      await rig.ask('Draw.');
      const body = bodies()[1] ?? {};
      const results = format.results(body);
      expect(results).toHaveLength(1);
      expect(JSON.stringify(results).includes(pixel)).toBe(format.picture === 'in the result');
      expect(JSON.stringify(body).split(pixel)).toHaveLength(2);
      if (kind === 'mistral') expect(format.messages(body).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    }));

  it('denied: the call is not made, and the model is told so and why (C01, H01)', () =>
    withAnswers([one, { text: 'As you wish.' }], async (rig, _server, bodies) => {
      rig.person.decides = () => Promise.resolve(deny('not today'));
      const answer = await rig.ask('Add.');
      expect(callsOf(answer)[0]).toMatchObject({ state: 'denied', denyReason: 'not today' });
      expect(rig.servers.made).toEqual([]);
      const results = format.results(bodies()[1] ?? {});
      expect(results).toHaveLength(1);
      expect(JSON.stringify(results)).toContain('The user declined this call; it was not made. Their reason: not today');
    }));

  it('stopped: the connection is closed, the words are kept (C01, R104)', () => {
    const pieces = wireFormats[kind]({ text: 'A long story' });
    const begun = pieces.slice(0, pieces.findIndex((piece) => piece.includes('A long')) + 1);
    return withAnswers([{ chunks: begun, close: 'hang' }], async (rig, server) => {
      const asking = rig.ask('Tell.');
      await rig.until(({ messages }) => messages.length === 2 && textOf(messages.at(-1)) !== '');
      await rig.service.stop(rig.conversation.id);
      const answer = await asking;
      expect(answer).toMatchObject({ status: 'stopped', problem: null });
      expect(textOf(answer)).toBe('A long');
      await expect.poll(() => server.requests[0]?.isAborted).toBe(true);
    });
  });

  it('cut off: marked, kept, and gone on from when asked (C01, R98)', () => {
    const pieces = wireFormats[kind]({ text: 'A long story' });
    const begun = pieces.slice(0, pieces.findIndex((piece) => piece.includes('A long')) + 1);
    return withAnswers([{ chunks: [...begun, 20], close: 'cut' }, { text: ' ends.' }], async (rig, _server, bodies) => {
      expect(await rig.ask('Tell.')).toMatchObject({ status: 'interrupted', problem: { code: 'model-interrupted' } });
      rig.service.continue(rig.conversation.id);
      await rig.until((watched) => watched.messages.length === 3 && !watched.conversation.isRunning);
      const sent = JSON.stringify(format.messages(bodies()[1] ?? {}));
      expect(sent).toContain('A long');
      expect(sent).toContain('Go on from where your last message ended');
    });
  });

  it('asked too often: says when to ask again, and does not by itself (C01, R100)', () =>
    withAnswers([json(429, complaint(kind, 'Rate limit reached', 'rate_limit_exceeded'), { 'retry-after': '17' })], async (rig, server) => {
      expect(await rig.ask('Hi.')).toMatchObject({ status: 'failed', problem: { code: 'model-rate-limited', details: { seconds: 17 } } });
      expect(server.requests).toHaveLength(1);
    }));

  it('a refused key is called that (C01, R100)', () =>
    withAnswers([kind === 'google' ? json(400, { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }) : json(kind === 'bedrock' ? 403 : 401, complaint(kind, 'The security token included in the request is invalid.', 'invalid_api_key'))], async (rig) => {
      expect(await rig.ask('Hi.')).toMatchObject({ status: 'failed', problem: { code: 'model-key-refused', details: { provider: 'Test' } } });
    }));

  it('a chat that is too long is called that (C01, R102)', () =>
    withAnswers([json(400, complaint(kind, tooLong[kind], kind === 'groq' ? 'context_length_exceeded' : 'invalid_request_error'))], async (rig) => {
      rig.person.decides = () => Promise.resolve(allow);
      expect(await rig.ask('Hi.')).toMatchObject({ status: 'failed', problem: { code: 'model-context-too-long', details: { model: models[kind] } } });
    }));
});

it('what the table says of each provider is what its requests hold (C01)', () => {
  const written = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
  const yes = (value: boolean) => (value ? 'yes' : 'as words');
  for (const kind of providerKinds) {
    const traits = traitsOf(kind, models[kind]);
    const sound = traits.audio === 'any' ? 'yes' : traitsOf(kind, 'audio').audio !== traitsOf(kind, '').audio ? 'models made for it' : 'as words';
    expect(written).toContain(`| ${kindLabel(kind)} | ${yes(traits.pdf)} | ${sound} | ${formats[kind].picture} |`);
    expect(traits.imagesInResults).toBe(formats[kind].picture === 'in the result');
  }
});
