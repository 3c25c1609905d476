/** The servers' part of the contract: every handler for `servers/*` and for using what servers offer by hand. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { primitives } from '@portolan/contract/primitives';
import type { LaunchView, PasteCandidate, ServerView, servers } from '@portolan/contract/servers';
import type { RefusedItem } from '@portolan/mcp-client/client';
import type { ConfigStore } from '../ports.ts';
import type { Connector } from './connector.ts';
import type { RememberedOffer } from './list-memory.ts';
import type { ServersService } from './service.ts';
import type { Supervisor } from './supervisor.ts';
import { resolveUrl } from './launch/http-target.ts';
import { identityWith, sandboxRoutes } from './sandbox/routes.ts';
import type { BundleReachOf } from './sandbox/routes.ts';
import { runTool } from './run-tool.ts';
import { toContentView } from './views/content-view.ts';
import type { LaunchInputs } from './launch-inputs.ts';
import type { LaunchSecrets } from './launch-secrets.ts';
import { takeMarked } from './marked-secrets.ts';
import { takeOpen } from './open-secrets.ts';
import { promptForWindow } from './prompt-size.ts';
import { allForWindow, piecesOf } from './save-resource.ts';
import { fromLaunchView } from './views/launch-view.ts';
import { toPromptView, toRefusedView, toResourceItemView, toTemplateView } from './views/list-views.ts';
import { toServerView } from './views/server-view.ts';
import type { LaunchFlags } from './views/server-view.ts';

export interface ServersRouteDeps {
  config: ConfigStore;
  supervisor: Supervisor;
  service: ServersService;
  flagsOf: LaunchFlags;
  /** Where values go that the person marked as secret. */
  secrets?: LaunchSecrets;
  inputs?: LaunchInputs;
  /** What is known of the bundles that servers came from. */
  bundleReach?: BundleReachOf;
  /** Reads pasted text against what is configured; changes nothing. */
  parsePaste: (text: string) => Promise<{ format: string; candidates: PasteCandidate[] }> | { format: string; candidates: PasteCandidate[] };
}

export function serversRoutes(deps: ServersRouteDeps): HandlersFor<typeof servers & typeof primitives> {
  return { ...configurationRoutes(deps), ...listRoutes(deps), ...handRoutes(deps) };
}

/** One that can never be reached is said while it is being written; a value that is only known at the start is left to that. */
function checkAddress(server: string, launch: LaunchView): void {
  if (launch.kind === 'http' && !launch.url.includes('${')) resolveUrl(launch.url, server);
}

function configurationRoutes({ config, supervisor, flagsOf, parsePaste, secrets, bundleReach, inputs: answers }: ServersRouteDeps) {
  const view = (id: ServerId): ServerView => toServerView(supervisor.get(id), flagsOf);
  /** Never the one being changed or replaced. */
  const checkName = (name: string, own?: ServerId): void => {
    if (config.current().servers.some((server) => server.name === name && server.id !== own)) throw new HostError('server-name-taken', { name });
  };
  return {
    ...sandboxRoutes({ config, supervisor, view, bundleReach }),
    'servers/watch': (_input, { signal }) => supervisor.watch(signal),
    'servers/parse': ({ text }) => parsePaste(text),
    'servers/add': async ({ name, launch, replace, inputs, keepSecrets }) => {
      checkName(name, replace);
      const standing = replace === undefined ? null : supervisor.get(replace).config.launch;
      checkAddress(name, launch);
      const marked = takeMarked(launch, fromLaunchView(launch, standing));
      const open = keepSecrets === true ? takeOpen(marked.launch) : { launch: marked.launch, secrets: [] };
      const added = await config.addServer({ name, launch: secrets === undefined ? fromLaunchView(launch, standing) : open.launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: inputs ?? [] }, replace);
      // Nothing runs before the person has allowed it: there is time to keep them.
      await secrets?.set(added.id, [...marked.secrets, ...open.secrets]);
      return view(added.id);
    },
    'servers/update': async ({ serverId, name, launch }) => {
      const standing = supervisor.get(serverId).config;
      if (name !== undefined) checkName(name, serverId);
      if (launch !== undefined) checkAddress(name ?? standing.name, launch);
      const marked = launch === undefined ? undefined : takeMarked(launch, fromLaunchView(launch, standing.launch));
      // Before the configuration refers to them. What it refers to no more stays: a backup may bring it back.
      if (marked !== undefined) await secrets?.set(serverId, marked.secrets);
      await config.updateServer(serverId, { ...(name === undefined ? {} : { name }), ...(marked === undefined ? {} : { launch: marked.launch }) });
      return view(serverId);
    },
    'servers/value': ({ serverId, launchHash, name }) => {
      const { config: standing, launchHash: current } = supervisor.get(serverId);
      if (current !== launchHash) throw new HostError('server-changed', { server: standing.name });
      const values = Object.entries(standing.launch.kind === 'stdio' ? standing.launch.env : standing.launch.headers);
      const value = values.find(([other]) => other === name)?.[1];
      if (value === undefined) throw new HostError('invalid-input', { subject: name, reason: 'value-missing' });
      return { value };
    },
    'servers/review': async ({ serverId, launchHash, start, sandbox }) => {
      const connector = supervisor.get(serverId);
      if (connector.launchHash !== launchHash) throw new HostError('server-changed', { server: connector.config.name });
      const reviewed = sandbox === undefined ? { reviewedHash: launchHash } : { sandbox, reviewedHash: identityWith(connector.config, sandbox) };
      const policy = sandbox ?? connector.config.sandbox;
      // Before it is written: it may start as soon as it is.
      if (policy !== undefined && policy !== 'off') await supervisor.sandbox.pin(serverId, policy);
      await config.updateServer(serverId, { ...reviewed, ...(start ? { isEnabled: true } : {}) });
      // The file may have been changed from outside while it was written: `start` looks at the launch once more.
      if (start) await connector.start();
      return view(serverId);
    },
    'servers/setEnabled': async ({ serverId, isEnabled }) => {
      supervisor.get(serverId);
      await config.updateServer(serverId, { isEnabled });
      return view(serverId);
    },
    'servers/setToolEnabled': async ({ serverId, tool, isEnabled }) => {
      await config.updateServer(serverId, ({ disabledTools }) => {
        const others = disabledTools.filter((name) => name !== tool);
        return { disabledTools: isEnabled ? others : [...others, tool] };
      });
      return {};
    },
    'servers/start': async ({ serverId }) => {
      const connector = supervisor.get(serverId);
      if (!connector.isReviewed) throw new HostError('server-not-reviewed', { server: connector.config.name });
      // Asking for a start is asking for it to be on.
      if (!connector.config.isEnabled) await config.updateServer(serverId, { isEnabled: true });
      await connector.start();
      return view(serverId);
    },
    'servers/stop': async ({ serverId }) => {
      await supervisor.get(serverId).stop();
      answers?.forgetGiven(serverId);
      return view(serverId);
    },
    'servers/restart': async ({ serverId }) => {
      const connector = supervisor.get(serverId);
      await connector.stop();
      answers?.forgetGiven(serverId);
      await connector.start();
      return view(serverId);
    },
    'servers/remove': ({ serverId }) => {
      supervisor.get(serverId);
      return config.removeServer(serverId);
    },
    'servers/restore': async ({ undo }) => view((await config.restoreServer(undo)).id),
    'servers/watchLog': ({ serverId, after }, { signal }) => supervisor.get(serverId).log.watch(after, signal),
  } satisfies Partial<HandlersFor<typeof servers>>;
}

