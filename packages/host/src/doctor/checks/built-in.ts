/** The servers that come with Portolan run on a Node of this computer: without one they are there and do not start. */
import { findCommand } from '../../servers/launch/find-command.ts';
import { builtInOf } from '../../servers/launch/built-in.ts';
import { nodeFallback } from '../../servers/launch/node-fallback.ts';
import { variable } from '../../servers/launch/platform.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';
import { installHelp } from '../install-help.ts';

export const builtInCheck: Check = {
  name: 'built-in',
  run: async ({ servers, launch: { platform, searchPath } }) => {
    const builtIn = servers().filter(({ launch }) => launch.kind === 'stdio' && builtInOf(launch) !== null);
    if (builtIn.length === 0 || nodeFallback('node', platform) !== undefined) return [];
    const folders = await searchPath.folders();
    const found = await findCommand('node', { os: platform.os, folders, cwd: platform.home, pathExt: variable(platform, 'PATHEXT') });
    if (found.kind === 'found') return [];
    const level = builtIn.some(({ isEnabled }) => isEnabled) ? 'error' : 'info';
    return [finding({ id: 'built-in', area: 'servers', level, code: 'built-in-needs-node', details: { servers: builtIn.map(({ name }) => name), folders: [...folders] }, fixes: installHelp('node', platform) })];
  },
};
