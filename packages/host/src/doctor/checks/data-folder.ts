/** The folder where everything is kept: writable, for nobody else to read, with room left. */
import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

/** With less than this free (bytes) databases and downloads begin to fail. */
const littleRoom = 200 * 1024 * 1024;

export const dataFolderCheck: Check = {
  name: 'data-folder',
  run: async ({ dataDir, launch: { platform } }) => {
    const id = 'data-folder';
    const probe = path.join(dataDir, `.probe-${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(probe, '', { mode: 0o600 });
    } catch (error) {
      return [finding({ id, area: 'storage', level: 'error', code: 'data-folder-not-writable', details: { folder: dataDir, reason: error instanceof Error && 'code' in error ? String(error.code) : '' } })];
    } finally {
      await rm(probe, { force: true });
    }
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free < littleRoom) return [finding({ id, area: 'storage', level: 'warn', code: 'disk-low', details: { folder: dataDir, free } })];
    const isOpen = platform.os !== 'win32' && ((await stat(dataDir)).mode & 0o077) !== 0;
    if (isOpen) return [finding({ id, area: 'storage', level: 'warn', code: 'data-folder-open-to-others', details: { folder: dataDir }, fixes: [{ kind: 'copy-command', command: `chmod 700 '${dataDir.replaceAll("'", "'\\''")}'` }] })];
    return [finding({ id, area: 'storage', level: 'ok', code: 'data-folder-good', details: { folder: dataDir, free } })];
  },
};
