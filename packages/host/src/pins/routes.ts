/** The part of the contract about pinned definitions. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { pins as pinsContract } from '@portolan/contract/pins';
import type { ProviderKind } from '@portolan/contract/providers';
import { countHiddenCharacters } from '../hidden-characters.ts';
import { sentDefinition } from '../models/tools.ts';
import type { ServersService } from '../servers/service.ts';
import { pinChanges } from './pin-changes.ts';
import { fingerprint } from './pinned-definition.ts';
import type { Pins } from './pins.ts';

export interface PinRouteDeps {
  pins: Pins;
  servers: Pick<ServersService, 'tool' | 'failures' | 'serverName'>;
  /** The kind of model that is in use: what it reads is what is shown. */
  kind: () => ProviderKind;
}

export function pinRoutes({ pins, servers, kind }: PinRouteDeps): HandlersFor<typeof pinsContract> {
  return {
    'pins/changes': ({ serverId }) => pinChanges(pins, serverId),
    'pins/accept': ({ serverId, tools }) => {
      pins.accept(serverId, tools);
      return {};
    },
    'pins/keepOff': ({ serverId, tools }) => {
      pins.keepOff(serverId, tools);
      return {};
    },
    'pins/acceptPackage': ({ serverId, version, integrity }) => {
      pins.acceptPackage(serverId, { version, integrity });
      return {};
    },
    'pins/acknowledge': ({ serverId }) => {
      pins.acknowledge(serverId);
      return {};
    },
    'pins/definition': ({ serverId, tool: name }) => {
      const tool = servers.tool(serverId, name);
      if (tool === null) throw new HostError('tool-unknown', { server: servers.serverName(serverId) ?? serverId, tool: name });
      const { raw } = tool.view;
      return {
        raw,
        sent: sentDefinition(tool.serverName, tool, kind()),
        hidden: countHiddenCharacters(fingerprint(raw).definition),
        lastFailure: servers.failures.of(serverId, name),
      };
    },
  };
}
