import { describe, expect, it } from 'vitest';
import type { ToolCallView } from '@portolan/contract/conversations';
import { CallId, JobId } from '@portolan/contract/ids';
import { callPart, ownParts } from './imported-parts.ts';

describe('a script in a chat that comes from a file (C12, C17)', () => {
  const part = (over: Partial<ToolCallView>): ToolCallView => ({ ...callPart({ tool: 't', server: 's', args: {}, at: 1 }), ...over });

  it('keeps its calls below it, under new ids, and takes in none of another message', () => {
    const script = part({ callId: CallId.parse('t_script'), tool: 'host:run_script', state: 'running', printed: 'x' });
    const [whole, own, stray] = ownParts([script, part({ script: script.callId }), part({ script: CallId.parse('t_elsewhere') })]);
    if (whole?.type !== 'tool-call' || own?.type !== 'tool-call' || stray?.type !== 'tool-call') throw new Error('they are calls');
    expect(whole.callId).not.toBe(script.callId);
    expect(whole).toMatchObject({ state: 'interrupted' });
    expect(whole.printed).toBeUndefined();
    expect(own.script).toBe(whole.callId);
    expect(stray.script).toBeUndefined();
  });
});

it('a call in a chat that comes from a file is no call of a job of here (C12, C18)', () => {
  const going = { ...callPart({ tool: 'index', server: 'files', args: {}, at: 1 }), state: 'running' as const, job: { id: JobId.parse('job_0123456789abcdef'), isBackground: true } };
  const done = { ...going, state: 'done' as const, result: { content: [], isError: false, repairs: [] } };
  const [first, second] = ownParts([going, done]);
  expect(first).toMatchObject({ state: 'interrupted' });
  expect(second).toMatchObject({ state: 'done' });
  for (const part of [first, second]) expect(part).not.toHaveProperty('job');
});
