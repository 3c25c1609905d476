import { describe, expect, it } from 'vitest';
import type { ToolCallView } from '@portolan/contract/conversations';
import { CallId, ConversationId, JobId, MessageId, ServerId } from '@portolan/contract/ids';
import { stored } from '../../test/stored-message.ts';
import { textResult } from '../../test/simple-servers.ts';
import type { StoredSummary } from './context-store.ts';
import { withSummary } from './summaries.ts';

const id = (text: string) => MessageId.parse(text);
const call = (name: string, change: Partial<ToolCallView> = {}): ToolCallView => ({ type: 'tool-call', callId: CallId.parse(name), serverId: ServerId.parse('s1'), serverName: 'files', tool: name, arguments: {}, state: 'done', interactionId: null, decidedBy: 'person', progress: null, result: textResult('secret words'), problem: null, startedAt: 1, endedAt: 20, job: { id: JobId.parse(`job_${name}`), isBackground: true }, ...change });
const summary: StoredSummary = { id: 's', conversationId: ConversationId.parse('c1'), at: id('m3'), before: id('m3'), inside: null, messages: 2, text: 'Index was begun.', kind: 'written', by: 'app', createdAt: 10, model: null };

const toldFirst = (parts: ToolCallView[], change: Partial<StoredSummary> = {}): string => {
  const messages = [stored('user', ['Go.'], { id: id('m1') }), { ...stored('assistant', ['I go.'], { id: id('m2') }), parts }, stored('user', ['And?'], { id: id('m3') })];
  const [first] = withSummary(messages, { ...summary, ...change });
  const [told] = first?.parts ?? [];
  return told?.type === 'text' ? told.text : '';
};

describe('what came of a job after its call went into a summary (C18, C13)', () => {
  it('is told with the way to read it, and not what it says', () => {
    const told = toldFirst([call('index'), call('sum', { state: 'failed', result: null })]);
    expect(told).toContain('- "files__index": read the result with portolan__read_result, id index, offset 0');
    expect(told).toContain('- "files__sum": it failed');
    expect(told).not.toContain('secret words');
  });

  it('is not told where the summary knew it, where it is the person’s, where a script made the call, or where it goes on', () => {
    const parts = [call('a', { endedAt: 9 }), call('b', { review: { state: 'withheld' } }), call('c', { review: { state: 'waiting' } }), call('d', { script: CallId.parse('x') }), call('e', { state: 'running', endedAt: null, result: null }), call('f', { job: { id: JobId.parse('job_f') } })];
    expect(toldFirst(parts)).toMatch(/\[The conversation goes on here\.\]$/);
    expect(toldFirst([call('index')], { before: id('m1') })).not.toContain('have ended since');
  });
});
