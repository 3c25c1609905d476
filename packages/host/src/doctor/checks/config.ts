/** The configuration file as it lies on the disk. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { HostError } from '@portolan/contract/errors';
import { readText } from '../../config/disk.ts';
import { JsoncError } from '../../config/jsonc-tree.ts';
import { readConfig } from '../../config/read-config.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const configCheck: Check = {
  name: 'config',
  run: async ({ configPath: file }) => {
    const id = 'config';
    try {
      const text = await readText(file);
      if (text === null) return [finding({ id, area: 'storage', level: 'ok', code: 'config-good', details: { file, count: 0 } })];
      // Only its form is looked at: no review is taken from here, so the key of the seals is of no matter.
      const { state, issues } = readConfig(text, Buffer.alloc(32));
      const [first] = issues;
      if (first !== undefined) {
        const { problem } = new HostError('config-broken', { file, line: first.line, column: first.column, reason: first.reason, server: first.entry });
        return [finding({ id, area: 'storage', level: 'warn', code: 'config-broken', details: { file, line: first.line, reason: first.reason }, problem })];
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
