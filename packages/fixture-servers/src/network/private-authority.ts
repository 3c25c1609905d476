/** A certificate authority of nobody's store, made anew, and a certificate of it for names a test needs. Wants `openssl`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PrivateAuthority {
  /** PEM file of the authority's certificate. */
  file: string;
  /** The same as text. */
  pem: string;
  /** For a server that is to be all of these names. */
  server: { key: string; cert: string };
  /** Takes the files away. */
  remove(): void;
}

export function makePrivateAuthority(names: readonly string[]): PrivateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-authority-'));
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...curve, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '2', '-subj', '/CN=Office authority', '-addext', 'basicConstraints=critical,CA:TRUE');
  openssl('req', ...curve, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', `/CN=${names[0] ?? 'localhost'}`);
  writeFileSync(file('names'), `subjectAltName=${names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',')}`);
  openssl('x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-out', file('server.pem'), '-days', '2', '-extfile', file('names'));
  return {
    file: file('ca.pem'),
    pem: readFileSync(file('ca.pem'), 'utf8'),
    server: { key: readFileSync(file('server.key'), 'utf8'), cert: readFileSync(file('server.pem'), 'utf8') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
