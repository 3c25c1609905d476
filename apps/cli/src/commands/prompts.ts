/** `prompts list` and `prompts run`. */
import type { PromptView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { contentLines } from '../content-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { usableServer } from '../servers.ts';
import { listLines, oneOrAll } from './each-server.ts';

export const promptCommands: Command[] = [
  {
    name: 'prompts list',
    words: ['[SERVER]'],
    options: [],
    examples: ['prompts list', 'prompts list everything --json'],
    run: async (context) => {
      const lists = await oneOrAll(context, async (server, client) => (await client.request('servers/prompts', { serverId: server.id }, { signal: context.signal })).prompts);
      context.out.result({ servers: lists.map(({ server, items, problem }) => ({ server: server.name, problem, prompts: items?.map(promptJson) ?? [] })) }, () =>
        listLines(context, lists, (prompts, { out }) => columns(prompts.map((prompt) => [out.style('bold', visible(prompt.name)), signature(prompt), visible(prompt.description ?? '')]))),
      );
      return lists.some(({ problem }) => problem !== null) ? exitCodes.failed : exitCodes.done;
    },
  },
  {
    name: 'prompts run',
    words: ['SERVER', 'PROMPT', '[KEY=VALUE…]'],
    options: [],
    examples: ['prompts run everything simple-prompt', 'prompts run everything args-prompt city=Berlin state=BE'],
    run: async (context) => {
      const [serverName = '', name = '', ...pairs] = context.words;
      const args = stringPairs(context, pairs);
      const server = await usableServer(context, serverName);
      const { client } = await context.session();
      const prompt = await client.request('prompts/get', { serverId: server.id, name, arguments: args }, { signal: context.signal });
      context.out.result({ server: server.name, prompt: name, description: prompt.description ?? null, messages: prompt.messages }, () =>
        prompt.messages.flatMap(({ role, content }) => [context.out.style('cyan', `${context.t.roles[role]}:`), ...contentLines(content, context)]),
      );
      return exitCodes.done;
    },
  },
];

/** Arguments of prompts are strings, whatever they look like. */
function stringPairs({ t }: Context, pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(pair)));
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function signature({ arguments: args }: PromptView): string {
  return args.map(({ name, required }) => (required ? visible(name) : `[${visible(name)}]`)).join(' ');
}

function promptJson({ name, title, description, arguments: args }: PromptView) {
  return { name, title: title ?? null, description: description ?? null, arguments: args };
}
