/** What a window may do with links that wait: look at them, add what it is shown, let them go. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { InstallLink, installLinks, LinkedServer } from '@portolan/contract/install-links';
import type { ServerView } from '@portolan/contract/servers';
import { launchDifferences, openLaunch } from '../config/launch-compare.ts';
import { uniqueName } from '../config/server-name.ts';
import { launchHash } from '../launch-hash.ts';
import type { ConfigStore, ServerConfig } from '../ports.ts';
import { environmentNames } from '../servers/launch/expand.ts';
import type { NamedSecret } from '../servers/named-secret.ts';
import { openSecretNames, takeOpen } from '../servers/open-secrets.ts';
import type { LaunchFlags, ServerViewOf } from '../servers/views/server-view.ts';
import type { LinkEntry } from './install-link.ts';
import type { PendingLink, PendingLinks } from './pending-links.ts';

export interface InstallLinkDeps {
  links: PendingLinks;
  config: ConfigStore;
  flagsOf: LaunchFlags;
  viewOf: ServerViewOf;
  /** Keeps values for one server in the secret store. */
  keepSecrets: (id: ServerConfig['id'], secrets: readonly NamedSecret[]) => Promise<void>;
}

export function installLinkRoutes({ links, config, flagsOf, viewOf, keepSecrets }: InstallLinkDeps): HandlersFor<typeof installLinks> {
  const view = (link: PendingLink): InstallLink => {
    const { servers } = config.current();
    return { id: link.id, at: link.at, problem: link.problem, servers: link.entries.map((entry) => linkedServer(entry, servers, flagsOf)) };
  };
  return {
    'installLinks/open': ({ link }) => view(links.receive(link)),
    'installLinks/watch': async function* (_input, { signal }) {
      let wake = Promise.withResolvers<void>();
      const poke = () => wake.resolve();
      const stops = [config.onChange(poke), links.onChange(poke)];
      signal.addEventListener('abort', poke, { once: true });
      try {
        while (!signal.aborted) {
          wake = Promise.withResolvers<void>();
          yield { links: links.list().map(view) };
          await wake.promise;
        }
      } finally {
        for (const stop of stops) stop();
        signal.removeEventListener('abort', poke);
      }
    },
    'installLinks/accept': async ({ id, servers }) => {
      const { entries } = links.get(id);
      const chosen = servers.map(({ index, name, replace, keepSecrets: keeps }) => {
        const entry = entries[index];
        if (!entry) throw new HostError('invalid-input', { where: 'index' });
        return { ...(keeps === true ? takeOpen(entry.launch) : { launch: entry.launch, secrets: [] }), name, ...(replace === undefined ? {} : { replace }) };
      });
      checkNames(chosen, config.current().servers);
      const added: ServerView[] = [];
      for (const { launch, secrets, name, replace } of chosen) {
        // One after the other: each is written to the file before the next.
        // oxlint-disable-next-line no-await-in-loop
        const server = await config.addServer({ name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] }, replace);
        // Nothing runs before the person has allowed it: there is time to keep them.
        // oxlint-disable-next-line no-await-in-loop
        await keepSecrets(server.id, secrets);
        added.push(viewOf(server.id));
      }
      links.remove(id);
      return { servers: added };
    },
    'installLinks/dismiss': ({ id }) => {
      links.remove(id);
      return {};
    },
  };
}

function linkedServer({ name, launch }: LinkEntry, servers: readonly ServerConfig[], flagsOf: LaunchFlags): LinkedServer {
  const standing = servers.find((server) => server.name === name);
  return {
    name,
    launch: openLaunch(launch),
    launchHash: launchHash(launch),
    flags: flagsOf(launch),
    openSecrets: openSecretNames(launch),
    variables: environmentNames(launch),
    existing: standing
      ? {
          id: standing.id,
          isSame: launchHash(standing.launch) === launchHash(launch),
          differences: launchDifferences(standing.launch, launch),
          freeName: uniqueName(name, new Set(servers.map((server) => server.name))),
        }
      : null,
  };
}

/** All names first: a link with several servers is added as a whole or not at all, as far as names go. */
function checkNames(chosen: readonly { name: string; replace?: ServerConfig['id'] }[], servers: readonly ServerConfig[]): void {
  const seen = new Set<string>();
  for (const { name, replace } of chosen) {
    if (replace !== undefined && !servers.some((server) => server.id === replace)) throw new HostError('server-unknown', { serverId: replace });
    if (seen.has(name) || servers.some((server) => server.name === name && server.id !== replace)) throw new HostError('server-name-taken', { name });
    seen.add(name);
  }
}
