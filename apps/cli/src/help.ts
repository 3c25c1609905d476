/** Help on everything, on a group of commands, or on one. */
import type { CliWords } from '@portolan/i18n/cli';
import type { Command } from './command.ts';
import { commonOptions, kindOf } from './options.ts';
import type { OptionName } from './options.ts';
import { columns } from './output/output.ts';

export const program = 'portolan';

/** Null when there is nothing of this name. */
export function helpOn(topic: readonly string[], commands: readonly Command[], t: CliWords): string[] | null {
  if (topic.length === 0) return overview(commands, t);
  const name = topic.join(' ');
  const one = commands.find((command) => command.name === name);
  if (one) return onCommand(one, t);
  const group = commands.filter((command) => command.name.startsWith(`${name} `));
  return group.length === 0 ? null : listOf(group, t);
}

function overview(commands: readonly Command[], t: CliWords): string[] {
  return [t.help.title, '', `  ${program} ${t.help.usage}`, '', ...listOf(commands, t), '', t.help.everywhere, ...optionLines(commonOptions, t), '', t.help.more];
}

function listOf(commands: readonly Command[], t: CliWords): string[] {
  return columns(commands.map(({ name, words, rest }) => [`  ${usageOf({ name, words, ...(rest === undefined ? {} : { rest }) })}`, t.commands[name]]));
}

function onCommand(command: Command, t: CliWords): string[] {
  return [
    `${program} ${usageOf(command)}${command.options.length > 0 ? ` [${t.help.options}]` : ''}`,
    '',
    t.commands[command.name],
    '',
    ...optionLines([...command.options, ...commonOptions], t),
    '',
    t.help.examples,
    ...command.examples.map((example) => `  ${example.includes('| portolan') ? '' : `${program} `}${example}`),
  ];
}

/** `tools call SERVER TOOL [KEY=VALUE…]` */
export function usageOf({ name, words, rest }: Pick<Command, 'name' | 'words' | 'rest'>): string {
  return [name, ...words, ...(rest === undefined ? [] : [`[-- ${rest}]`])].join(' ');
}

function optionLines(names: readonly OptionName[], t: CliWords): string[] {
  return columns(
    names.map((name) => {
      const { short, value, type, multiple } = kindOf(name);
      const shown = `${name === 'color' ? '--no-color' : name === 'save' ? '--no-save' : `--${name}`}${type === 'string' ? `=${typeof value === 'string' ? value : (value ?? []).join('|')}` : ''}${multiple ? ' …' : ''}`;
      return [`  ${short === undefined ? '' : `-${short}, `}${shown}`, t.options[name]];
    }),
  );
}
