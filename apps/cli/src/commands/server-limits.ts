/** `servers limits`: how much patience and room a server gets; what is named is changed (S12). */
import type { InputOf } from '@portolan/contract/contract';
import { defaultLimits } from '@portolan/contract/servers';
import type { ServerLimits } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { serverNamed } from '../servers.ts';

type Change = InputOf<'servers/setLimits'>['limits'];
type LimitName = Exclude<keyof ServerLimits, 'toolSeconds'>;

/** Each as it is typed, and what it may be: the bounds of the contract. */
const toolWord = 'tool:';
const limits = {
  connectSeconds: { word: 'connect-seconds', least: 1, most: 3600 },
  callSeconds: { word: 'call-seconds', least: 1, most: 86_400 },
  callTotalSeconds: { word: 'call-total-seconds', least: 1, most: 86_400 },
  callsAtOnce: { word: 'calls-at-once', least: 1, most: 1000 },
  logLines: { word: 'log-lines', least: 100, most: 200_000 },
  restarts: { word: 'restarts' },
} as const satisfies Record<LimitName, { word: string; least: number; most: number } | { word: string }>;
const names = Object.keys(limits) as LimitName[];

export const serverLimitCommands: Command[] = [
  {
    name: 'servers limits',
    words: ['NAME', '[LIMIT=VALUE…]'],
    options: [],
    examples: ['servers limits files', 'servers limits files call-seconds=60 restarts=no', 'servers limits files call-seconds=default', 'servers limits files tool:search=600'],
    run: serverLimits,
  },
];

async function serverLimits(context: Context): Promise<ExitCode> {
  const { words, signal, out, t } = context;
  const [name = '', ...pairs] = words;
  const change: Change = {};
  for (const pair of pairs) {
    if (pair.startsWith(toolWord)) {
      const [tool, seconds] = toolChangeOf(context, pair.slice(toolWord.length));
      change.toolSeconds = { ...change.toolSeconds, [tool]: seconds };
      continue;
    }
    const [limit, value] = changeOf(context, pair);
    Object.assign(change, { [limit]: value });
  }
  const standing = await serverNamed(context, name);
  const { client } = await context.session();
  const server = pairs.length === 0 ? standing : await client.request('servers/setLimits', { serverId: standing.id, limits: change }, { signal });
  const own = names.filter((limit) => server.limits[limit] !== undefined);
  const valueOf = (limit: LimitName) => server.limits[limit] ?? defaultLimits[limit];
  const toolSeconds = server.limits.toolSeconds ?? {};
  out.result({ server: server.name, limits: { ...Object.fromEntries(names.map((limit) => [limit, valueOf(limit)])), toolSeconds }, own }, () =>
    columns([
      ...names.map((limit) => [out.style('bold', limits[limit].word), shown(valueOf(limit), t), own.includes(limit) ? t.limits.own : t.limits.usual, t.limits.names[limit]]),
      ...Object.entries(toolSeconds).map(([tool, seconds]) => [out.style('bold', visible(`${toolWord}${tool}`)), String(seconds), t.limits.own, t.limits.ofTool]),
    ]),
  );
  return exitCodes.done;
}

function changeOf({ t }: Context, pair: string): [LimitName, number | boolean | null] {
  const at = pair.indexOf('=');
  if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(pair)));
  const [word, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const limit = names.find((each) => limits[each].word === word);
  if (limit === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.limits.unknown(visible(word)), { next: t.usage.choices([...names.map((each) => limits[each].word), `${toolWord}NAME`].join(', ')) });
  if (value === 'default') return [limit, null];
  const bounds = limits[limit];
  if (!('least' in bounds)) {
    if (value !== 'yes' && value !== 'no') throw new CliFailure(exitCodes.usage, 'usage', t.usage.badValue(word, visible(value)), { next: t.usage.choices('yes, no, default') });
    return [limit, value === 'yes'];
  }
  return [limit, secondsOf(t, word, value, bounds)];
}

/** The last sign counts: a tool may have one in its name. */
function toolChangeOf({ t }: Context, pair: string): [string, number | null] {
  const at = pair.lastIndexOf('=');
  if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(`${toolWord}${pair}`)));
  const [tool, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === 'default') return [tool, null];
  return [tool, secondsOf(t, `${toolWord}${tool}`, value, limits.callSeconds)];
}

function secondsOf(t: Context['t'], word: string, value: string, bounds: { least: number; most: number }): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < bounds.least || number > bounds.most) throw new CliFailure(exitCodes.usage, 'usage', t.usage.badValue(visible(word), visible(value)), { next: t.usage.choices(`${bounds.least}–${bounds.most}, default`) });
  return number;
}

function shown(value: number | boolean, t: Context['t']): string {
  return typeof value === 'number' ? String(value) : value ? t.limits.on : t.limits.off;
}
