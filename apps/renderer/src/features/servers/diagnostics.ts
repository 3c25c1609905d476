/** What somebody who is to help with a server needs to know, as text. Values of variables and headers are never in it. */
import { isPossibleSecretName } from '@portolan/contract/secret-names';
import type { LogLine, ServerView } from '@portolan/contract/servers';
import type { Link } from '../../host/link.ts';

const lastLines = 100;
const logWaitMs = 3_000;

/** State, problem, launch without secrets, and the last lines of the log. In English: it is meant for the server's makers. */
export async function collectDiagnostics(link: Link, server: ServerView): Promise<string> {
  const [info, lines] = await Promise.all([link.request('app/info', {}).catch(() => null), readLog(link, server)]);
  const { problem } = server;
  const rows: (string | null)[] = [
    `Portolan ${info?.version ?? '?'}, ${info?.shell ?? '?'}, ${info?.platform ?? '?'}, Node ${info?.node ?? '?'}`,
    `Server: ${server.name}`,
    `State: ${server.state} since ${new Date(server.since).toISOString()}, crashes: ${server.crashes}, enabled: ${server.isEnabled}, reviewed: ${server.isReviewed}`,
    `Transport: ${server.transport ?? '-'}, era: ${server.era ?? '-'}, protocol: ${server.protocolVersion ?? '-'}`,
    server.info ? `Says it is: ${server.info.name} ${server.info.version}` : null,
    ...launchRows(server),
    problem ? `Problem: ${problem.code} ${JSON.stringify(problem.details)} at ${new Date(problem.at).toISOString()}` : null,
    problem?.log ? `Technical details:\n${problem.log}` : null,
    ...server.warnings.map((warning) => `Oddity (${warning.count}): ${warning.kind}: ${warning.message}`),
    `Log, last ${Math.min(lines.length, lastLines)} of ${lines.length} lines:`,
    ...lines.slice(-lastLines).map((line) => `${new Date(line.at).toISOString()} ${line.level ?? line.source} ${line.text}`),
  ];
  return rows.filter((row) => row !== null).join('\n');
}

function launchRows({ launch }: ServerView): string[] {
  if (launch.kind === 'http') return [`Address: ${withoutSecrets(launch.url)}`, `Headers: ${launch.headers.map((each) => each.name).join(', ') || '-'}`];
  return [`Command: ${launch.command}`, ...maskArguments(launch.args).map((arg, index) => `  ${index + 1}: ${arg}`), `Environment: ${launch.env.map((each) => each.name).join(', ') || '-'}`, `Folder: ${launch.cwd ?? '-'}`];
}

/** `--api-key=…`, `--token …`: keys are often written where everybody can read them. */
export function maskArguments(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const assigned = /^(-{0,2}[\w.-]+)=/.exec(arg);
    if (assigned?.[1] && isPossibleSecretName(assigned[1])) return `${assigned[1]}=…`;
    const before = args[index - 1];
    if (before?.startsWith('-') && !before.includes('=') && isPossibleSecretName(before) && !arg.startsWith('-')) return '…';
    return /^https?:/i.test(arg) ? withoutSecrets(arg) : arg;
  });
}

/** An address without user, password and the values of its query. */
export function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  for (const key of url.searchParams.keys()) url.searchParams.set(key, '…');
  return url.href;
}

/** The first answer of the log stream is everything that was kept. */
function readLog(link: Link, server: ServerView): Promise<LogLine[]> {
  return new Promise((resolve) => {
    const finish = (lines: LogLine[]) => {
      clearTimeout(timer);
      stop();
      resolve(lines);
    };
    const timer = setTimeout(() => finish([]), logWaitMs);
    const stop = link.watch('servers/watchLog', { serverId: server.id }, { onEvent: ({ lines }) => finish(lines), onError: () => finish([]), onEnd: () => finish([]) });
  });
}
