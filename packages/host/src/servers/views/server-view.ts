/** A server as a window sees it. */
import type { ServerId } from '@portolan/contract/ids';
import type { LaunchFlag, ServerView } from '@portolan/contract/servers';
import type { Implementation, ServerCapabilities } from '@portolan/mcp-client/client';
import type { LaunchConfig } from '../../ports.ts';
import type { Connector } from '../connector.ts';
import type { RememberedOffer } from '../list-memory.ts';
import { openSecretNames } from '../open-secrets.ts';
import { toLaunchView } from './launch-view.ts';

/** What of a launch deserves a second look. */
export type LaunchFlags = (launch: LaunchConfig) => LaunchFlag[];
/** A configured server as a window sees it now. Throws `server-unknown`. */
export type ServerViewOf = (id: ServerId) => ServerView;


export function toServerView(connector: Connector, flagsOf: LaunchFlags): ServerView {
  const { config, connection } = connector;
  const client = connection?.client ?? null;
  // Before it has answered, what it said the last time.
  const known = client ?? connector.remembered;
  const info = client?.server ?? connector.remembered?.info ?? null;
  return {
    id: config.id,
    name: config.name,
    isEnabled: config.isEnabled,
    isReviewed: connector.isReviewed,
    launch: toLaunchView(config.launch),
    launchHash: connector.launchHash,
    ...(config.sandbox === undefined ? {} : { sandbox: config.sandbox }),
    ...(connector.refusals.length === 0 ? {} : { refusals: connector.refusals.slice() }),
    flags: flagsOf(config.launch),
    ...openSecretsOf(config.launch),
    inputs: config.inputs,
    state: connector.state,
    problem: connector.problem,
    since: connector.since,
    retryAt: connector.retryAt,
    crashes: connector.crashes,
    pid: connector.pid,
    startup: connector.startup,
    limits: config.care?.limits ?? {},
    asks: connector.asks,
    start: connector.startView,
    lists: { source: connection !== null ? 'live' : connector.remembered !== null ? 'remembered' : 'none', at: connection === null ? (connector.remembered?.at ?? null) : null, isUsable: connection !== null || connector.canWake },
    latencyMs: connection?.latencyMs ?? null,
    transport: client?.transport ?? null,
    era: known?.era ?? null,
    protocolVersion: known?.protocolVersion ?? null,
    info: info === null ? null : infoOf(info),
    instructions: known?.instructions ?? null,
    capabilities: client === null ? [] : capabilityNames(client.capabilities),
    counts: connection?.lists.counts() ?? rememberedCounts(connector.remembered),
    generation: connector.generation,
    ...(connector.pins === undefined ? {} : { pins: connector.pins }),
    warnings: connector.warnings.list(),
  };
}

/** Most have none, and a view is sent often. */
function openSecretsOf(launch: LaunchConfig): Pick<ServerView, 'openSecrets'> {
  const openSecrets = openSecretNames(launch);
  return openSecrets.length === 0 ? {} : { openSecrets };
}

function infoOf(server: Implementation): ServerView['info'] {
  const { name, version, title, description, websiteUrl, icons } = server;
  return {
    name,
    version,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
    ...(icons === undefined ? {} : { hasIcon: true as const }),
  };
}

/** The specification's words, with a dot for what is nested. */
function capabilityNames(capabilities: ServerCapabilities): string[] {
  const known: [boolean, string][] = [
    [capabilities.tools, 'tools'],
    [capabilities.toolsListChanged, 'tools.listChanged'],
    [capabilities.resources, 'resources'],
    [capabilities.resourceSubscriptions, 'resources.subscribe'],
    [capabilities.resourcesListChanged, 'resources.listChanged'],
    [capabilities.prompts, 'prompts'],
    [capabilities.promptsListChanged, 'prompts.listChanged'],
    [capabilities.completions, 'completions'],
    [capabilities.logging, 'logging'],
    [typeof capabilities.raw['tasks'] === 'object' && capabilities.raw['tasks'] !== null, 'tasks'],
  ];
  return [...known.filter(([has]) => has).map(([, name]) => name), ...capabilities.extensions.slice(0, 50).map((name) => `extensions.${name.slice(0, 200)}`)];
}

function rememberedCounts(offer: RememberedOffer | null): ServerView['counts'] {
  return { tools: offer?.tools.length ?? 0, resources: offer?.resources.length ?? 0, resourceTemplates: offer?.templates.length ?? 0, prompts: offer?.prompts.length ?? 0, refused: 0 };
}
