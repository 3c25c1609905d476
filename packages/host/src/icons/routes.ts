/** The part of the contract about icons. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { icons as iconsContract, IconOwner } from '@portolan/contract/icons';
import type { Icon } from '@portolan/mcp-client/data';
import type { Connector } from '../servers/connector.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Icons } from './icons.ts';

export interface IconRouteDeps {
  icons: Icons;
  supervisor: Pick<Supervisor, 'find'>;
}

export function iconRoutes({ icons, supervisor }: IconRouteDeps): HandlersFor<typeof iconsContract> {
  return {
    'icons/get': async ({ serverId, of, theme, pixels }, { signal }) => {
      const connector = supervisor.find(serverId);
      // Nothing is fetched for a server nobody has said yes to, and no server is started for a picture.
      if (connector?.isReviewed !== true) return { picture: null };
      const { launch } = connector.config;
      return { picture: await icons.get(iconsOf(connector, of), { serverId, serverUrl: launch.kind === 'http' ? launch.url : null, theme, pixels }, signal) };
    },
  };
}

function iconsOf(connector: Connector, of: IconOwner): readonly Icon[] {
  const { connection, remembered } = connector;
  const lists = connection?.lists;
  switch (of.kind) {
    case 'server':
      return (connection?.client.server ?? remembered?.info)?.icons ?? [];
    case 'tool':
      return (lists?.tools.items ?? remembered?.tools)?.find(({ name }) => name === of.name)?.icons ?? [];
    case 'prompt':
      return (lists?.prompts.items ?? remembered?.prompts)?.find(({ name }) => name === of.name)?.icons ?? [];
    case 'resource':
      return (lists?.resources.items ?? remembered?.resources)?.find(({ uri }) => uri === of.uri)?.icons ?? [];
    case 'template':
      return (lists?.templates.items ?? remembered?.templates)?.find(({ uriTemplate }) => uriTemplate === of.uriTemplate)?.icons ?? [];
  }
}
