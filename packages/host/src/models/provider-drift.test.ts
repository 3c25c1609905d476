/** Streams no service should send. Whatever comes: a clear outcome, the text before it kept, nothing thrown past us (R103). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { bedrockFrame } from '../../test/wire-bedrock.ts';
import { wireBytes, wireFormats } from '../../test/wire-formats.ts';
import type { WirePiece } from '../../test/wire-formats.ts';
import { ProviderKeys } from './keys.ts';
import { providerKinds } from './provider-kinds.ts';
import { ModelRegistry } from './registry.ts';
import { runStep } from './step.ts';

const id = ProviderId.parse('p1');
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
beforeEach(() => process.on('unhandledRejection', remember));
afterEach(() => process.off('unhandledRejection', remember));

/** The answer's pieces, one after the other: no socket is needed for what only the reader must survive. */
async function outcomeOf(kind: WireKind, pieces: readonly WirePiece[], type = 'text/event-stream') {
  const left = pieces.map((piece) => Buffer.from(piece));
  const stream = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = left.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    });
  const config = memoryConfig([{ id, kind, name: 'Test', baseUrl: 'http://127.0.0.1:9/v1', models: [] }]);
  const fetch: typeof globalThis.fetch = () => Promise.resolve(new Response(stream(), { headers: { 'content-type': type } }));
  const model = await new ModelRegistry({ config, keys: new ProviderKeys(memorySecrets()), fetch }).resolve({ providerId: id, model: 'm' });
  let text = '';
  const outcome = await runStep({ model, instructions: 'i', messages: [{ role: 'user', content: 'q' }], tools: [], signal: new AbortController().signal, cacheKey: 'c' }, (event) => {
    if (event.type === 'text') text += event.text;
  });
  return { ...outcome, text };
}

const event = (kind: WireKind, value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Ollama sends a line of JSON where others send an event.
  return kind === 'ollama' ? `${text}\n` : `data: ${text}\n\n`;
};
/** Values that are JSON and no event, and texts that are no JSON. */
const values: unknown[] = [
  {}, [], null, 1, true, '""', [[]], [{}], { choices: [] }, { choices: null }, { choices: {} }, { choices: [null] }, { choices: [{}] }, { choices: [{ delta: null }] }, { choices: [{ delta: {} }] },
  { choices: [{ index: 0, delta: { content: 5 } }] }, { choices: [{ index: 0, delta: { content: { a: 1 } } }] }, { choices: [{ delta: { tool_calls: [{}] } }] }, { choices: [{ delta: { tool_calls: [{ id: 'a', function: { name: 'x', arguments: '{}' } }] } }] },
  { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: null }] } }] }, { choices: [{ index: 0, delta: { tool_calls: {} } }] }, { choices: [{ index: 0, delta: {}, finish_reason: 7 }] },
  { choices: [], usage: {} }, { choices: [], usage: { prompt_tokens: 'many' } }, { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  { type: 'response.output_text.delta' }, { type: 'response.output_text.delta', delta: 5 }, { type: 'response.output_item.added' }, { type: 'response.output_item.done', item: null }, { type: 'response.completed' }, { type: 'response.function_call_arguments.delta', output_index: 99, delta: '{' },
  { type: 'message_start' }, { type: 'message_start', message: null }, { type: 'content_block_delta', index: 5, delta: { type: 'text_delta', text: 'x' } }, { type: 'content_block_start', index: 0 }, { type: 'content_block_stop', index: 9 }, { type: 'message_delta', delta: {} },
  { candidates: [] }, { candidates: [{}] }, { candidates: [{ content: null }] }, { candidates: [{ content: { parts: null } }] }, { candidates: [{ content: { parts: [{ functionCall: {} }] } }] }, { candidates: [{ finishReason: 'NOT_A_REASON' }] }, { promptFeedback: { blockReason: 'OTHER' } },
  { message: null }, { message: {} }, { message: { content: 5 } }, { message: { tool_calls: [{}] } }, { message: { tool_calls: 'x' } }, { done: 'yes' }, { done: true, done_reason: 7 },
  '<html><body>502 Bad Gateway</body></html>', 'not json', '{"half":', '\u0000\u0001', '[DONE]', ' ', '{"__proto__":{"a":1}}', 'undefined', 'NaN', `{"a":${'['.repeat(2_000)}`, 'x'.repeat(5_000_000), { choices: [{ index: 0, delta: { content: null, role: 'nobody' } }] },
];
/** What services say when they give up in the middle. */
const errors: unknown[] = [
  { error: { message: 'The server is overloaded', type: 'overloaded_error', code: 503 } }, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  { error: 'just words' }, { error: null }, { error: {} }, { type: 'error' }, { type: 'response.failed', response: { error: { code: 'server_error', message: 'It broke' } } }, { error: { code: 503, message: 'unavailable', status: 'UNAVAILABLE' } },
];
const said = (kind: WireKind) => {
  const pieces = wireFormats[kind]({ text: 'Some words that came' });
  return pieces.slice(0, pieces.findIndex((piece) => piece.includes('ords') || piece.includes('at came')) + 1);
};

