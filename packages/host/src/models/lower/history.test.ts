import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import type { ContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import { pixel, stored, storedCall } from '../../../test/stored-message.ts';
import { providerKinds } from '../provider-kinds.ts';
import { lowerHistory } from './history.ts';
import { writeStepState } from './provider-state.ts';
import type { StepMaker } from './provider-state.ts';
import { traitsOf } from './traits.ts';

const maker = (kind: StepMaker['kind'], model = 'm'): StepMaker => ({ providerId: 'p', kind, origin: 'https://x', model });
const lower = (messages: Parameters<typeof lowerHistory>[0], kind: StepMaker['kind'] = 'openai-compatible', model = 'm') => lowerHistory(messages, maker(kind, model), traitsOf(kind, model));
const resultOf = (messages: ModelMessage[]) => messages.flatMap((message) => (message.role === 'tool' ? message.content : [])).map((part) => (part.type === 'tool-result' ? part.output : null));
const result = (content: ContentView[], change = {}) => resultOf(lower([stored('user', ['q']), stored('assistant', [storedCall('sum', content, change)])]))[0];
const text = (value: string, annotations?: { audience?: ('user' | 'assistant')[]; priority?: number }): ContentView => ({ type: 'text', text: value, ...(annotations ? { annotations } : {}) });

describe('lowerHistory', () => {
  it('joins the texts of a result into one answer (model 6.1)', () => {
    expect(result([text('a'), text('b')])).toEqual({ type: 'text', value: 'a\nb' });
  });

  it('keeps from the model what is meant for the person alone (P08)', () => {
    expect(result([text('for you', { audience: ['user'] }), text('for the model', { audience: ['assistant'] }), text('for both')])).toEqual({ type: 'text', value: 'for the model\nfor both' });
    expect(result([text('for you', { audience: ['user'] })])).toEqual({ type: 'text', value: '[The tool returned nothing to read.]' });
  });

  it('cuts what matters least first when a result is too long (P08)', () => {
    const output = result([text('l'.repeat(60_000), { priority: 0 }), text('important', { priority: 1 })]);
    expect(output).toMatchObject({ type: 'text' });
    const value = output?.type === 'text' ? output.value : '';
    expect(value).toContain('important');
    expect(value.length).toBeLessThan(51_000);
    expect(value).toContain('characters are left out here');
  });

  it('cuts what matters least of what was attached to one message first, and never what the person wrote (P08)', () => {
    const attached = (name: string, priority: number) => ({ type: 'attachment' as const, serverId: null, serverName: 's', uri: name, name, content: { type: 'text' as const, text: name.repeat(190_000), annotations: { priority } } });
    const message = { ...stored('user', []), parts: [attached('a', 0.1), attached('b', 0.9), attached('c', 0.5), attached('d', 1), { type: 'text' as const, text: 'What of it?' }] };
    const [lowered] = lower([message]);
    const texts = (lowered?.role === 'user' && typeof lowered.content !== 'string' ? lowered.content : []).map((part) => (part.type === 'text' ? part.text : ''));
    expect(texts.slice(1)).toEqual(['b'.repeat(190_000), 'c'.repeat(190_000), 'd'.repeat(190_000), 'What of it?']);
    expect(texts[0]).toContain('characters are left out here');
    expect(texts[0]?.length).toBeLessThan(31_000);
  });

  it('sends structured content only when there is no text to send (P07)', () => {
    const call = storedCall('sum', [], { result: { content: [], structuredContent: { n: 5 }, isError: false, repairs: [] } });
    expect(resultOf(lower([stored('user', ['q']), stored('assistant', [call])]))[0]).toEqual({ type: 'text', value: '{"n":5}' });
    const both = storedCall('sum', [], { result: { content: [text('five')], structuredContent: { n: 5 }, isError: false, repairs: [] } });
    expect(resultOf(lower([stored('user', ['q']), stored('assistant', [both])]))[0]).toEqual({ type: 'text', value: 'five' });
  });

  it('puts in words what a model can not be given (P07, try-out 27)', () => {
    const output = result([
      { type: 'resource_link', uri: 'file:///a"b', name: 'n', mimeType: 'text/plain' },
      { type: 'resource', resource: { kind: 'text', uri: 'file:///c', text: 'inside' } },
      { type: 'resource', resource: { kind: 'blob', uri: 'file:///d', mimeType: 'application/zip', blob: 'AAAA', bytes: 3 } },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/ogg' },
      { type: 'image', data: 'bm90IGEgcGljdHVyZQ==', mimeType: 'image/png' },
      { type: 'unknown', originalType: 'hologram', reason: 'r', raw: {} },
    ]);
    const value = output?.type === 'text' ? output.value : '';
    expect(value.split('\n')).toEqual([
      '[resource file:///a b "n" (text/plain)]',
      '<resource uri="file:///c">',
      'inside',
      '</resource>',
      '[The resource file:///d holds 3 bytes of application/zip, which this model can\'t be given.]',
      "[A sound recording, which this model can't be given. The person can hear it.]",
      '[A picture of a kind that models do not take. The person sees it.]',
      '[A block of the type "hologram", which this app does not know, is not shown to you.]',
    ]);
  });

  it('names a picture by its bytes, whatever the server calls it', () => {
    const [, , tool] = lower([stored('user', ['q']), stored('assistant', [storedCall('draw', [{ type: 'image', data: pixel, mimeType: 'image/jpeg' }])])], 'anthropic');
    expect(tool).toMatchObject({ role: 'tool', content: [{ output: { type: 'content', value: [{ type: 'text' }, { type: 'file', mediaType: 'image/png' }] } }] });
  });

  it('moves pictures of a result behind it where the format has no place for them', () => {
    const messages = lower([stored('user', ['q']), stored('assistant', [storedCall('draw', [{ type: 'image', data: pixel, mimeType: 'image/png' }]), storedCall('sum', [text('5')])])], 'openai-chat');
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user', ]);
    expect(messages[3]).toMatchObject({ content: [{ type: 'text', text: '[From the result of calc__draw:]' }, { type: 'file', data: pixel }] });
    expect(lower([stored('user', ['q']), stored('assistant', [storedCall('draw', [{ type: 'image', data: pixel, mimeType: 'image/png' }])])], 'google', 'gemini-2.5-pro')).toHaveLength(4);
    expect(lower([stored('user', ['q']), stored('assistant', [storedCall('draw', [{ type: 'image', data: pixel, mimeType: 'image/png' }])])], 'google', 'gemini-3-pro')).toHaveLength(3);
  });

  it.each([
    ['denied', { denyReason: 'not now' }, 'The user declined this call; it was not made. Their reason: not now. Do not try'],
    ['denied', { denyReason: 'Why now?' }, 'Their reason: Why now? Do not try'],
    ['denied', { decidedBy: 'storm-limit' }, 'refused this call without asking the user; it was not made. There were too many questions about the server "calc" within a minute.'],
    ['denied', { decidedBy: 'mute' }, 'The user has muted the server "calc"'],
    ['cancelled', {}, 'The user stopped this call while it was running.'],
    ['unknown', {}, 'may or may not have happened'],
    ['interrupted', {}, 'This call was not made'],
    ['waiting', {}, 'This call was not made'],
    ['failed', { problem: new HostError('call-timeout', {}).problem }, 'did not answer in time'],
    ['failed', { problem: new HostError('server-not-ready', {}).problem }, 'The call was not made (server-not-ready)'],
  ] as const)('answers a call that is %s with an error in words (H01, R104)', (state, change, words) => {
    const call = storedCall('sum', null, { state, ...change });
    expect(resultOf(lower([stored('user', ['q']), stored('assistant', [call])]))[0]).toMatchObject({ type: 'error-text', value: expect.stringContaining(words) as string });
  });

  it('gives every call exactly one answer, in whatever state a crash left it', () => {
    const states = ['waiting', 'running', 'done', 'failed', 'denied', 'cancelled', 'interrupted', 'unknown'] as const;
    const calls = states.map((state) => storedCall('sum', null, { state }));
    for (const kind of providerKinds) {
      const messages = lower([stored('user', ['q']), stored('assistant', ['text', ...calls], { status: 'interrupted' })], kind);
      const asked = messages.flatMap((message) => (message.role === 'assistant' && typeof message.content !== 'string' ? message.content : [])).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
      const answered = messages.flatMap((message) => (message.role === 'tool' ? message.content : [])).flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []));
      expect(answered).toEqual(asked);
      expect(new Set(answered).size).toBe(states.length);
    }
  });

  it('tells a step verbatim to the model that made it, and again from its parts to any other', () => {
    const call = storedCall('sum', [text('5')]);
    const state = writeStepState({ ...maker('anthropic', 'claude'), from: 0, to: 3, calls: [{ callId: call.callId, toolCallId: 'toolu_1', toolName: 'calc__sum' }] }, [
      { role: 'assistant', content: [{ type: 'reasoning', text: 'hidden', providerOptions: { anthropic: { signature: 's' } } }, { type: 'text', text: 'Adding.' }, { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'calc__sum', input: {} }] },
    ]);
    if (state === null) throw new Error('not written');
    const history = [stored('user', ['q']), stored('assistant', [{ type: 'reasoning', text: 'hidden' }, 'Adding.', call, 'Five.'], { providerState: [state] })];
    const same = lower(history, 'anthropic', 'claude');
    expect(JSON.stringify(same)).toContain('"signature":"s"');
    expect(JSON.stringify(same)).toContain('toolu_1');
    for (const other of [lower(history, 'anthropic', 'claude-2'), lower(history, 'google')]) {
      expect(JSON.stringify(other)).not.toMatch(/hidden|toolu_1|signature/);
      expect(other.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    }
    expect(JSON.stringify(lower(history, 'openai'))).toBe(JSON.stringify(lower(structuredClone(history), 'openai')));
  });

  it('does not bring back what a broken or hostile store says of a step', () => {
    const call = storedCall('sum', [text('5')]);
    const bad = [{ v: 2 }, 'x', { v: 1, ...maker('openai'), from: 0, to: 99, calls: [], content: [] }, { v: 1, ...maker('openai'), from: 0, to: 1, calls: [], content: [{ type: 'tool-result' }] }];
    const messages = lower([stored('user', ['q']), stored('assistant', [call], { providerState: bad })], 'openai');
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('asks a model to go on where a history would end with its own words', () => {
    const messages = lower([stored('user', ['q']), stored('assistant', ['half of'], { status: 'interrupted' }), stored('assistant', [], { status: 'streaming' })]);
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(lower([stored('user', ['q']), stored('assistant', ['half of'], { status: 'interrupted' }), stored('assistant', ['the rest'])]).map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  });

  it('tells Anthropic of earlier calls in words when there are no tools any more', () => {
    const history = [stored('user', ['q']), stored('assistant', ['Adding.', storedCall('sum', [text('5')], { arguments: { a: 2 } }), 'Five.'])];
    const messages = lowerHistory(history, maker('anthropic'), traitsOf('anthropic', 'm'), false);
    expect(messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'Adding.' }, { text: '[I called calc__sum with {"a":2}]' }] },
      { role: 'user', content: [{ text: '[Result of calc__sum:]\n5' }] },
      { role: 'assistant', content: [{ text: 'Five.' }] },
      { role: 'user' },
    ]);
    expect(JSON.stringify(messages)).not.toContain('tool-');
  });

  it('sends no blank text and no half character, which services refuse', () => {
    const messages = lower([stored('user', [' \n', 'a\ud800b\0c']), stored('assistant', ['\n\n', storedCall('sum', [text(' \n ')])])], 'anthropic');
    expect(messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'a\ufffdb\ufffdc' }] },
      { role: 'assistant', content: [{ type: 'tool-call' }] },
      { role: 'tool', content: [{ output: { type: 'text', value: '[The tool returned nothing to read.]' } }] },
    ]);
  });

  it('begins with the user, whatever a prompt begins with', () => {
    expect(lower([stored('assistant', ['Hello.']), stored('user', ['Hi.'])]).map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
  });

  it('never cuts a character in half', () => {
    const output = result([text('😀'.repeat(40_000))]);
    expect(output?.type === 'text' && output.value.isWellFormed()).toBe(true);
  });
});
