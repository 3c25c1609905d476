import { describe, expect, it } from 'vitest';
import type { ToolResultView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import { tool } from '../../test/available-tool.ts';
import { callsOf, conversationRig, textOf } from '../../test/conversation-rig.ts';
import { allow } from '../../test/person.ts';
import { textResult } from '../../test/simple-servers.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { approvalHash } from '../interactions/approval-hash.ts';
import type { ApprovalsPort, AvailableTool } from '../ports.ts';
import { maxSteps } from './turn.ts';

const kind = 'openai-compatible' as const;
const sum: Script = { calls: [{ id: 'call_a', name: 'calc__sum', arguments: '{"a":2,"b":3}' }] };
const scripted = (...scripts: Script[]) => startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
const body = (server: { requests: { body: unknown }[] }, index: number) => JSON.stringify(server.requests[index]?.body);

describe('a tool call in a conversation', () => {
  it('of a tool that was never offered is not made, and the model is told (B06)', async () => {
    await using server = await scripted({ calls: [{ id: 'x', name: 'shell__exec', arguments: '{"cmd":"id"}' }] }, { text: 'Sorry.' });
    await using rig = await conversationRig({ url: server.url });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer)[0]).toMatchObject({ serverId: null, tool: 'shell__exec', state: 'failed', problem: { code: 'tool-unknown' } });
    expect(rig.person.asked).toEqual([]);
    expect(rig.servers.made).toEqual([]);
    expect(body(server, 1)).toContain('There is no tool');
    expect(textOf(answer)).toBe('Sorry.');
  });

  it('of a disabled tool is not made, though the model remembers it', async () => {
    await using server = await scripted(sum, { text: 'Five.' }, sum, { text: 'No longer.' });
    await using rig = await conversationRig({ url: server.url });
    await rig.ask('Add.');
    rig.servers.tools = [];
    const answer = await rig.ask('Again.');
    expect(callsOf(answer)[0]).toMatchObject({ state: 'failed', problem: { code: 'tool-unknown' } });
    expect(rig.servers.made).toHaveLength(1);
  });

  it.each(['{"a":', '[1]', '"text"', '12'])('with the arguments %s is not made, and the model may try again (R101)', async (text) => {
    await using server = await scripted({ calls: [{ id: 'x', name: 'calc__sum', arguments: text }] }, { text: 'Sorry.' });
    await using rig = await conversationRig({ url: server.url });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer)[0]).toMatchObject({ state: 'failed', arguments: {}, problem: { code: 'tool-arguments-invalid' } });
    expect(callsOf(answer)[0]?.invalidArguments).toBeTruthy();
    expect(rig.servers.made).toEqual([]);
    expect(body(server, 1)).toContain('not a JSON object');
    expect(answer.status).toBe('complete');
  });

  it('is answered once each when two carry the same id (R101)', async () => {
    await using server = await scripted({ calls: [{ id: 'same', name: 'calc__sum', arguments: '{"a":1}' }, { id: 'same', name: 'calc__echo', arguments: '{"m":2}' }] }, { text: 'Both.' });
    await using rig = await conversationRig({ url: server.url });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer).map((call) => call.state)).toEqual(['done', 'done']);
    const answered = [...(body(server, 1) ?? '').matchAll(/"tool_call_id":"([^"]+)"/g)].map((match) => match[1]);
    expect(answered).toHaveLength(2);
    expect(new Set(answered).size).toBe(2);
  });

  it('arrives with every key of an object argument (try-out 19)', async () => {
    await using server = await scripted({ calls: [{ id: 'x', name: 'py__echo', arguments: '{"param":{"a":true,"b":"s"}}' }] }, { text: 'Done.' });
    await using rig = await conversationRig({ url: server.url, tools: [tool('py', 'echo', { type: 'object', properties: { param: { type: 'object' } } })] });
    await rig.ask('Go.');
    expect(rig.servers.made[0]?.arguments).toEqual({ param: { a: true, b: 's' } });
  });

  it('arrives under its full name however long that is (try-out 10)', async () => {
    const long = tool('s'.repeat(40), 't'.repeat(60));
    await using server = await scripted({ calls: [{ id: 'x', name: long.view.model.name, arguments: '{}' }] }, { text: 'Done.' });
    await using rig = await conversationRig({ url: server.url, tools: [long] });
    const answer = await rig.ask('Go.');
    expect(rig.servers.made).toEqual([{ server: 's'.repeat(40), tool: 't'.repeat(60), arguments: {} }]);
    expect(callsOf(answer)[0]).toMatchObject({ serverName: 's'.repeat(40), tool: 't'.repeat(60) });
  });

  it.each([
    ['the program', (each: AvailableTool) => ({ ...each, launchHash: 'another program' })],
    ['the definition', (each: AvailableTool) => ({ ...each, description: 'Adds, and deletes your files.' })],
  ])('is not made when %s changed while the person decided (T:C03, T:C11)', async (_what, change) => {
    await using server = await scripted(sum, { text: 'I see.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => {
      rig.servers.tools = rig.servers.tools.map(change);
      return allow;
    };
    const answer = await rig.ask('Go.');
    expect(callsOf(answer)[0]).toMatchObject({ state: 'failed', problem: { code: 'server-changed' } });
    expect(rig.servers.made).toEqual([]);
    expect(rig.store.unsettledCalls()).toEqual([]);
  });

  it('is not made when a rule took back what was allowed, and says that it was a rule (H01)', async () => {
    await using server = await scripted(sum, { text: 'I see.' });
    const approvals: ApprovalsPort = { decide: (request) => Promise.resolve({ decision: 'allow', by: 'always-rule', hash: approvalHash(request) }), spend: () => false };
    await using rig = await conversationRig({ url: server.url, deps: { approvals } });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer)[0]).toMatchObject({ state: 'failed', problem: { code: 'call-not-allowed', details: { reason: 'meanwhile' } } });
    expect(rig.servers.made).toEqual([]);
  });

  it('is not made when its tool was switched off while the person decided (S11)', async () => {
    await using server = await scripted(sum, { text: 'I see.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => {
      rig.servers.tools = rig.servers.tools.map((each) => ({ ...each, view: { ...each.view, isEnabled: false } }));
      return allow;
    };
    await rig.ask('Go.');
    expect(rig.servers.made).toEqual([]);
  });

  it('is asked for once and then allowed for the chat, but not in another one (H01)', async () => {
    await using server = await scripted(sum, { text: 'One.' }, sum, { text: 'Two.' }, sum, { text: 'Three.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => ({ kind: 'tool-approval', decision: 'allow', scope: 'chat' });
    await rig.ask('Go.');
    expect(callsOf(await rig.ask('Again.'))[0]).toMatchObject({ state: 'done', decidedBy: 'chat-rule' });
    expect(rig.person.asked).toHaveLength(1);
    const other = rig.service.create(rig.conversation.model);
    await rig.service.send(other.id, 'Go.', [], new AbortController().signal);
    await expect.poll(() => rig.person.asked.length).toBe(2);
    expect(rig.person.asked[1]?.conversationId).toBe(other.id);
  });

  it('is made with what the person changed, stored with both, and the model is told (H02)', async () => {
    await using server = await scripted(sum, { text: 'Nine.' }, { text: 'Still nine.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => ({ kind: 'tool-approval', decision: 'allow', scope: 'once', arguments: { a: 4, b: 5 } });
    let journalled: unknown;
    rig.servers.onCall = () => {
      journalled = rig.store.unsettledCalls().map(({ messageId }) => callsOf(rig.store.message(messageId) ?? undefined)[0]);
      return Promise.resolve(textResult('9'));
    };
    const answer = await rig.ask('Add.');
    expect(rig.servers.made).toEqual([{ server: 'calc', tool: 'sum', arguments: { a: 4, b: 5 } }]);
    // What was stored when the call left is what left.
    expect(journalled).toMatchObject([{ arguments: { a: 4, b: 5 }, modelArguments: { a: 2, b: 3 }, state: 'running' }]);
    expect(callsOf(answer)[0]).toMatchObject({ state: 'done', arguments: { a: 4, b: 5 }, modelArguments: { a: 2, b: 3 }, decidedBy: 'person' });
    const told = body(server, 1) ?? '';
    expect(told).toContain('The user changed the arguments before allowing this call');
    expect(told).toContain(JSON.stringify('{"a":4,"b":5}').slice(1, -1));
    // What the model itself had said stays what it said, also when another step tells it again.
    expect(told).toContain(JSON.stringify('{"a":2,"b":3}').slice(1, -1));
    await rig.ask('Sure?');
    expect(body(server, 2)).toContain('The user changed the arguments');
  });

  it('that the host refuses by itself is not made, and says by what; calls of one step are one batch (T:C17)', async () => {
    const two: Script = { calls: [{ id: 'a', name: 'calc__sum', arguments: '{}' }, { id: 'b', name: 'calc__echo', arguments: '{}' }] };
    await using server = await scripted(two, sum, { text: 'Refused.' });
    const batches: (string | undefined)[] = [];
    const approvals: ApprovalsPort = {
      decide: ({ batch }) => Promise.resolve({ decision: 'deny', reason: null, by: batches.push(batch) < 3 ? 'storm-limit' : 'mute' }),
      spend: () => false,
    };
    await using rig = await conversationRig({ url: server.url, deps: { approvals } });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer).map(({ state, decidedBy }) => [state, decidedBy])).toEqual([['denied', 'storm-limit'], ['denied', 'storm-limit'], ['denied', 'mute']]);
    expect(rig.servers.made).toEqual([]);
    expect(body(server, 1)).toContain('too many questions about the server');
    expect(batches[0]).toBe(batches[1]);
    expect(new Set(batches).size).toBe(2);
  });

  it('is journalled before it leaves', async () => {
    await using server = await scripted(sum, { text: 'Done.' });
    await using rig = await conversationRig({ url: server.url });
    let journalled = 0;
    rig.servers.onCall = () => {
      journalled = rig.store.unsettledCalls().length;
      return Promise.resolve(textResult('5'));
    };
    await rig.ask('Go.');
    expect(journalled).toBe(1);
    expect(rig.store.unsettledCalls()).toEqual([]);
  });

  it('shows its progress and then its result', async () => {
    await using server = await scripted(sum, { text: 'Done.' });
    await using rig = await conversationRig({ url: server.url });
    rig.servers.onCall = async (_call, options) => {
      options.onProgress({ progress: 1, total: 4, message: 'a quarter' });
      await rig.until(({ messages }) => callsOf(messages.at(-1))[0]?.progress?.message === 'a quarter');
      return textResult('5');
    };
    expect(callsOf(await rig.ask('Go.'))[0]).toMatchObject({ state: 'done', progress: null });
  });

  it('that fails is told to the model as an error it may read (P07)', async () => {
    await using server = await scripted(sum, { text: 'It failed.' });
    await using rig = await conversationRig({ url: server.url });
    rig.servers.onCall = () => Promise.resolve(textResult('division by zero', true));
    expect(callsOf(await rig.ask('Go.'))[0]).toMatchObject({ state: 'failed', result: { isError: true }, problem: null });
    expect(body(server, 1)).toContain('division by zero');
  });

  it('whose server dies is told as perhaps done, and not made again', async () => {
    await using server = await scripted(sum, { text: 'Unsure.' });
    await using rig = await conversationRig({ url: server.url });
    rig.servers.onCall = () => Promise.reject(new HostError('call-lost', { server: 'calc' }));
    expect(callsOf(await rig.ask('Go.'))[0]).toMatchObject({ state: 'failed', problem: { code: 'call-lost' } });
    expect(body(server, 1)).toContain('It may or may not have taken effect');
    expect(rig.servers.made).toHaveLength(1);
  });

  it('is withdrawn by stop while it waits for a decision, and the next message goes out valid (R104)', async () => {
    await using server = await scripted(sum, { text: 'Fine.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => null;
    const asking = rig.ask('Go.');
    await rig.until(({ messages }) => callsOf(messages.at(-1))[0]?.interactionId != null);
    await rig.service.stop(rig.conversation.id);
    const stopped = await asking;
    expect(stopped.status).toBe('stopped');
    expect(callsOf(stopped)[0]).toMatchObject({ state: 'interrupted', interactionId: null });
    expect(textOf(await rig.ask('And now?'))).toBe('Fine.');
    expect(body(server, 1)).toContain('This call was not made');
    expect(rig.servers.made).toEqual([]);
  });

  it('is cancelled by stop while it runs, even when its server ignores that (R104)', async () => {
    await using server = await scripted(sum, { text: 'Fine.' });
    await using rig = await conversationRig({ url: server.url });
    const late: ((result: ToolResultView) => void)[] = [];
    let wasCancelled = false;
    rig.servers.onCall = (_call, { signal }) => {
      signal.addEventListener('abort', () => (wasCancelled = true));
      return new Promise((resolve) => late.push(resolve));
    };
    const asking = rig.ask('Go.');
    await rig.until(({ messages }) => callsOf(messages.at(-1))[0]?.state === 'running');
    await rig.service.stop(rig.conversation.id);
    const stopped = await asking;
    expect(wasCancelled).toBe(true);
    expect(stopped.status).toBe('stopped');
    expect(callsOf(stopped)[0]?.state).toBe('cancelled');
    late[0]?.(textResult('too late'));
    expect(textOf(await rig.ask('And now?'))).toBe('Fine.');
    expect(body(server, 1)).toContain('The user stopped this call');
    expect(body(server, 1)).not.toContain('too late');
    expect(rig.store.unsettledCalls()).toEqual([]);
  });

  it(`ends after ${maxSteps} steps with a note, and goes on when asked (R101)`, async () => {
    await using server = await scripted(sum);
    await using rig = await conversationRig({ url: server.url });
    const answer = await rig.ask('For ever.');
    expect(answer).toMatchObject({ status: 'stopped', problem: { code: 'model-step-limit', details: { steps: maxSteps } } });
    expect(rig.servers.made).toHaveLength(maxSteps);
    rig.service.continue(rig.conversation.id);
    await rig.until(({ messages, conversation }) => messages.length === 3 && !conversation.isRunning);
    expect(rig.servers.made).toHaveLength(2 * maxSteps);
    expect(body(server, maxSteps)).not.toContain('Go on from where');
  });

  it('is one of a hundred at once, each asked for and answered (R101)', async () => {
    const calls = Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, name: 'calc__echo', arguments: `{"n":${index}}` }));
    await using server = await scripted({ calls }, { text: 'All done.' });
    await using rig = await conversationRig({ url: server.url });
    const answer = await rig.ask('Go.');
    expect(rig.person.asked).toHaveLength(100);
    expect(callsOf(answer).every((call) => call.state === 'done')).toBe(true);
    expect(textOf(answer)).toBe('All done.');
  });

  it('brings a long result to the model in two parts, and to the store whole (try-out 26)', async () => {
    await using server = await scripted(sum, { text: 'Long.' });
    await using rig = await conversationRig({ url: server.url });
    const long = `BEGIN${'x'.repeat(400_000)}END`;
    rig.servers.onCall = () => Promise.resolve(textResult(long));
    const answer = await rig.ask('Go.');
    expect(callsOf(answer)[0]?.result?.content[0]).toEqual({ type: 'text', text: long });
    const sent = body(server, 1) ?? '';
    expect(sent.length).toBeLessThan(60_000);
    expect(sent).toMatch(/BEGINx.*of 400008 characters are left out here.*xEND/);
  });
});

