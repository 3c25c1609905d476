/** Servers of other programs: the handlers of the contract. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { otherApps } from '@portolan/contract/other-apps';
import type { ConfigFile } from '../config-file.ts';
import type { Mask } from '../config-history.ts';
import type { Surroundings } from './app-table.ts';
import { exportTargets, exportText, previewExport, writeExport } from './export-files.ts';
import { addImports, findImports, findInFolder } from './import-routes.ts';
import type { ImportDeps } from './import-routes.ts';
import { ProjectFiles } from './project-files.ts';

export interface OtherAppsDeps {
  config: ConfigFile;
  around: Surroundings;
  mask: Mask;
  /** What the secret store keeps for a server. */
  secretOf: (id: ServerId, name: string) => Promise<string | undefined>;
  keepSecrets: ImportDeps['keepSecrets'];
  /** Where bundles are kept. */
  bundlesFolder?: string;
}

export function otherAppsRoutes({ config, around, mask, secretOf, keepSecrets, bundlesFolder }: OtherAppsDeps): HandlersFor<typeof otherApps> {
  const serverOf = (id: ServerId) => {
    const server = config.current().servers.find((each) => each.id === id);
    if (!server) throw new HostError('server-unknown', { server: id });
    return server;
  };
  const projects = new ProjectFiles(around);
  const deps = { around, mask, secretOf, serverOf, ...(bundlesFolder === undefined ? {} : { bundlesFolder }) };
  return {
    'imports/find': () => findImports({ config, around, secretOf }),
    'imports/findInFolder': ({ folder }) => findInFolder({ config, projects, secretOf }, folder),
    'imports/add': (input) => addImports({ config, around, projects, keepSecrets }, input),
    'exports/targets': async () => ({ targets: await exportTargets(deps) }),
    'exports/preview': (input) => previewExport(deps, input),
    'exports/write': (input) => writeExport(deps, input),
    'exports/text': async (input) => ({ text: await exportText(deps, input) }),
  };
}
