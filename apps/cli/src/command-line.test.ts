import { describe, expect, it } from 'vitest';
import { getCliWords } from '@portolan/i18n/cli';
import { readCommandLine } from './command-line.ts';
import { commands } from './commands/all.ts';
import { helpOn } from './help.ts';

const read = (...argv: string[]) => readCommandLine(argv, commands);

describe('the command line (O04)', () => {
  it('finds the command wherever options stand, and hands over words and options', () => {
    expect(read('--json', 'tools', '--timeout=5', 'call', 'files', 'read', 'path=-1', '--args', 'a.json')).toMatchObject({
      kind: 'command',
      command: { name: 'tools call' },
      options: { json: true, timeout: '5', args: 'a.json' },
      words: ['files', 'read', 'path=-1'],
    });
  });

  it.each([
    [['servers', 'lst'], { kind: 'unknown-command', closest: 'servers list' }],
    [['wombat'], { kind: 'unknown-command', closest: null }],
    [['servers', 'list', '--follow'], { kind: 'unknown-option', option: '--follow' }],
    [['servers', 'list', '--wombat'], { kind: 'unknown-option', option: '--wombat' }],
    [['servers', 'list', '--json=1'], { kind: 'bad-value', option: '--json' }],
    [['servers', 'list', '--lang=tlh'], { kind: 'bad-value', choices: ['en', 'zh-CN'] }],
    [['servers', 'list', '--data-dir'], { kind: 'missing-value', option: '--data-dir' }],
    [['servers', 'list', '--data-dir', '--json'], { kind: 'missing-value', option: '--data-dir' }],
    [['servers', 'list', '--no-data-dir'], { kind: 'unknown-option' }],
    [['servers'], { kind: 'missing-command', group: 'servers', choices: expect.arrayContaining(['list', 'show', 'limits']) as string[] }],
    [['servers', 'show', ''], { kind: 'missing-word', word: 'NAME' }],
    [['tools', 'call', ' ', 'echo'], { kind: 'missing-word', word: 'SERVER' }],
    [['servers', 'show'], { kind: 'missing-word', word: 'NAME' }],
    [['tools', 'call', 'files'], { kind: 'missing-word', word: 'TOOL' }],
    [['servers', 'show', 'a', 'b'], { kind: 'extra-word', word: 'b' }],
    [['servers', 'list', '--', 'x'], { kind: 'extra-word', word: 'x' }],
  ])('%j is wrong, and it says how', (argv, problem) => {
    expect(read(...argv)).toMatchObject({ kind: 'wrong', problem });
  });

  it.each([
    [[], []],
    [['help'], []],
    [['--help'], []],
    [['servers', '--help'], ['servers']],
    [['help', 'tools', 'call'], ['tools', 'call']],
    [['tools', 'call', '-h'], ['tools', 'call']],
  ])('%j asks for help on %j', (argv, topic) => {
    expect(read(...argv)).toMatchObject({ kind: 'help', topic });
  });

  it('takes options as they were given even when the line is wrong, so that the answer is JSON too', () => {
    expect(read('servers', 'lst', '--json')).toMatchObject({ kind: 'wrong', options: { json: true } });
    expect(read('servers', 'list', '--no-color')).toMatchObject({ kind: 'command', options: { color: false } });
    expect(read('--version', '--json')).toMatchObject({ kind: 'version', options: { json: true } });
  });
});

describe('help (O04)', () => {
  it.each(['en', 'zh-CN'] as const)('explains every command with its options and a line that can be typed, in %s', (locale) => {
    const t = getCliWords(locale);
    for (const command of commands) {
      const lines = helpOn(command.name.split(' '), commands, t) ?? [];
      const text = lines.join('\n');
      expect(text).toContain(t.commands[command.name]);
      // What is on by itself can only be switched off.
      for (const option of command.options) expect(text).toMatch(new RegExp(`--(?:no-)?${option}\\b`));
      expect(command.examples.length).toBeGreaterThan(0);
      expect(command.examples.some((example) => example.startsWith(command.name))).toBe(true);
    }
    expect((helpOn([], commands, t) ?? []).join('\n')).toContain('tools call SERVER TOOL [KEY=VALUE…]');
    expect(helpOn(['wombat'], commands, t)).toBeNull();
  });

  it('has a command for every text and a text for every command', () => {
    expect(commands.map(({ name }) => name).toSorted()).toEqual(Object.keys(getCliWords('en').commands).toSorted());
  });
});
