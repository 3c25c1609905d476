/** `rules list`, `add`, `remove`: what is decided in advance, as in the window's settings. */
import { HostError } from '@portolan/contract/errors';
import { RuleId } from '@portolan/contract/ids';
import type { RuleCondition, RuleEffect, RuleInput, RuleView } from '@portolan/contract/rules';
import type { Json } from '@portolan/contract/json';
import { ruleSentence } from '@portolan/i18n/rule-sentence';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';
import { serverNamed, usableServer } from '../servers.ts';

const effects: readonly RuleEffect[] = ['allow', 'ask', 'never'];

export const ruleCommands: Command[] = [
  {
    name: 'rules list',
    words: ['[SERVER]'],
    options: [],
    examples: ['rules list', 'rules list shell --json'],
    run: listRules,
  },
  {
    name: 'rules add',
    words: ['allow|ask|never', 'SERVER', '[TOOL]'],
    options: ['when', 'yes'],
    examples: ["rules add allow shell run --when 'command begins git status'", "rules add allow files write --when 'path in ~/notes' --yes", "rules add never '*' --when 'command begins rm'"],
    run: addRule,
  },
  {
    name: 'rules remove',
    words: ['ID'],
    options: [],
    examples: ['rules remove r_0123456789abcdefghijkl'],
    run: removeRule,
  },
];

async function listRules(context: Context): Promise<ExitCode> {
  const { client } = await context.session();
  const { out, t, shared, signal, words } = context;
  const [name] = words;
  const server = name === undefined ? null : await serverNamed(context, name);
  const { rules } = await client.request('rules/list', {}, { signal });
  const shown = rules.filter(({ serverId }) => server === null || serverId === null || serverId === server.id);
  out.result({ rules: shown }, () => (shown.length === 0 ? [t.rules.none] : columns(shown.map((rule) => [out.style('dim', rule.id), `${visible(ruleSentence(rule, shared))}${rule.isStale ? ` (${t.rules.stale})` : ''}`]))));
  return exitCodes.done;
}

async function addRule(context: Context): Promise<ExitCode> {
  const { out, t, shared, words, options, terminal } = context;
  const [word = '', serverName = '', tool = null] = words;
  const effect = effects.find((each) => each === word);
  if (effect === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.rules.badEffect(visible(word)));
  const conditions = (options.when ?? []).map((text) => readCondition(context, text));
  const server = serverName === '*' ? null : await serverNamed(context, serverName);
  const input: RuleInput = { serverId: server?.id ?? null, tool, effect, conditions, conversationId: null };
  // What only restricts needs no second thought.
  if (effect === 'allow' && options.yes !== true) {
    out.say(visible(ruleSentence({ ...input, serverName: server?.name ?? '', tools: null, scope: 'always' }, shared)));
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
    if (!(await saysYes(context, t.rules.question))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  }
  const rule = await save(context, input, server?.name ?? null);
  out.result({ rule }, () => [`${rule.id}  ${visible(ruleSentence(rule, shared))}`]);
  return exitCodes.done;
}

/** An allowed tool is bound to its definition: where no app runs the server is brought up for it. */
async function save(context: Context, input: RuleInput, server: string | null): Promise<RuleView> {
  const { client } = await context.session();
  const { signal } = context;
  try {
    return await client.request('rules/save', input, { signal });
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.code !== 'tool-unknown' || server === null) throw error;
    const { id } = await usableServer(context, server);
    // Its tools are read by then.
    await client.request('servers/tools', { serverId: id }, { signal });
    return client.request('rules/save', input, { signal });
  }
}

async function removeRule({ session, out, t, signal, words }: Context): Promise<ExitCode> {
  const [word = ''] = words;
  const { client } = await session();
  const { rules } = await client.request('rules/list', {}, { signal });
  const id = RuleId.safeParse(word);
  if (!id.success || !rules.some((rule) => rule.id === id.data)) throw new CliFailure(exitCodes.notFound, 'not-found', t.rules.noRule(visible(word)));
  await client.request('rules/revoke', { ruleId: id.data }, { signal });
  out.result({ removed: id.data }, () => [t.rules.removed]);
  return exitCodes.done;
}

/** `path in ~/notes`, `command begins git status`, `url on example.com`, `branch is main`, `branch one-of main,dev`, `force absent` */
function readCondition({ t }: Context, text: string): RuleCondition {
  const [, argument = '', kind, rest = ''] = /^(\S+) (in|begins|on|is|one-of|absent)(?: (.+))?$/s.exec(text.trim()) ?? [];
  if (kind === 'absent' && rest === '') return { kind, argument };
  if (kind === undefined || kind === 'absent' || rest === '') throw new CliFailure(exitCodes.usage, 'usage', t.rules.badCondition(visible(text)), { next: t.rules.conditionNext });
  if (kind === 'in') return { kind: 'path', argument, folder: rest };
  if (kind === 'begins') return { kind: 'command', argument, words: rest.split(/\s+/) };
  if (kind === 'on') return { kind: 'host', argument, host: rest, withSubdomains: false };
  return kind === 'is' ? { kind: 'equals', argument, value: readValue(rest) } : { kind: 'one-of', argument, values: rest.split(',').map(readValue) };
}

function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text.trim();
  }
}
