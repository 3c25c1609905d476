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
type LimitName = keyof ServerLimits;

/** Each as it is typed, and what it may be: the bounds of the contract. */
const limits: Record<LimitName, { word: string; least: number; most: number } | { word: string }> = {
  connectSeconds: { word: 'connect-seconds', least: 1, most: 3600 },
  callSeconds: { word: 'call-seconds', least: 1, most: 86_400 },
  callTotalSeconds: { word: 'call-total-seconds', least: 1, most: 86_400 },
  callsAtOnce: { word: 'calls-at-once', least: 1, most: 1000 },
  logLines: { word: 'log-lines', least: 100, most: 200_000 },
  restarts: { word: 'restarts' },
};
const names = Object.keys(limits) as LimitName[];

export const serverLimitCommands: Command[] = [
  {
    name: 'servers limits',
    words: ['NAME', '[LIMIT=VALUE…]'],
    options: [],
    examples: ['servers limits files', 'servers limits files call-seconds=60 restarts=no', 'servers limits files call-seconds=default'],
    run: serverLimits,
  },
];

async function serverLimits(context: Context): Promise<ExitCode> {
  const { words, signal, out, t } = context;
  const [name = '', ...pairs] = words;
  const change: Change = {};
  for (const pair of pairs) {
    const [limit, value] = changeOf(context, pair);
    Object.assign(change, { [limit]: value });
  }
  const standing = await serverNamed(context, name);
  const { client } = await context.session();
  const server = pairs.length === 0 ? standing : await client.request('servers/setLimits', { serverId: standing.id, limits: change }, { signal });
  const own = names.filter((limit) => server.limits[limit] !== undefined);
  const valueOf = (limit: LimitName) => server.limits[limit] ?? defaultLimits[limit];
  out.result({ server: server.name, limits: Object.fromEntries(names.map((limit) => [limit, valueOf(limit)])), own }, () =>
    columns(names.map((limit) => [out.style('bold', limits[limit].word), shown(valueOf(limit), t), own.includes(limit) ? t.limits.own : t.limits.usual, t.limits.names[limit]])),
  );
  return exitCodes.done;
}

function changeOf({ t }: Context, pair: string): [LimitName, number | boolean | null] {
  const at = pair.indexOf('=');
  if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(pair)));
  const [word, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const limit = names.find((each) => limits[each].word === word);
  if (limit === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.limits.unknown(visible(word)), { next: t.usage.choices(names.map((each) => limits[each].word).join(', ')) });
  if (value === 'default') return [limit, null];
  const bounds = limits[limit];
  if (!('least' in bounds)) {
    if (value !== 'yes' && value !== 'no') throw new CliFailure(exitCodes.usage, 'usage', t.usage.badValue(word, visible(value)), { next: t.usage.choices('yes, no, default') });
    return [limit, value === 'yes'];
  }
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < bounds.least || number > bounds.most) throw new CliFailure(exitCodes.usage, 'usage', t.usage.badValue(word, visible(value)), { next: t.usage.choices(`${bounds.least}–${bounds.most}, default`) });
  return [limit, number];
}

function shown(value: number | boolean, t: Context['t']): string {
  return typeof value === 'number' ? String(value) : value ? t.limits.on : t.limits.off;
}
