/** What every server offers now, for the library: from the connection, or what was kept of the last one (S16). */
import type { LibraryKind } from '@portolan/contract/library';
import type { ServerId } from '@portolan/contract/ids';
import type { Prompt, Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';
import type { PinsPort } from '../pins/pins-port.ts';
import type { Connector } from '../servers/connector.ts';
import type { Supervisor } from '../servers/supervisor.ts';

/** One server's part of the library. The same lists are the same arrays, so that what did not change is told by looking. */
export interface ServerOffer {
  serverId: ServerId;
  serverName: string;
  isEnabled: boolean;
  tools: readonly Tool[];
  prompts: readonly Prompt[];
  resources: readonly Resource[];
  templates: readonly ResourceTemplate[];
  /** Differs whenever what is switched off, or suspended, may have changed. */
  generation: number;
  /** Whether the person keeps it off, or it is suspended; by name, or by address. */
  isOff: (kind: LibraryKind, key: string) => boolean;
}

const nothing = { tools: [], prompts: [], resources: [], templates: [] };

/** In the order of server names. A server that nobody has allowed offers nothing, whatever is kept of it. */
export function currentOffers(supervisor: Pick<Supervisor, 'all'>, pins?: PinsPort): ServerOffer[] {
  return supervisor.all().flatMap((connector) => (connector.isReviewed ? [offerOf(connector, pins)] : []));
}

/** Of one server, whether or not it was allowed. */
export function offerOf(connector: Connector, pins: PinsPort | undefined): ServerOffer {
  const { config, connection, generation } = connector;
  const lists = connection?.lists;
  const { tools, prompts, resources, templates } = lists === undefined ? (connector.remembered ?? nothing) : { tools: lists.tools.items, prompts: lists.prompts.items, resources: lists.resources.items, templates: lists.templates.items };
  const off: Record<LibraryKind, ReadonlySet<string>> = {
    tool: new Set(config.disabledTools),
    prompt: new Set(config.care?.disabledPrompts),
    resource: new Set(config.care?.disabledResources),
    template: new Set(config.care?.disabledResources),
  };
  const isOff = (kind: LibraryKind, key: string): boolean => off[kind].has(key) || (kind === 'tool' && pins?.of(config.id, tools).get(key)?.state === 'suspended');
  return { serverId: config.id, serverName: config.name, isEnabled: config.isEnabled, tools, prompts, resources, templates, generation, isOff };
}
