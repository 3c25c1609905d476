/** Where keys and tokens are kept. */
import type { DoctorFinding } from '@portolan/contract/doctor';
import { finding } from '../check.ts';
import type { Check, SecretsPlace } from '../check.ts';

const findings: Record<SecretsPlace['kind'], Pick<DoctorFinding, 'code' | 'level'>> = {
  keyring: { code: 'secrets-keyring', level: 'ok' },
  passphrase: { code: 'secrets-passphrase', level: 'ok' },
  file: { code: 'secrets-file', level: 'info' },
  memory: { code: 'secrets-memory', level: 'warn' },
  unavailable: { code: 'secrets-unavailable', level: 'error' },
};

export const secretsCheck: Check = {
  name: 'secrets',
  run: async ({ secrets }) => {
    const { kind, name, message = '' } = await secrets();
    return [finding({ id: 'secrets', area: 'secrets', ...findings[kind], details: { name, message } })];
  },
};
