/** What the person lets one server ask: `servers/setAsks`, `servers/setRoots`, `servers/letAsk`. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { serverAsks } from '@portolan/contract/server-asks';
import type { ConfigStore } from '../ports.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { toServerView } from '../servers/views/server-view.ts';
import type { LaunchFlags } from '../servers/views/server-view.ts';
import type { Asks } from './asks.ts';
import { checkRoot } from './roots.ts';

export interface AskRouteDeps {
  config: ConfigStore;
  supervisor: Supervisor;
  asks: Asks;
  flagsOf: LaunchFlags;
}

export function askRoutes({ config, supervisor, asks, flagsOf }: AskRouteDeps): HandlersFor<typeof serverAsks> {
  return {
    'servers/setAsks': async ({ serverId, elicitation, sampling }) => {
      const said = { ...(elicitation === undefined ? {} : { elicitation }), ...(sampling === undefined ? {} : { sampling }) };
      await config.updateServer(serverId, ({ care = {} }) => ({ care: { ...care, ...said } }));
      return toServerView(supervisor.get(serverId), flagsOf);
    },
    'servers/setRoots': async ({ serverId, roots }) => {
      const checked = roots === null ? null : await Promise.all(roots.map(checkRoot));
      const kept = checked === null ? null : [...new Set(checked.flatMap(({ path }) => (path === null ? [] : [path])))];
      await config.updateServer(serverId, ({ care: { roots: _before, ...care } = {} }) => ({ care: { ...care, ...(kept === null ? {} : { roots: kept }) } }));
      return toServerView(supervisor.get(serverId), flagsOf);
    },
    'servers/checkRoot': ({ path }) => checkRoot(path),
    'servers/letAsk': ({ serverId }) => {
      const connector = supervisor.get(serverId);
      asks.letAsk(serverId);
      connector.asksChanged();
      return toServerView(connector, flagsOf);
    },
  };
}
