/** `network show`, `network set`, `network check`: the way to the network. A password is typed unseen or comes from stdin. */
import type { InputOf } from '@portolan/contract/contract';
import type { NetworkView, ProxyMode } from '@portolan/contract/network';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure, problemText } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';

const mostBytes = 4096;

export const networkCommands: Command[] = [
  {
    name: 'network show',
    words: [],
    options: [],
    examples: ['network show', 'network show --json | jq .proxy'],
    run: async (context) => {
      const { client } = await context.session();
      return show(context, await client.request('network/get', {}, { signal: context.signal }));
    },
  },
  {
    name: 'network set',
    words: [],
    options: ['proxy', 'except', 'username', 'password', 'certificates'],
    examples: ['network set --proxy http://proxy.example.com:8080 --except intranet.example,10.0.0.0/8', 'network set --username ann --password', 'network set --proxy system --certificates ~/office-ca.pem'],
    run: set,
  },
  {
    name: 'network check',
    words: [],
    options: [],
    examples: ['network check'],
    run: async (context) => {
      const { out, shared, signal } = context;
      const { client } = await context.session();
      out.progress(shared.network.check.running);
      const { checks } = await client.request('network/check', {}, { signal });
      out.clearProgress();
      const failed = checks.filter(({ problem }) => problem !== null).length;
      const words = shared.network.check;
      out.result({ checks }, () => [
        ...checks.flatMap(({ kind, name, origin, via, ms, problem }) => [
          `${problem === null ? out.style('green', '✓') : out.style('red', '✗')} ${words.kinds[kind]}${name === '' ? '' : ` ${visible(name)}`}: ${visible(origin)}, ${via === null ? words.direct : words.via(visible(via))}${problem === null ? `, ${words.answers(ms)}` : ''}`,
          ...(problem === null ? [] : [`  ${visible(problemText(problem, shared))}`]),
        ]),
        failed === 0 ? words.allWell : words.some(failed),
      ]);
      return failed === 0 ? exitCodes.done : exitCodes.failed;
    },
  },
];

async function set(context: Context): Promise<ExitCode> {
  const { options, signal, t } = context;
  const { proxy, certificates, username } = options;
  const change: InputOf<'network/save'> = {
    ...(proxy === undefined ? {} : wayOf(proxy)),
    ...(options.except === undefined ? {} : { noProxy: options.except }),
    ...(certificates === undefined ? {} : { certificates }),
    ...(username === undefined ? {} : { username }),
    ...(options.password === true ? { password: await readPassword(context) } : {}),
  };
  if (Object.keys(change).length === 0) throw new CliFailure(exitCodes.usage, 'usage', t.network.nothingToSet);
  const { client } = await context.session();
  return show(context, await client.request('network/save', change, { signal }));
}

/** `system` and `none` are the other two ways; the address entered before is kept with them. */
function wayOf(proxy: string): { mode: ProxyMode; proxy?: string } {
  return proxy === 'system' || proxy === 'none' ? { mode: proxy } : { mode: 'address', proxy };
}

async function readPassword({ terminal, t }: Context): Promise<string> {
  const typed = terminal.isInteractive ? await terminal.askHidden(`${t.network.enterPassword} `) : ((await terminal.readAll(mostBytes))?.toString('utf8').replace(/\r?\n$/, '') ?? '');
  if (typed === '') throw new CliFailure(exitCodes.usage, 'usage', t.secrets.empty);
  return typed;
}

function show({ out, shared, t }: Context, view: NetworkView): ExitCode {
  const n = shared.network;
  const { settings, credentials, proxy, certificateFiles, trusted } = view;
  out.result(view, () => [
    ...columns([
      [n.mode, n.modes[settings.mode]],
      ...(settings.proxy === '' ? [] : [[n.proxy, visible(settings.proxy)]]),
      ...(credentials === null ? [] : [[n.username, visible(credentials.username)]]),
      ...(settings.noProxy === '' ? [] : [[n.noProxy, visible(settings.noProxy)]]),
      ['http', proxy.http === null ? n.now.directly : visible(proxy.http)],
      ['https', proxy.https === null ? n.now.directly : visible(proxy.https)],
    ]),
    ...(proxy.source === 'none' ? [] : [`${n.now.sources[proxy.source]}${proxy.hasCredentials ? ` ${n.now.withCredentials}` : ''}`]),
    ...(proxy.no === '' || proxy.no === settings.noProxy ? [] : [n.now.except(visible(proxy.no))]),
    n.trusted(trusted),
    ...certificateFiles.map(({ file, count, problem }) => (problem === null ? n.fileAdds(visible(file), count) : n.fileProblems[problem](visible(file)))),
    ...(certificateFiles.some(({ problem }) => problem !== null) ? [t.network.certificatesNext] : []),
  ]);
  return exitCodes.done;
}
