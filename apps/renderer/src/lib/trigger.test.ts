import { describe, expect, it } from 'vitest';
import { triggerAt, withoutTrigger, withSign } from './trigger.ts';

const at = (text: string) => {
  const caret = text.indexOf('|');
  return triggerAt(text.replace('|', ''), caret);
};

describe('what opens a list in the composer (C06)', () => {
  it.each([
    ['@|', 'resources', ''],
    ['look at @wel|', 'resources', 'wel'],
    ['@a|bc and more', 'resources', 'a'],
    ['看看＠文件|', 'resources', '文件'],
    ['看看@文件|', 'resources', '文件'],
    ['(@note|', 'resources', 'note'],
    ['/|', 'prompts', ''],
    ['／译|', 'prompts', '译'],
    ['  /files:gre|', 'prompts', 'files:gre'],
    ['/gre| the rest', 'prompts', 'gre'],
  ])('%s', (text, kind, query) => {
    expect(at(text)).toMatchObject({ kind, query });
  });

  it.each(['|', 'me@example.org|', 'a/b|', 'and then /greet|', '@two words|', '@gone |', `@${'x'.repeat(101)}|`])('nothing is opened by %s', (text) => {
    expect(at(text)).toBeNull();
  });

  it('goes when something was chosen, and leaves what stood around it', () => {
    const chosen = (text: string) => {
      const trigger = at(text);
      return trigger && withoutTrigger(text.replace('|', ''), trigger);
    };
    expect(chosen('@wel|')).toEqual({ text: '', caret: 0 });
    expect(chosen('Read @wel| for me')).toEqual({ text: 'Read for me', caret: 5 });
    expect(chosen('看看＠文件|。')).toEqual({ text: '看看。', caret: 2 });
    expect(chosen('/greet| Ada')).toEqual({ text: 'Ada', caret: 0 });
  });

  it('is typed by a button wherever the caret stands', () => {
    expect(withSign('', 0, 'resources')).toEqual({ text: '@', caret: 1 });
    expect(withSign('Read', 4, 'resources')).toEqual({ text: 'Read @', caret: 6 });
    expect(withSign('Read it', 5, 'resources')).toEqual({ text: 'Read @ it', caret: 6 });
    expect(withSign('About cats', 10, 'prompts')).toEqual({ text: '/ About cats', caret: 1 });
    for (const [text, caret] of [['', 0], ['Read', 4], ['Read it', 5]] as const) {
      const typed = withSign(text, caret, 'resources');
      expect(triggerAt(typed.text, typed.caret)).toMatchObject({ kind: 'resources', query: '' });
    }
  });
});
