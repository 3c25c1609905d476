import { describe, expect, it } from 'vitest';
import type { WireKind } from '@portolan/contract/providers';
import { callsOf, conversationRig, textOf } from '../../test/conversation-rig.ts';
import { allow, deny } from '../../test/person.ts';
import { textResult } from '../../test/simple-servers.ts';
import { pixel } from '../../test/stored-message.ts';
import { streamed, wireBytes, wireFormats } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { providerKinds } from '../models/provider-kinds.ts';

const sum: Script = { text: 'I will add.', calls: [{ id: 'call_a', name: 'calc__sum', arguments: '{"a":2,"b":3}' }] };
const two: Script = { calls: [{ id: 'call_a', name: 'calc__sum', arguments: '{"a":2,"b":3}' }, { id: 'call_b', name: 'calc__echo', arguments: '{"message":"hi"}' }] };

/** Answers request after request with the scripts, the last one again and again. */
const scripted = (kind: WireKind, ...scripts: Script[]) => startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
const bodies = (server: { requests: { body: unknown }[] }) => server.requests.map(({ body }) => JSON.stringify(body));

describe.each(providerKinds)('a conversation with %s', (kind) => {
  it('asks, calls, and answers with the result (C01, H01)', async () => {
    await using server = await scripted(kind, sum, { text: 'The sum is 5.' });
    await using rig = await conversationRig({ kind, url: server.url });
    rig.servers.onCall = () => Promise.resolve(textResult('5'));
    const answer = await rig.ask('What is 2 + 3?');
    expect(answer).toMatchObject({ status: 'complete', problem: null, usage: { inputTokens: 22, outputTokens: 14 }, model: { model: 'm' } });
    expect(answer.parts.map((part) => part.type)).toEqual(['text', 'tool-call', 'text']);
    expect(callsOf(answer)[0]).toMatchObject({ serverName: 'calc', tool: 'sum', arguments: { a: 2, b: 3 }, state: 'done', decidedBy: 'person', result: { content: [{ text: '5' }] } });
    expect(rig.servers.made).toEqual([{ server: 'calc', tool: 'sum', arguments: { a: 2, b: 3 } }]);
    expect(bodies(server)[1]).toMatch(/"5"/);
    expect(rig.store.unsettledCalls()).toEqual([]);
    const { messages, conversation } = await rig.until(() => true);
    expect(messages).toEqual(rig.store.messages(rig.conversation.id).map(({ providerState: _state, ...message }) => message));
    expect(conversation).toMatchObject({ title: 'What is 2 + 3?', isRunning: false, messageCount: 2 });
  });

  it('decides two parallel calls each by its own card, and tells the model of both', async () => {
    await using server = await scripted(kind, two, { text: 'Done.' });
    await using rig = await conversationRig({ kind, url: server.url });
    const decisions = new Map<string, () => void>();
    rig.person.decides = ({ tool }) => new Promise((resolve) => decisions.set(tool.name, () => resolve(tool.name === 'sum' ? deny('I know the sum.') : allow)));
    const asking = rig.ask('Both, please.');
    await rig.until(({ messages }) => callsOf(messages.at(-1)).filter((call) => call.interactionId !== null).length === 2);
    decisions.get('echo')?.();
    await rig.until(({ messages }) => callsOf(messages.at(-1))[1]?.state === 'done');
    decisions.get('sum')?.();
    const answer = await asking;
    expect(callsOf(answer).map(({ state, denyReason }) => [state, denyReason])).toEqual([['denied', 'I know the sum.'], ['done', undefined]]);
    expect(rig.servers.made.map(({ tool }) => tool)).toEqual(['echo']);
    expect(bodies(server)[1]).toContain('The user declined this call; it was not made. Their reason: I know the sum.');
    expect(bodies(server)[1]).toContain('result of echo');
    expect(textOf(answer)).toBe('Done.');
  });

  it('lets the model see a picture natively, never as text (try-out 25)', async () => {
    await using server = await scripted(kind, sum, { text: 'A dot.' });
    await using rig = await conversationRig({ kind, url: server.url });
    rig.servers.onCall = () => Promise.resolve({ content: [{ type: 'text', text: 'here' }, { type: 'image', data: pixel, mimeType: 'image/png' }], isError: false, repairs: [] });
    await rig.ask('Draw.');
    const inUserMessage = new RegExp(`"role":"user","content":\\[.{0,80}"type":"image_url","image_url":\\{"url":"data:image/png;base64,${pixel.slice(0, 20)}`);
    const places: Record<WireKind, RegExp> = {
      openai: new RegExp(`"type":"input_image","image_url":"data:image/png;base64,${pixel.slice(0, 20)}`),
      'openai-chat': new RegExp(`"role":"user","content":\\[.{0,80}"type":"image_url","image_url":\\{"url":"data:image/png;base64,${pixel.slice(0, 20)}`),
      anthropic: new RegExp(`"tool_result".*"type":"image","source":\\{"type":"base64","media_type":"image/png","data":"${pixel.slice(0, 20)}`),
      google: new RegExp(`"inlineData":\\{"mimeType":"image/png","data":"${pixel.slice(0, 20)}`),
      ollama: new RegExp(`"role":"tool","content":"here","tool_name":"calc__sum","images":\\["${pixel.slice(0, 20)}`),
      azure: new RegExp(`"type":"input_image","image_url":"data:image/png;base64,${pixel.slice(0, 20)}`),
      xai: new RegExp(`"function_call_output".*"type":"input_image","image_url":"data:image/png;base64,${pixel.slice(0, 20)}`),
      mistral: new RegExp(`"role":"user","content":\\[.{0,80}"type":"image_url","image_url":"data:image/png;base64,${pixel.slice(0, 20)}`),
      groq: inUserMessage,
      deepseek: inUserMessage,
      openrouter: inUserMessage,
      bedrock: new RegExp(`"image":\\{"format":"png","source":\\{"bytes":"${pixel.slice(0, 20)}`),
      'openai-compatible': new RegExp(`"role":"user","content":\\[.{0,80}"type":"image_url","image_url":\\{"url":"data:image/png;base64,${pixel.slice(0, 20)}`),
    };
    expect(bodies(server)[1]).toMatch(places[kind]);
    expect(bodies(server)[1]?.split(pixel.slice(0, 20))).toHaveLength(2);
  });

  it('keeps a cut answer, and goes on from it when asked (R98)', async () => {
    const cut = wireFormats[kind]({ text: 'The answer is forty-' });
    await using server = await startWireServer((_request, index) => (index === 0 ? { chunks: [...cut.slice(0, cut.findIndex((chunk) => chunk.includes('is forty-') || chunk.includes('forty-')) + 1), 50], close: 'cut' } : streamed(kind, { text: 'two.' })));
    await using rig = await conversationRig({ kind, url: server.url });
    const answer = await rig.ask('What is the answer?');
    expect(answer).toMatchObject({ status: 'interrupted', problem: { code: 'model-interrupted' } });
    expect(textOf(answer)).toContain('The answer');
    rig.service.continue(rig.conversation.id);
    const { messages } = await rig.until((watched) => watched.messages.length === 3 && !watched.conversation.isRunning);
    expect(messages.map((message) => [message.role, message.status])).toEqual([['user', 'complete'], ['assistant', 'interrupted'], ['assistant', 'complete']]);
    expect(bodies(server)[1]).toContain('The answer');
    expect(bodies(server)[1]).toContain('Go on from where your last message ended');
  });

  it.each(['end', 'cut'] as const)('never makes a call whose arguments were cut, the stream closed by %s (R98)', async (close) => {
    const script: Script = { text: 'Grüße.', calls: [{ id: 'call_a', name: 'calc__sum', arguments: '{"a":1,"b":2}' }] };
    const whole = wireBytes(kind, script);
    // Where arguments come whole, the cut is inside the event.
    const end = kind === 'ollama' ? whole.indexOf('"arguments"') + 15 : kind === 'google' ? whole.indexOf('"functionCall"') + 30 : whole.indexOf('{\\"a\\":') + 6;
    await using server = await startWireServer((_request, index) => (index === 0 ? { chunks: [whole.subarray(0, end), 30], close } : streamed(kind, { text: 'Again.' })));
    await using rig = await conversationRig({ kind, url: server.url });
    const answer = await rig.ask('Add.');
    expect(answer).toMatchObject({ status: 'interrupted', problem: { code: 'model-interrupted' } });
    expect(textOf(answer)).toBe('Grüße.');
    expect(callsOf(answer).filter((call) => call.state !== 'interrupted')).toEqual([]);
    expect(rig.person.asked).toEqual([]);
    expect(rig.servers.made).toEqual([]);
    rig.service.continue(rig.conversation.id);
    await rig.until((watched) => textOf(watched.messages.at(-1)) === 'Again.' && !watched.conversation.isRunning);
  });

  it('keeps what came when the stream is cut inside a character (R98)', async () => {
    const whole = wireBytes(kind, { text: 'Grüße und Küsse' });
    await using server = await startWireServer(() => ({ chunks: [whole.subarray(0, whole.indexOf('d Küsse') + 4), 30], close: 'cut' }));
    await using rig = await conversationRig({ kind, url: server.url });
    const answer = await rig.ask('Greet.');
    expect(answer.status).toBe('interrupted');
    expect(textOf(answer)).toBe('Grüße un');
  });

  it('stops an answer at once and keeps its text (R104)', async () => {
    const chunks = wireFormats[kind]({ text: 'word' });
    await using server = await startWireServer(() => ({ chunks: chunks.slice(0, chunks.findIndex((chunk) => chunk.includes('wo')) + 1), close: 'hang' }));
    await using rig = await conversationRig({ kind, url: server.url });
    const asking = rig.ask('Talk.');
    await rig.until(({ messages }) => textOf(messages.at(-1)) !== '' && messages.length === 2);
    await rig.service.stop(rig.conversation.id);
    expect(await asking).toMatchObject({ status: 'stopped', problem: null });
    await expect.poll(() => server.requests[0]?.isAborted).toBe(true);
  });

  it('goes on with another kind of model in the middle of a chat', async () => {
    const other = kind === 'anthropic' ? 'openai' : 'anthropic';
    await using first = await scripted(kind, { reasoning: 'secret thoughts', ...sum }, { text: 'Five.' });
    await using second = await scripted(other, { text: 'Yes.' });
    await using rig = await conversationRig({ kind, url: first.url });
    await rig.ask('Add.');
    const [provider] = rig.config.current().providers;
    if (!provider) throw new Error('no provider');
    await rig.config.saveProvider({ ...provider, kind: other, baseUrl: second.url });
    expect(textOf(await rig.ask('Sure?'))).toBe('Yes.');
    const [body = ''] = bodies(second);
    expect(body).toContain('calc__sum');
    expect(body).toContain('result of sum');
    expect(body).toContain('Five.');
    expect(body).not.toContain('secret thoughts');
    expect(body).not.toContain('call_a"');
  });
});
