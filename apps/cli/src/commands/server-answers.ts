/** `servers answer`: answers to what a launch asks by `${input:id}`; secret ones are typed unseen (S08). */
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerInput } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { serverNamed } from '../servers.ts';

type Answers = OutputOf<'servers/inputs'>['answers'];

export const serverAnswerCommands: Command[] = [
  {
    name: 'servers answer',
    words: ['NAME', '[ID=VALUE…]'],
    options: [],
    examples: ['servers answer github', 'servers answer weather units=metric'],
    run: answer,
  },
];

async function answer(context: Context): Promise<ExitCode> {
  const { words, signal, out, t } = context;
  const [name = '', ...pairs] = words;
  const server = await serverNamed(context, name);
  const { client } = await context.session();
  const read = async (): Promise<Answers> => (await client.request('servers/inputs', { serverId: server.id }, { signal })).answers;
  const before = await read();
  const given = givenAnswers(context, pairs, server.inputs);
  const changes = [...given, ...(await askedAnswers(context, server.inputs, before, new Set(given.map(({ id }) => id))))];
  if (changes.length > 0) await client.request('servers/answer', { serverId: server.id, answers: changes }, { signal });
  const after = changes.length > 0 ? await read() : before;
  const answers = server.inputs.map((input) => ({ id: input.id, description: input.description, isSecret: input.isSecret, isAnswered: after.find(({ id }) => id === input.id)?.isAnswered ?? false }));
  out.result({ server: server.name, answers }, () => (answers.length === 0 ? [t.none] : columns(answers.map(({ id, description, isAnswered }) => [visible(id), isAnswered ? t.secrets.isSet : t.secrets.notSet, visible(description)]))));
  return answers.every(({ isAnswered }) => isAnswered) ? exitCodes.done : exitCodes.failed;
}

function givenAnswers({ t }: Context, pairs: readonly string[], inputs: readonly ServerInput[]) {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(pair)));
    const id = pair.slice(0, at);
    const input = inputs.find((each) => each.id === id);
    if (input === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noQuestion(visible(id)), { next: t.errors.thereAre(inputs.map((each) => visible(each.id)).join(', ')) });
    if (input.isSecret) throw new CliFailure(exitCodes.usage, 'usage', t.usage.secretInArguments(visible(id)));
    return { id, value: pair.slice(at + 1), isAskedEachTime: false };
  });
}

/** What has no answer yet, one question after the other; nothing is taken for answered by its default. */
async function askedAnswers({ terminal }: Context, inputs: readonly ServerInput[], answers: Answers, given: ReadonlySet<string>) {
  const asked: { id: string; value: string; isAskedEachTime: boolean }[] = [];
  if (!terminal.isInteractive) return asked;
  for (const { id, description, isSecret, options, default: usual } of inputs) {
    if (given.has(id) || answers.some((each) => each.id === id && each.isAnswered)) continue;
    const choices = options === undefined ? '' : ` (${options.map(visible).join(', ')})`;
    const question = `${visible(description || id)}${choices}${usual === undefined ? '' : ` [${visible(usual)}]`}: `;
    // oxlint-disable-next-line no-await-in-loop
    const typed = await (isSecret ? terminal.askHidden(question) : terminal.ask(question));
    // An empty line takes the default that stands in the question, where there is one.
    const value = typed === '' ? (usual ?? '') : typed;
    if (value !== '') asked.push({ id, value, isAskedEachTime: false });
  }
  return asked;
}
