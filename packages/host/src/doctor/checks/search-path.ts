/** Where programs are looked for, and whether a folder the person preferred is still there. */
import { existsSync } from 'node:fs';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const searchPathCheck: Check = {
  name: 'path',
  run: async ({ launch: { platform, searchPath }, preferred }) => {
    const folders = await searchPath.folders();
    const isBare = !searchPath.isFromTerminal && searchPath.own().every((folder) => /^\/(usr\/)?s?bin$/.test(folder.slice(platform.root?.length ?? 0)));
    const findings = [finding({ id: 'path', area: 'environment', level: isBare ? 'info' : 'ok', code: isBare ? 'path-bare' : 'path-complete', details: { folders } })];
    const { current } = preferred;
    if (current !== null) {
      const isThere = existsSync(current);
      findings.push(finding({ id: 'preferred-folder', area: 'environment', level: isThere ? 'info' : 'warn', code: isThere ? 'folder-preferred' : 'folder-preferred-gone', details: { folder: current } }));
    }
    return findings;
  },
};
