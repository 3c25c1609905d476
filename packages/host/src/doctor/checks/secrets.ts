/** Where keys and tokens are kept. */
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const secretsCheck: Check = {
  name: 'secrets',
  run: async ({ secrets }) => {
    const { kind, name, message = '' } = await secrets();
    const id = 'secrets';
    if (kind === 'keyring') return [finding({ id, area: 'secrets', level: 'ok', code: 'secrets-keyring', details: { name } })];
    if (kind === 'file') return [finding({ id, area: 'secrets', level: 'info', code: 'secrets-file', details: { name, message } })];
    return [finding({ id, area: 'secrets', level: 'error', code: 'secrets-unavailable', details: { name, message } })];
  },
};
