/** What can be told of a policy before anything is started with it. */
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { expandHome } from '../launch/expand.ts';
import type { Platform } from '../launch/platform.ts';

/** @throws {HostError} `sandbox-bad-folder` for a path that is relative, climbs, is the whole computer, or holds characters nobody can see */
export function checkPolicy({ folders }: SandboxPolicy, server: string, platform: Platform): void {
  for (const { path: text } of folders) {
    const place = expandHome(text, platform);
    const isPlain = path.isAbsolute(place) && !place.split(/[\\/]/).includes('..') && !/\p{Cc}/u.test(place);
    if (isPlain && path.resolve(place) === path.parse(place).root) throw new HostError('sandbox-bad-folder', { server, folder: text, reason: 'everything' });
    if (!isPlain) throw new HostError('sandbox-bad-folder', { server, folder: text, reason: 'relative' });
  }
}
