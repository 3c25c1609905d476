/** What a server may reach, from options: the same decision as on the permission sheet (S18). */
import { resolve } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { FolderGrant, SandboxChoice, SandboxOffer, SandboxPolicy } from '@portolan/contract/sandbox';
import type { ServerView } from '@portolan/contract/servers';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { CliFailure } from './failure.ts';
import type { OptionName } from './options.ts';
import { visible } from './output/visible.ts';

export const sandboxOptions = ['contain', 'folder', 'folder-write', 'network', 'variable'] as const satisfies readonly OptionName[];

/**
 * Null when no option speaks of it. What is not named stays as it stands, else as it is recommended.
 * @throws {CliFailure} for what can't be: an address, `--no-contain` with folders
 * @throws {HostError} `sandbox-unavailable` on a computer that has nothing to contain with
 */
export async function chosenSandbox(context: Context, server: ServerView): Promise<SandboxChoice | null> {
  const { options, t } = context;
  const given = sandboxOptions.filter((name) => options[name] !== undefined);
  if (given.length === 0) return null;
  if (server.launch.kind !== 'stdio') throw new CliFailure(exitCodes.usage, 'usage', t.usage.notForThisKind(`--${given[0]}`));
  if (options.contain === false) {
    const other = given.find((name) => name !== 'contain');
    if (other !== undefined) throw new CliFailure(exitCodes.usage, 'usage', t.usage.notForThisKind(`--${other}`));
    return 'off';
  }
  const { support, recommended } = await sandboxOffer(context, server);
  if (support.kind === 'none') {
    throw new HostError('sandbox-unavailable', { server: server.name, reason: support.reason }, support.detail === undefined ? {} : { log: support.detail });
  }
  const from = server.sandbox === undefined || server.sandbox === 'off' ? recommended : server.sandbox;
  const { folder, 'folder-write': writable, variable, network } = options;
  return {
    folders: folder === undefined && writable === undefined ? from.folders : [...grants(folder, 'read'), ...grants(writable, 'write')],
    network: network === undefined ? from.network : network ? 'all' : 'none',
    environment: variable === undefined ? from.environment : variable.filter((name) => name !== ''),
  };
}

/** What the window would propose; null where nothing is proposed, or the person has decided before. */
export async function proposedSandbox(context: Context, server: ServerView): Promise<SandboxPolicy | null> {
  if (server.launch.kind !== 'stdio' || server.sandbox !== undefined) return null;
  const offer = await sandboxOffer(context, server);
  return offer.isProposed ? offer.recommended : null;
}

export async function sandboxOffer({ session, signal }: Context, server: ServerView): Promise<SandboxOffer> {
  const { client } = await session();
  return client.request('servers/sandboxOffer', { serverId: server.id }, { signal });
}

/** A line for each thing that it may reach. */
export function sandboxLines(choice: SandboxChoice, t: Context['t']): string[] {
  const { sandbox: words } = t;
  if (choice === 'off') return [words.off];
  const { folders, network, environment } = choice;
  return [
    ...folders.map(({ path, access }) => `${access === 'write' ? words.writes : words.reads}: ${visible(path)}`),
    ...(folders.length === 0 ? [`${words.reads}: ${words.noFolders}`] : []),
    `${words.network}: ${network === 'all' ? words.networkAll : words.networkNone}`,
    ...(environment.length === 0 ? [] : [`${words.variables}: ${environment.map(visible).join(', ')}`]),
  ];
}

/** An empty path means none; others are taken from where the person stands. */
export function grants(paths: readonly string[] = [], access: FolderGrant['access']): FolderGrant[] {
  return paths.filter((path) => path !== '').map((path) => ({ path: /^~(?:[\\/]|$)/.test(path) ? path : resolve(path), access }));
}
