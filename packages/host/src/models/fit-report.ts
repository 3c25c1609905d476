/** The report of a tool: what each kind of model is given of it, what had to be changed and why (C14). */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { ProviderKind } from '@portolan/contract/providers';
import type { FitReport, toolFit } from '@portolan/contract/tool-fit';
import type { ServersService } from '../servers/service.ts';
import { modelToolName } from './names.ts';
import { kindLabel } from './provider-kinds.ts';
import { changesOf } from './schema/change-log.ts';
import { fitTool } from './tools.ts';
import type { ToolDefinition } from './tools.ts';

/** Kinds with the same outcome are one, in the order in which they are known. */
export function fitReports(serverName: string, tool: ToolDefinition): FitReport[] {
  const reports = new Map<string, FitReport>();
  for (const kind of ProviderKind.options) {
    const { excluded, changes, log } = fitTool(serverName, tool, kind);
    const said = changesOf(log, changes);
    const key = JSON.stringify([excluded, said]);
    const known = reports.get(key);
    if (known === undefined) reports.set(key, { kinds: [kind], labels: [kindLabel(kind)], excluded, changes: said });
    else {
      known.kinds.push(kind);
      known.labels.push(kindLabel(kind));
    }
  }
  return [...reports.values()];
}

export function fitRoutes({ servers, refusalsOf }: { servers: Pick<ServersService, 'toolViews'>; refusalsOf: (modelName: string) => string[] }): HandlersFor<typeof toolFit> {
  return {
    'tools/fit': async ({ serverId, tool: name }) => {
      const { connector, tools } = await servers.toolViews(serverId);
      const serverName = connector.config.name;
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new HostError('tool-unknown', { server: serverName, tool: name });
      const modelName = modelToolName(serverName, tool.name);
      return { name: modelName, reports: fitReports(serverName, tool), refused: refusalsOf(modelName) };
    },
  };
}
