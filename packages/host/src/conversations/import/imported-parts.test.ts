import { describe, expect, it } from 'vitest';
import type { ToolCallView } from '@portolan/contract/conversations';
import { CallId } from '@portolan/contract/ids';
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
