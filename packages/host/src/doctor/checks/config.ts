/** The configuration file as it lies on the disk. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { HostError } from '@portolan/contract/errors';
import { readText } from '../../config/disk.ts';
import { JsoncError } from '../../config/jsonc-tree.ts';
import { readConfig } from '../../config/read-config.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

// More entries than this are not told one by one.
const mostIssues = 20;

export const configCheck: Check = {
  name: 'config',
  run: async ({ configPath: file }) => {
    const id = 'config';
    try {
      const text = await readText(file);
      if (text === null) return [finding({ id, area: 'storage', level: 'ok', code: 'config-good', details: { file, count: 0 } })];
      // Only its form is looked at: no review is taken from here, so the key of the seals is of no matter.
      const { state, issues } = readConfig(text, Buffer.alloc(32));
      if (issues.length > 0) {
        return issues.slice(0, mostIssues).map(({ entry, reason, field, line, column }, at) => {
          const { problem } = new HostError('config-broken', { file, line, column, reason, field, server: entry });
          return finding({ id: at === 0 ? id : `${id}-${at}`, area: 'storage', level: 'error', code: 'config-broken', details: { file, line, reason }, problem });
        });
      }
      await access(file, constants.W_OK);
      return [finding({ id, area: 'storage', level: 'ok', code: 'config-good', details: { file, count: state.servers.length } })];
    } catch (error) {
      if (!(error instanceof JsoncError)) return [finding({ id, area: 'storage', level: 'warn', code: 'config-not-writable', details: { file } })];
      const { line, column, reason } = error;
      const { problem } = new HostError('config-broken', { file, line, column, reason });
      return [finding({ id, area: 'storage', level: 'error', code: 'config-broken', details: { file, line, reason }, problem })];
    }
  },
};