function listRoutes({ supervisor, service }: ServersRouteDeps) {
  return {
    'servers/tools': async ({ serverId }) => {
      const { connector, tools } = await service.toolViews(serverId);
      const refused = connector.connection?.lists.tools.refused ?? [];
      return { generation: connector.generation, tools, refused: refused.map(toRefusedView) };
    },
    'servers/resources': async ({ serverId }) => {
      const connector = supervisor.get(serverId);
      const { resources, templates, refused } = await resourcesOf(connector);
      const off = new Set(connector.config.care?.disabledResources);
      return {
        generation: connector.generation,
        resources: resources.map((item) => toResourceItemView(item, !off.has(item.uri))),
        templates: templates.map((item) => toTemplateView(item, !off.has(item.uriTemplate))),
        refused: refused.map(toRefusedView),
      };
    },
    'servers/prompts': async ({ serverId }) => {
      const connector = supervisor.get(serverId);
      const { prompts, refused } = await promptsOf(connector);
      const off = new Set(connector.config.care?.disabledPrompts);
      return { generation: connector.generation, prompts: prompts.map((item) => toPromptView(item, !off.has(item.name))), refused: refused.map(toRefusedView) };
    },
  } satisfies Partial<HandlersFor<typeof servers>>;
}

/** From the connection; without one, what was kept of the last (S16). */
async function resourcesOf(connector: Connector): Promise<Pick<RememberedOffer, 'resources' | 'templates'> & { refused: readonly RefusedItem[] }> {
  if (connector.connection === null && connector.remembered !== null && connector.isReviewed) return { ...connector.remembered, refused: [] };
  const { resources, templates } = connector.requireConnection().lists;
  await Promise.all([resources.load(), templates.load()]);
  return { resources: [...resources.items], templates: [...templates.items], refused: [...resources.refused, ...templates.refused] };
}

async function promptsOf(connector: Connector): Promise<Pick<RememberedOffer, 'prompts'> & { refused: readonly RefusedItem[] }> {
  if (connector.connection === null && connector.remembered !== null && connector.isReviewed) return { prompts: connector.remembered.prompts, refused: [] };
  const { prompts } = connector.requireConnection().lists;
  await prompts.load();
  return { prompts: [...prompts.items], refused: prompts.refused };
}

function handRoutes({ supervisor, service }: ServersRouteDeps): HandlersFor<typeof primitives> {
  return {
    'tools/run': (input, { signal }) => runTool(service, input, signal),
    'resources/read': async ({ serverId, uri }, { signal }) => {
      const { contents, repairs } = await service.readResourceContents(serverId, uri, signal);
      return { contents: allForWindow(contents, service.serverName(serverId) ?? ''), repairs };
    },
    'resources/save': async function* save({ serverId, uri, index }, { signal }) {
      const { contents } = await service.readResourceContents(serverId, uri, signal);
      yield* piecesOf(contents[index], service.serverName(serverId) ?? '');
    },
    'prompts/get': async ({ serverId, name, arguments: args }, { signal }) => {
      const connector = supervisor.get(serverId);
      await connector.wake(signal);
      const { description, messages, repairs } = await connector.request({ signal }, (client, _trace, limits) => client.getPrompt(name, args, { signal, limits }));
      return {
        ...(description === undefined ? {} : { description }),
        messages: promptForWindow(messages.map(({ role, content }) => ({ role, content: toContentView(content) })), service.serverName(serverId) ?? ''),
        repairs,
      };
    },
    'completion/complete': ({ serverId, ref, argument, context }, { signal }) =>
      supervisor.get(serverId).request({}, (client) => client.complete(ref, argument, context, { signal })),
  };
}
