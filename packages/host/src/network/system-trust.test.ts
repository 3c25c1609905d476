import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const trust = fileURLToPath(new URL('system-trust.ts', import.meta.url));

/** An authority of our own, and a server on this computer that has its certificate from it. */
async function privateServer(): Promise<{ authority: string; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-trust-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '1', '-subj', '/CN=Private authority', '-addext', 'basicConstraints=critical,CA:TRUE');
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  openssl('x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-out', file('server.pem'), '-days', '1', '-extfile', file('names'));
  const server = createServer({ key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) }, (_request, response) => response.end('private'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { authority: file('ca.pem'), url: `https://localhost:${(server.address() as AddressInfo).port}/` };
}

describe.skipIf(process.platform !== 'linux')('the authorities of this computer', () => {
  it('are trusted once the host has started, and were not before (S20, R47)', async () => {
    const { authority, url } = await privateServer();
    const ask = async (prepare: string): Promise<string> => {
      const code = `${prepare}; const { request } = await import('undici'); try { const { body } = await request('${url}'); console.log(await body.text()) } catch (error) { console.log(error.code) }`;
      // OpenSSL finds the system's store where this variable points: the store of a computer that was given our authority.
      const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], { env: { ...process.env, SSL_CERT_FILE: authority, NODE_EXTRA_CA_CERTS: '' }, cwd: fileURLToPath(new URL('../../../mcp-client', import.meta.url)) });
      return stdout.trim();
    };
    expect(await ask('')).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED/);
    expect(await ask(`(await import('${trust}')).trustSystemCertificates()`)).toBe('private');
  });
});
