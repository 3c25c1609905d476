/** Sampling for servers of both eras: what reaches the model, and what leaves again. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import type { InputContext, SampleRequest, SampleResult } from '../src/handlers.ts';
import { askRound, eras, openAsks, rejection, sample, ways } from './asking.ts';
import { openHttp, problemsOf, until } from './fixtures.ts';

function answering(...results: SampleResult[]): { sample: (request: SampleRequest, context: InputContext) => Promise<SampleResult>; seen: SampleRequest[] } {
  const seen: SampleRequest[] = [];
  return {
    seen,
    sample: (request) => {
      seen.push(request);
      return Promise.resolve(results[Math.min(seen.length, results.length) - 1] ?? { action: 'reject' });
    },
  };
}

const paris: SampleResult = { action: 'accept', model: 'test-1', content: [{ type: 'text', text: 'Paris' }], stopReason: 'endTurn' };
const weather = { name: 'get_weather', description: 'Weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } };
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const words = { type: 'text', text: 'hello' };
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'get_weather', input: { city: 'Paris' } });
const outcome = (toolUseId: string): JsonObject => ({ type: 'tool_result', toolUseId, content: [words] });

describe.each(ways)('sampling over %s, %s', (transport, era) => {
  it('hands every parameter on and brings the answer back (P12, row 39)', async () => {
    const { sample: handler, seen } = answering(paris);
    const { client } = await openAsks(transport, era, { sample: handler });
    const params = {
      systemPrompt: 'Be brief.',
      temperature: 0.2,
      stopSequences: ['END'],
      modelPreferences: { hints: [{ name: 'claude' }, { name: 'gpt' }], costPriority: 0.1, intelligencePriority: 0.9 },
      metadata: { user: 'u' },
      tools: [weather],
      toolChoice: { mode: 'required' },
      includeContext: 'none',
    };
    expect(await askRound(client, { s: sample(params) })).toEqual({ s: { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'test-1', stopReason: 'endTurn' } });
    expect(seen[0]).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Capital of France?' }] }],
      maxTokens: 100,
      systemPrompt: 'Be brief.',
      temperature: 0.2,
      stopSequences: ['END'],
      modelPreferences: { hints: ['claude', 'gpt'], costPriority: 0.1, intelligencePriority: 0.9 },
      metadata: { user: 'u' },
      includeContext: 'none',
      tools: [{ name: 'get_weather' }],
      toolChoice: 'required',
      repairs: [],
    });
  });

  it('goes through a loop of tool uses and results (P12, row 39, rule H54)', async () => {
    const uses: SampleResult = {
      action: 'accept',
      model: 'test-1',
      stopReason: 'toolUse',
      content: [
        { type: 'tool_use', id: 'a', name: 'get_weather', input: { city: 'Paris' }, meta: { cache: 'k' } },
        { type: 'tool_use', id: 'b', name: 'get_weather', input: { city: 'London' } },
      ],
    };
    const { sample: handler, seen } = answering(uses, paris);
    const { client } = await openAsks(transport, era, { sample: handler });
    const { content } = await client.callTool('sample-loop', {});
    const [block] = content;
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toMatchObject({
      used: { stopReason: 'toolUse', content: [{ type: 'tool_use', id: 'a', _meta: { cache: 'k' } }, { type: 'tool_use', id: 'b' }] },
      last: { content: { type: 'text', text: 'Paris' } },
    });
    expect(seen.map(({ toolChoice }) => toolChoice)).toEqual(['required', 'none']);
    expect(seen[1]?.messages[1]?.content).toMatchObject([{ type: 'tool_use', id: 'a', meta: { cache: 'k' } }, { type: 'tool_use', id: 'b' }]);
    expect(seen[1]?.messages[2]?.content).toMatchObject([
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'Sunny in Paris' }], isError: false },
      { type: 'tool_result', toolUseId: 'b', content: [{ type: 'text', text: 'Sunny in London' }] },
    ]);
  });
});

describe('what no model can be given', () => {
  const cases: [string, JsonObject, string][] = [
    ['results beside other content', { messages: [user(words), assistant(use('a')), user(words, outcome('a'))] }, 'Tool results mixed with other content'],
    ['a use without its result', { messages: [user(words), assistant(use('a'), use('b')), user(outcome('a'))] }, 'Tool result missing in request'],
    ['a use that is followed by words', { messages: [assistant(use('a')), user(words)] }, 'Tool result missing in request'],
    ['a use at the end', { messages: [user(words), assistant(use('a'))] }, 'Tool result missing in request'],
    ['a result without a use', { messages: [user(outcome('a'))] }, 'answers no tool use'],
    ['a result for another id', { messages: [assistant(use('a')), user(outcome('z'))] }, 'answers no tool use'],
    ['one id twice', { messages: [assistant(use('a'), use('a')), user(outcome('a'))] }, 'the same id'],
    ['a use by the user', { messages: [user(use('a'))] }, 'only the assistant uses tools'],
    ['a result by the assistant', { messages: [assistant(outcome('a'))] }, 'only the user gives tool results'],
    ['content of another kind', { messages: [user({ type: 'video', data: '' })] }, 'content that sampling does not have'],
    ['no messages', { messages: [] }, 'messages is empty'],
    ['an unknown role', { messages: [{ role: 'system', content: words }] }, 'instead of user or assistant'],
    ['no limit', { maxTokens: 0 }, 'maxTokens'],
    ['two tools of one name', { tools: [weather, weather] }, 'two tools have the name'],
    ['a tool without a name', { tools: [{ inputSchema: {} }] }, 'A tool needs a name'],
    ['an unknown choice', { tools: [weather], toolChoice: { mode: 'often' } }, 'unknown mode'],
  ];
  it.each(cases)('is answered with -32602: %s (rule H54, row 39)', async (_what, params, said) => {
    const { sample: handler, seen } = answering(paris);
    const { client, events } = await openAsks('http', '2025-11-25', { sample: handler });
    expect(await askRound(client, { s: sample(params) })).toMatchObject({ s: { error: { code: -32602, message: expect.stringContaining(said) } } });
    expect(seen).toEqual([]);
    await until(() => problemsOf(events).includes('input-refused'));
    const modern = await openAsks('http', '2026-07-28', { sample: handler });
    expect(await rejection(askRound(modern.client, { s: sample(params) }))).toMatchObject({ kind: 'input-unusable', message: expect.stringContaining(said) });
  });
});

describe('what was not declared', () => {
  it.each([[{ tools: [weather] }], [{ tools: [] }], [{ toolChoice: { mode: 'none' } }]])('is refused: %j without sampling.tools (rule H53, row 39, T:F03)', async (params) => {
    const { sample: handler, seen } = answering(paris);
    const { client } = await openAsks('http', '2025-11-25', { sample: handler }, { capabilities: { sampling: {} } });
    expect(await askRound(client, { s: sample(params) })).toMatchObject({ s: { error: { code: -32602, message: expect.stringContaining('tools') } } });
    expect(seen).toEqual([]);
    expect(await askRound(client, { s: sample() })).toMatchObject({ s: { model: 'test-1' } });
  });

  it.each(eras)('is taken as none: context of this or all servers, %s (rule H57, row 39, T:F04)', async (era) => {
    const { sample: handler, seen } = answering(paris);
    const { client } = await openAsks('http', era, { sample: handler });
    await askRound(client, { a: sample({ includeContext: 'allServers' }), b: sample({ includeContext: 'thisServer' }) });
    expect(seen.map(({ includeContext }) => includeContext)).toEqual(['none', 'none']);
    expect(seen[0]?.repairs).toEqual([{ path: 'includeContext', reason: expect.stringContaining('sampling.context') }]);
    const declaring = await openAsks('http', era, { sample: handler }, { capabilities: { sampling: { context: {} } } });
    await askRound(declaring.client, { a: sample({ includeContext: 'thisServer' }) });
    expect(seen.at(-1)?.includeContext).toBe('thisServer');
  });
});

describe('a no', () => {
  it('is error -1 to a legacy server (rule H58, T:F06)', async () => {
    const { client } = await openAsks('http', '2025-11-25', { sample: answering({ action: 'reject' }).sample });
    expect(await askRound(client, { s: sample() })).toEqual({ s: { error: { code: -1, message: 'User rejected sampling request' } } });
  });

  it('ends a modern call without another request (rule H58, row 42)', async () => {
    const { client, fixture } = await openHttp('asks', { era: 'modern' }, { handlers: { sample: answering({ action: 'reject' }).sample } });
    expect(await rejection(askRound(client, { s: sample() }))).toMatchObject({ kind: 'input-refused', message: expect.stringContaining('sampling/createMessage (s)') });
    expect(fixture.requests.filter(({ body }) => body.includes('"tools/call"'))).toHaveLength(1);
  });
});

describe('an answer that no server could read', () => {
  it.each<[string, SampleResult]>([
    ['nothing', { action: 'accept', model: 'm', content: [] }],
    ['a tool use although no tools were offered', { action: 'accept', model: 'm', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] }],
  ])('does not leave: %s (row 39)', async (_what, result) => {
    const { client, events } = await openAsks('http', '2025-11-25', { sample: answering(result).sample });
    expect(await askRound(client, { s: sample() })).toEqual({ s: { error: { code: -32603, message: 'Internal error' } } });
    await until(() => problemsOf(events).includes('answer-refused'));
  });

  it('is made one text for revisions that know one block (P12)', async () => {
    const two: SampleResult = { action: 'accept', model: 'm', content: [{ type: 'text', text: 'Pa' }, { type: 'text', text: 'ris' }] };
    const old = await openAsks('http', '2025-06-18', { sample: answering(two).sample });
    expect(await askRound(old.client, { s: sample() })).toMatchObject({ s: { content: { type: 'text', text: 'Paris' } } });
    const newer = await openAsks('http', '2025-11-25', { sample: answering(two).sample });
    expect(await askRound(newer.client, { s: sample() })).toMatchObject({ s: { content: [{ text: 'Pa' }, { text: 'ris' }] } });
  });
});
