/** `secrets list`, `set`, `forget`: values of `${secret:NAME}`. They come from stdin or are typed unseen, never from arguments. */
import { HostError } from '@portolan/contract/errors';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { serverNamed } from '../servers.ts';

const mostBytes = 32_768;

export const secretCommands: Command[] = [
  {
    name: 'secrets list',
    words: ['SERVER'],
    options: [],
    examples: ['secrets list github'],
    run: async (context) => {
      const server = await serverNamed(context, context.words[0] ?? '');
      const { client } = await context.session();
      const { secrets } = await client.request('servers/secrets', { serverId: server.id }, { signal: context.signal });
      context.out.result({ server: server.name, secrets }, () => (secrets.length === 0 ? [context.t.secrets.none(server.name)] : columns(secrets.map(({ name, isSet }) => [visible(name), isSet ? context.t.secrets.isSet : context.t.secrets.notSet]))));
      return exitCodes.done;
    },
  },
  {
    name: 'secrets set',
    words: ['SERVER', 'SECRET'],
    options: [],
    examples: ['secrets set github TOKEN', 'pass show github | portolan secrets set github TOKEN'],
    run: async (context) => keep(context, await readSecret(context)),
  },
  {
    name: 'secrets forget',
    words: ['SERVER', 'SECRET'],
    options: [],
    examples: ['secrets forget github TOKEN'],
    run: (context) => keep(context, ''),
  },
];

async function keep(context: Context, value: string): Promise<ExitCode> {
  const [serverName = '', name = ''] = context.words;
  const { out, t, signal } = context;
  const server = await serverNamed(context, serverName);
  const { client } = await context.session();
  try {
    await client.request('servers/setSecrets', { serverId: server.id, secrets: [{ name, value }] }, { signal });
  } catch (error) {
    if (error instanceof HostError && error.problem.code === 'invalid-input') throw new CliFailure(exitCodes.usage, 'usage', t.usage.secretName(visible(name)));
    throw error;
  }
  const { secrets } = await client.request('servers/secrets', { serverId: server.id }, { signal });
  if (value !== '' && !secrets.some((secret) => secret.name === name)) out.say(t.secrets.unused(server.name, name));
  out.result({ server: server.name, secret: name, isSet: value !== '' }, () => [value === '' ? t.secrets.forgotten(name) : t.secrets.kept(name)]);
  return exitCodes.done;
}

/** The end of the last line, as `echo` and files have it, is no part of the secret. */
async function readSecret({ terminal, t, words }: Context): Promise<string> {
  const typed = terminal.isInteractive ? await terminal.askHidden(`${t.secrets.enter(words[1] ?? '')} `) : await fromStdin();
  if (typed === '') throw new CliFailure(exitCodes.usage, 'usage', t.secrets.empty);
  return typed;

  async function fromStdin(): Promise<string> {
    const bytes = await terminal.readAll(mostBytes);
    if (bytes === null) throw new CliFailure(exitCodes.usage, 'usage', t.errors.tooLarge('-'));
    return bytes.toString('utf8').replace(/\r?\n$/, '');
  }
}
