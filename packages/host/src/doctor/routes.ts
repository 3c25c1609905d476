/** What windows, and the command line, may ask of the doctor. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { HandlersFor } from '@portolan/contract/contract';
import type { doctor } from '@portolan/contract/doctor';
import { HostError } from '@portolan/contract/errors';
import type { PreferredFolder } from '../servers/launch/preferred-folder.ts';
import type { SearchPath } from '../servers/launch/search-path.ts';
import type { Doctor } from './doctor.ts';

export interface DoctorRouteDeps {
  doctor: Doctor;
  preferred: PreferredFolder;
  searchPath: SearchPath;
}

export function doctorRoutes(deps: DoctorRouteDeps): HandlersFor<typeof doctor> {
  return {
    'doctor/run': ({ serverId }, { signal }) => deps.doctor.run(signal, serverId),
    'doctor/useFolder': async ({ folder }) => {
      if (folder !== null && !(path.isAbsolute(folder) && (await isFolder(folder)))) throw new HostError('invalid-input', { subject: folder.slice(0, 300), reason: 'folder' });
      deps.preferred.set(folder);
      deps.searchPath.forget();
      return {};
    },
  };
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
