/** The database of conversations. A large one is checked by the host itself, beside its work; here only what is quick. */
import { stat } from 'node:fs/promises';
import { isSound } from '../../storage/recovery.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

/** Checking reads every page: about half a second for this many bytes. */
const quickBytes = 32 * 1024 * 1024;

export const databaseCheck: Check = {
  name: 'database',
  run: async ({ database }) => {
    const { file, isReadOnly } = database();
    const id = 'database';
    if (isReadOnly) return [finding({ id, area: 'storage', level: 'error', code: 'database-read-only', details: { file } })];
    const { size } = await stat(file);
    if (size <= quickBytes && !isSound(file)) return [finding({ id, area: 'storage', level: 'error', code: 'database-damaged', details: { file } })];
    return [finding({ id, area: 'storage', level: 'ok', code: 'database-good', details: { file, size } })];
  },
};
