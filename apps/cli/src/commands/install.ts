/** `install`: a `portolan://` link, an `.mcpb` bundle, or a server of the registry. What would run is shown in full; it is added, and never started. */
import { HostError } from '@portolan/contract/errors';
import type { InstallLink } from '@portolan/contract/install-links';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { installBundle } from '../install-bundle.ts';
import { installFromRegistry } from '../install-from-registry.ts';
import { launchLines } from '../launch-lines.ts';
import { visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';
import { serverJson } from '../servers.ts';

export const installCommands: Command[] = [
  {
    name: 'install',
    words: ['LINK|BUNDLE|REGISTRY-NAME'],
    options: ['name', 'replace', 'set', 'choice', 'yes'],
    examples: ["install 'portolan://install?…'", 'install weather.mcpb', 'install weather.mcpb --set units=metric --name weather --yes', 'install io.github.somebody/weather@1.2.0 --set UNITS=metric'],
    run: (context) => {
      const [word = ''] = context.words;
      if (/^portolan:/i.test(word)) return installLink(context);
      // A registry name is reverse-DNS/name; a file of that kind is given with its ending or with ./ before it.
      return /^[A-Za-z0-9.-]+\.[A-Za-z0-9.-]+\/[\w.-]+(@[^@/]+)?$/.test(word) && !/\.(mcpb|dxt)$/i.test(word) && !word.startsWith('.') ? installFromRegistry(context, word) : installBundle(context);
    },
  },
];

async function installLink(context: Context): Promise<ExitCode> {
  const { words, options, signal, out, t } = context;
  const { client } = await context.session();
  const link = await client.request('installLinks/open', { link: words[0] ?? '' }, { signal });
  try {
    if (link.problem) throw HostError.fromProblem(link.problem);
    if (options.name !== undefined && link.servers.length > 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.notForThisKind('--name'));
    for (const { name, launch, flags, launchHash } of link.servers) {
      out.say(out.style('bold', visible(options.name ?? name)));
      for (const line of launchLines(context, { launch, flags, launchHash })) out.say(`  ${line}`);
    }
    const servers = link.servers.map((server, index) => ({ index, name: options.name ?? server.name, ...replaced(context, server, options.name) }));
    await confirmInstall(context, link.servers.length);
    const { servers: added } = await client.request('installLinks/accept', { id: link.id, servers }, { signal });
    out.result({ servers: added.map(serverJson) }, () => added.map(({ name }) => t.servers.added(visible(name))));
    return exitCodes.done;
  } catch (error) {
    // A link that was not taken is not left standing in a window.
    await client.request('installLinks/dismiss', { id: link.id }).catch(() => undefined);
    throw error;
  }
}

function replaced({ options, t }: Context, { name, existing }: InstallLink['servers'][number], given: string | undefined): { replace?: NonNullable<typeof existing>['id'] } {
  if (existing === null || given !== undefined) return {};
  if (options.replace) return { replace: existing.id };
  throw new CliFailure(exitCodes.failed, 'failed', t.errors.nameTaken(visible(name)), { next: t.errors.nameTakenNext(visible(existing.freeName)) });
}

async function confirmInstall(context: Context, count: number): Promise<void> {
  const { options, terminal, t } = context;
  if (options.yes) return;
  if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
  if (!(await saysYes(context, t.imported.question(count)))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
}
