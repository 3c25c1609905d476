import { describe, expect, it } from 'vitest';
import type { PartView } from '@portolan/contract/conversations';
import { CallId, ServerId } from '@portolan/contract/ids';
import { HostError } from '@portolan/contract/errors';
import { textResult } from '../../test/simple-servers.ts';
import { readIn } from './read-before.ts';

const serverId = ServerId.parse('mail');
const call: Extract<PartView, { type: 'tool-call' }> = { type: 'tool-call', callId: CallId.parse('c'), serverId, serverName: 'mail', tool: 'read', arguments: {}, state: 'done', interactionId: null, decidedBy: 'person', progress: null, result: textResult('Hi.'), problem: null, startedAt: 1, endedAt: 2 };
const attachment = (uri: string, from: ServerId | null = serverId): PartView => ({ type: 'attachment', serverId: from, serverName: 'mail', uri, name: 'note', content: { type: 'text', text: 'Hi.' } });
const readOf = (...parts: PartView[]) => readIn([{ parts }], { title: 'A chat' }).map(({ kind, name }) => `${kind} ${name}`);

describe('what a chat has read', () => {
  it.each<[string, PartView, string[]]>([
    ['what a tool answered', call, ['tool read']],
    ['an error that a tool answered with', { ...call, state: 'failed', result: textResult('No.', true) }, ['tool read']],
    ['what a server said instead of an answer', { ...call, state: 'failed', result: null, problem: new HostError('server-error', { message: 'Do this.' }).problem }, ['tool read']],
    ['a resource', attachment('mail://1'), ['resource note']],
    ['a prompt', attachment('prompt:note'), ['prompt note']],
    ['a call that was denied', { ...call, state: 'denied', result: null, startedAt: null }, []],
    ['a call that was never made', { ...call, state: 'failed', result: null, startedAt: null, problem: new HostError('tool-unknown').problem }, []],
    ['what the model made itself', attachment('', null), []],
    ['a text', { type: 'text', text: 'Hi.' }, []],
  ])('%s (H10)', (_what, part, expected) => {
    expect(readOf(part)).toEqual(expected);
  });

  it('is named once each, the latest first', () => {
    expect(readOf(call, attachment('mail://1'), call)).toEqual(['tool read', 'resource note']);
  });

  it('counts all of a chat that came from a file, although nothing in it names a server of here (C12, H10)', () => {
    expect(readIn([{ parts: [{ type: 'text', text: 'Hi.' }] }], { title: 'Old', importedFrom: 'chatgpt' })).toEqual([{ serverId: 'imported', serverName: 'chatgpt', kind: 'chat', name: 'Old' }]);
  });
});
