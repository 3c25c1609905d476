/** Whether connections trust what this computer trusts, and whether certificate files that are named can be read (S20). */
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { certificateNames } from '../../servers/launch/environment.ts';
import { variable } from '../../servers/launch/platform.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const certificatesCheck: Check = {
  name: 'certificates',
  run: async ({ launch: { platform }, network }) => {
    const named: { name: string; file: string; problem: string | null }[] = [];
    for (const name of certificateNames) {
      const file = variable(platform, name);
      // The folder and the switch among them are no files.
      if (file === undefined || file === '' || name === 'SSL_CERT_DIR' || name === 'NODE_USE_SYSTEM_CA') continue;
      named.push({ name, file, problem: await problemOf(file) });
    }
    for (const { source, file, problem } of (await network?.())?.certificateFiles ?? []) if (source !== 'environment') named.push({ name: source === 'settings' ? 'Portolan' : 'NODE_EXTRA_CA_CERTS', file, problem });
    const unreadable = named.filter((each) => each.problem !== null);
    return [
      finding({ id: 'certificates', area: 'network', level: 'ok', code: 'certificates-system', details: { count: getCACertificates('default').length } }),
      ...unreadable.map(({ name, file, problem }) => finding({ id: `certificates:${name}`, area: 'network', level: 'warn', code: 'certificates-unreadable', details: { name, file, message: problem ?? '' } })),
      ...named.filter((each) => each.problem === null).map(({ name, file }) => finding({ id: `certificates:${name}`, area: 'network', level: 'ok', code: 'certificates-extra', details: { name, file } })),
    ];
  },
};

async function problemOf(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'latin1')).includes('-----BEGIN CERTIFICATE-----') ? null : 'PEM?';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
  }
}
