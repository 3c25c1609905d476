/** What the person lets one server ask: `servers/setAsks`, `servers/setRoots`, `servers/changeRoots`, `servers/letAsk`. */
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
      const checked = roots === null ? null : await checkedPaths(roots);
      await config.updateServer(serverId, ({ care: { roots: before = [], ...care } = {} }) => ({ care: { ...care, ...(checked === null || roots === null ? {} : { roots: rootsOf(roots, before, checked) }) } }));
      return toServerView(supervisor.get(serverId), flagsOf);
    },
    'servers/changeRoots': async ({ serverId, add, remove }) => {
      const checked = await checkedPaths(add === undefined ? [] : [add]);
      await config.updateServer(serverId, ({ care = {} }) => {
        const { roots } = care;
        // Switched off meanwhile: it is not told of any.
        if (roots === undefined) return {};
        return { care: { ...care, roots: rootsOf([...roots.filter((path) => path !== remove), ...(add === undefined ? [] : [add])], roots, checked) } };
      });
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

/** Where each is found to be; null for what is no folder. */
async function checkedPaths(paths: readonly string[]): Promise<Map<string, string | null>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, (await checkRoot(path)).path] as const)));
}

/** What was chosen before is not looked at anew: a link put in its place since then would be followed to where nobody looked (F07). */
function rootsOf(wanted: readonly string[], before: readonly string[], checked: ReadonlyMap<string, string | null>): string[] {
  const kept = wanted.flatMap((path) => (before.includes(path) ? [path] : [checked.get(path) ?? null]));
  return [...new Set(kept.flatMap((path) => (path === null ? [] : [path])))].slice(0, mostRoots);
}

const mostRoots = 100;
