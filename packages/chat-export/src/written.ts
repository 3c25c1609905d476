/** What a call was made with, as it is written down: a script as the program it is, everything else as JSON. */
import type { ToolCallView } from '@portolan/contract/conversations';

export function writtenIn({ tool, arguments: args, invalidArguments }: Pick<ToolCallView, 'tool' | 'arguments' | 'invalidArguments'>): { text: string; language: 'js' | 'json' } {
  const { code } = args;
  if (tool === 'host:run_script' && typeof code === 'string') return { text: code, language: 'js' };
  return { text: invalidArguments ?? JSON.stringify(args, null, 2), language: 'json' };
}