describe('what was decided before', () => {
  it('never to do is not done, shown as such, and the model is told (H01)', async () => {
    await using server = await scripted(sum, { text: 'I see.' }, sum, { text: 'Still.' });
    await using rig = await conversationRig({ url: server.url });
    rig.person.decides = () => ({ kind: 'tool-approval', decision: 'deny', never: { scope: 'always', conditions: [] } });
    await rig.ask('Go.');
    expect(callsOf(await rig.ask('Again.'))[0]).toMatchObject({ state: 'denied', decidedBy: 'never-rule', result: null });
    expect(rig.person.asked).toHaveLength(1);
    expect(rig.servers.made).toEqual([]);
    expect(body(server, 3)).toContain('a standing rule that calls like it are never made');
  });

  it('to allow is asked about once another server has said something, also after a restart, and not of the same server (H10, T:C16)', async () => {
    const read: Script = { calls: [{ id: 'r', name: 'mail__read', arguments: '{}' }] };
    const exec: Script = { calls: [{ id: 'e', name: 'shell__exec', arguments: '{"cmd":"id"}' }] };
    await using server = await scripted(exec, { text: 'Ran.' }, read, exec, { text: 'Read and ran.' }, exec, { text: 'Ran again.' });
    await using rig = await conversationRig({ url: server.url, tools: [tool('mail', 'read'), tool('shell', 'exec')] });
    rig.person.decides = () => ({ kind: 'tool-approval', decision: 'allow', scope: 'always' });
    await rig.ask('Run.');
    expect(rig.person.asked.map(({ tool: asked }) => asked.name)).toEqual(['exec']);
    const answer = await rig.ask('Read your mail.');
    expect(callsOf(answer).map(({ tool: made, decidedBy }) => [made, decidedBy])).toEqual([['read', 'person'], ['exec', 'person']]);
    expect(rig.person.asked.at(-1)).toMatchObject({ tool: { name: 'exec' }, isSetAside: true, readBefore: [{ serverName: 'mail', kind: 'tool', name: 'read' }] });
    await rig.restart().send(rig.conversation.id, 'Run once more.', [], new AbortController().signal);
    await expect.poll(() => rig.person.asked.map(({ tool: asked }) => asked.name)).toEqual(['exec', 'read', 'exec', 'exec']);
    // What a server said itself is held against it nowhere; to the other one it is a stranger's word.
    expect(rig.person.asked[1]).toMatchObject({ readBefore: [{ serverName: 'shell', name: 'exec' }] });
  });
});
