/** `completion bash|zsh|fish`: words and options for the shell, made from the table of commands. */
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { commonOptions, kindOf } from '../options.ts';
import type { OptionName } from '../options.ts';
import { visible } from '../output/visible.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Given the table it belongs to. */
export function completionCommand(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    words: ['bash|zsh|fish'],
    options: [],
    isOffline: true,
    examples: ['completion bash > ~/.local/share/bash-completion/completions/portolan', 'completion fish > ~/.config/fish/completions/portolan.fish', 'completion zsh > "${fpath[1]}/_portolan"'],
    run: ({ words, out, t }) => {
      const shell = shells.find((each) => each === words[0]);
      if (shell === undefined) return Promise.reject(new CliFailure(exitCodes.usage, 'usage', t.usage.badValue('completion', visible(words[0] ?? '')), { next: t.usage.choices(shells.join(', ')) }));
      const script = { bash, zsh, fish }[shell](all());
      out.result({ shell, script }, () => [script.trimEnd()]);
      return Promise.resolve(exitCodes.done);
    },
  };
}

/** First words, then for each that is a group its second words. */
function tree(commands: readonly Command[]): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const first = command.name.split(' ')[0] ?? '';
    groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  return groups;
}

function flags(names: readonly OptionName[]): string[] {
  return names.map((name) => (kindOf(name).type === 'string' ? `--${name}=` : name === 'color' ? '--no-color' : `--${name}`));
}

function bash(commands: readonly Command[]): string {
  const groups = tree(commands);
  const seconds = [...groups].filter(([, own]) => own.some(({ name }) => name.includes(' ')));
  return `# portolan completion for bash
_portolan() {
  local word="\${COMP_WORDS[COMP_CWORD]}" first="" second="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ "\${COMP_WORDS[i]}" == -* ]] && continue
    if [[ -z "$first" ]]; then first="\${COMP_WORDS[i]}"; elif [[ -z "$second" ]]; then second="\${COMP_WORDS[i]}"; fi
  done
  if [[ "$word" == -* ]]; then
    local options="${flags(commonOptions).join(' ')}"
    case "$first $second" in
${commands.filter(({ options }) => options.length > 0).map(({ name, options }) => `      "${name}"*) options+=" ${flags(options).join(' ')}" ;;`).join('\n')}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    [[ "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace
    return
  fi
  case "$first:$second" in
    :) mapfile -t COMPREPLY < <(compgen -W "${[...groups.keys(), 'help'].join(' ')}" -- "$word") ;;
${seconds.map(([first, own]) => `    ${first}:) mapfile -t COMPREPLY < <(compgen -W "${own.map(({ name }) => name.split(' ')[1]).join(' ')}" -- "$word") ;;`).join('\n')}
    completion:) mapfile -t COMPREPLY < <(compgen -W "${shells.join(' ')}" -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}
complete -F _portolan portolan
`;
}

function zsh(commands: readonly Command[]): string {
  const groups = tree(commands);
  return `#compdef portolan
# portolan completion for zsh
_portolan() {
  local first=\${words[2]} second=\${words[3]}
  if [[ \${words[CURRENT]} == -* ]]; then
    local -a options=(${flags(commonOptions).join(' ')})
    case "$first $second" in
${commands.filter(({ options }) => options.length > 0).map(({ name, options }) => `      "${name}"*) options+=(${flags(options).join(' ')}) ;;`).join('\n')}
    esac
    compadd -S '' -- $options
    return
  fi
  if (( CURRENT == 2 )); then
    compadd -- ${[...groups.keys(), 'help'].join(' ')}
  elif (( CURRENT == 3 )); then
    case $first in
${[...groups].filter(([, own]) => own.some(({ name }) => name.includes(' '))).map(([first, own]) => `      ${first}) compadd -- ${own.map(({ name }) => name.split(' ')[1]).join(' ')} ;;`).join('\n')}
      completion) compadd -- ${shells.join(' ')} ;;
      *) _files ;;
    esac
  else
    _files
  fi
}
compdef _portolan portolan
`;
}

function fish(commands: readonly Command[]): string {
  const groups = tree(commands);
  const lines = ['# portolan completion for fish', 'complete -c portolan -f'];
  for (const first of [...groups.keys(), 'help']) lines.push(`complete -c portolan -n __fish_use_subcommand -a ${first}`);
  for (const [first, own] of groups) {
    const seconds = own.flatMap(({ name }) => name.split(' ').slice(1));
    if (seconds.length > 0) lines.push(`complete -c portolan -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${seconds.join(' ')}' -a '${seconds.join(' ')}'`);
  }
  lines.push(`complete -c portolan -n '__fish_seen_subcommand_from completion' -a '${shells.join(' ')}'`);
  for (const { name, options } of commands) {
    const condition = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    for (const option of options) lines.push(`complete -c portolan -n '${condition}' -l ${option}${kindOf(option).type === 'string' ? ' -r' : ''}`);
  }
  for (const option of commonOptions) lines.push(`complete -c portolan -l ${option === 'color' ? 'no-color' : option}${kindOf(option).type === 'string' ? ' -r' : ''}`);
  return `${lines.join('\n')}\n`;
}
