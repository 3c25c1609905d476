import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { lifecycleText } from './lifecycle-text.ts';
import { zhCn } from './zh-cn.ts';

describe('a line of what happened to a server', () => {
  it('says why it ended in words, and keeps a reason it does not know (S14, C16)', () => {
    const details = { problem: 'launch-input-needed', server: 'memory', inputs: 'key, where' };
    expect(lifecycleText(en, 'ended', details)).toBe('Ended: memory needs something from you before it can start: key, where.');
    expect(lifecycleText(zhCn, 'ended', details)).not.toContain('launch-input-needed');
    expect(lifecycleText(en, 'ended', { problem: '__proto__' })).toBe('Ended: __proto__');
    expect(lifecycleText(en, 'process-started', { pid: 7 })).toBe('Process 7 started');
  });
});