const textKinds = providerKinds.filter((kind) => kind !== 'bedrock');

describe.each(textKinds)('streams of %s', (kind) => {
  it(`${values.length + errors.length} malformed ones each end in a clear error, or in an answer that was properly ended (C01, R103)`, async () => {
    unhandled.length = 0;
    for (const value of [...values, ...errors]) {
      const label = `${kind} ${JSON.stringify(value).slice(0, 80)}`;
      const { status, problem } = await outcomeOf(kind, [event(kind, value)]);
      expect(['failed', 'complete', 'interrupted'], label).toContain(status);
      if (status !== 'complete') expect(problem?.code, label).toMatch(/^model-/);
      expect(problem?.code, label).not.toBe('internal');
      expect(JSON.stringify(problem ?? ''), label).not.toMatch(/undefined \(reading|is not a function|is not iterable/);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  it('one in the middle never loses the words before it, and the rest is read or said to be cut (R98, R103)', async () => {
    const whole = wireFormats[kind]({ text: 'Some words that came' });
    const before = said(kind);
    for (const value of [...values.filter((each) => typeof each === 'string' || !JSON.stringify(each).includes('"x"')), ...errors]) {
      const label = `${kind} ${JSON.stringify(value).slice(0, 80)}`;
      const { status, text, problem } = await outcomeOf(kind, [...before, event(kind, value), ...whole.slice(before.length)]);
      expect(text, label).toMatch(/^Some/);
      if (status !== 'complete') expect([status, problem?.code], label).toEqual(['interrupted', expect.stringMatching(/^model-/)]);
    }
  });
});

describe('streams of bedrock', () => {
  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(wireBytes('bedrock', { text: 'Some words that came' }));
    change(bytes);
    return bytes;
  };
  const badFrames: [string, WirePiece][] = [
    ['text', 'data: {}\n\n'],
    ['a web page', '<html>'],
    ['zeros', Buffer.alloc(64)],
    ['a length of nothing', Buffer.from([0, 0, 0, 4])],
    ['a length of four gigabytes', Buffer.from([255, 255, 255, 255, 0, 0, 0, 0])],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
    ['a wrong checksum at the start', broken((bytes) => bytes.writeUInt32BE(1, 8))],
    ['a changed payload', broken((bytes) => bytes.writeUInt8((bytes[90] ?? 0) ^ 1, 90))],
    ['an unknown event', bedrockFrame('surprise', {})],
    ['an empty delta', bedrockFrame('contentBlockDelta', {})],
    ['a delta of nothing', bedrockFrame('contentBlockDelta', { contentBlockIndex: 0, delta: null })],
    ['a delta of numbers', bedrockFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 5 } })],
    ['arguments of no call', bedrockFrame('contentBlockDelta', { contentBlockIndex: 4, delta: { toolUse: { input: '{' } } })],
    ['a call without a name', bedrockFrame('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: {} } })],
    ['an unknown reason', bedrockFrame('messageStop', { stopReason: 'tired' })],
    ['usage of words', bedrockFrame('metadata', { usage: { inputTokens: 'many' } })],
    ['five megabytes', bedrockFrame('surprise', { a: 'x'.repeat(5_000_000) })],
  ];

  it.each(badFrames)('%s: a clear error, or passed over (C01, R103)', async (name, piece) => {
    unhandled.length = 0;
    const alone = await outcomeOf('bedrock', [piece]);
    if (alone.status !== 'complete') expect(alone.problem?.code).toMatch(/^model-/);
    expect(JSON.stringify(alone.problem ?? '')).not.toMatch(/undefined \(reading/);
    const after = await outcomeOf('bedrock', [...said('bedrock'), piece]);
    expect(after.text).toMatch(/^Some/);
    // A reason the app does not know is a reason: the answer was ended.
    expect([after.status, after.problem?.code]).toEqual(name === 'an unknown reason' ? ['complete', undefined] : ['interrupted', 'model-interrupted']);
    expect(unhandled).toEqual([]);
  });

  it.each([['throttlingException', 'model-rate-limited'], ['serviceUnavailableException', 'model-overloaded'], ['validationException', 'model-refused-request'], ['internalServerException', 'model-failed'], ['modelStreamErrorException', 'model-failed']])('%s in the middle is told as what it is (R100)', async (type, code) => {
    const outcome = await outcomeOf('bedrock', [...said('bedrock'), bedrockFrame(type, { message: 'It is what it is.' }, 'exception')]);
    expect(outcome).toMatchObject({ status: 'interrupted', problem: { code } });
    expect(outcome.text).toMatch(/^Some/);
  });
});
