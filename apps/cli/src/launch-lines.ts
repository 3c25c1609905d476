/** A launch as a person reads it before it is allowed: every part on a line of its own, nothing shortened, nothing hidden. */
import type { LaunchFlag, LaunchView, NamedValue, ServerView } from '@portolan/contract/servers';
import type { Context } from './command.ts';
import { visible } from './output/visible.ts';
import { sandboxLines } from './sandbox-choice.ts';

type Part = Pick<Context, 't' | 'shared' | 'out'>;

export function launchLines({ t, shared, out }: Part, server: Pick<ServerView, 'launch' | 'flags'> & Partial<Pick<ServerView, 'sandbox' | 'launchHash'>>): string[] {
  const { launch } = server;
  return [...(launch.kind === 'stdio' ? programLines(launch, t) : addressLines(launch, t)), ...(server.sandbox === undefined ? [] : sandboxLines(server.sandbox, t)), ...server.flags.map((flag) => out.style('yellow', `! ${flagText(flag, shared)}`)), ...(server.launchHash === undefined ? [] : [`${t.launch.hash}: ${server.launchHash}`])];
}

/** In one line, for tables. */
export function launchSummary(launch: LaunchView): string {
  const text = launch.kind === 'stdio' ? [launch.command, ...launch.args].map((word) => (/[\s"']/.test(word) || word === '' ? JSON.stringify(word) : word)).join(' ') : launch.url;
  const line = visible(text);
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function programLines(launch: Extract<LaunchView, { kind: 'stdio' }>, t: Context['t']): string[] {
  return [
    `${t.launch.command}: ${shown(launch.command)}`,
    ...launch.args.map((word, index) => `${t.launch.argument(index + 1)}: ${shown(word)}`),
    ...launch.env.map((pair) => `${t.launch.variable}: ${visible(pair.name)}=${pair.value === null ? maskedText(pair, t) : shown(pair.value)}`),
    ...(launch.cwd === undefined ? [] : [`${t.launch.folder}: ${visible(launch.cwd)}`]),
  ];
}

function addressLines(launch: Extract<LaunchView, { kind: 'http' }>, t: Context['t']): string[] {
  return [`${t.launch.address}: ${visible(launch.url)}`, `${t.launch.transport}: ${launch.transport}`, ...launch.headers.map((pair) => `${t.launch.header}: ${visible(pair.name)}: ${pair.value === null ? maskedText(pair, t) : visible(pair.value)}`)];
}

function maskedText({ hidden }: NamedValue, t: Context['t']): string {
  return hidden === undefined ? t.launch.masked : t.launch.hidden(hidden.reason, hidden.length);
}

/** With its bounds where these are not plain to see: empty, or with spaces at an end or in a row. */
function shown(word: string): string {
  return word === '' || /^\s|\s$|\s{2}/.test(word) ? visible(JSON.stringify(word)) : visible(word);
}

export function flagText({ kind, subject }: LaunchFlag, shared: Context['shared']): string {
  return shared.servers.review.flags[kind](visible(subject));
}
