/** Certificates of private authorities from files, trusted besides those of this computer by every connection of this process (S20). */
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CertificateFile } from '@portolan/contract/network';

// The store of a whole system is a quarter of a megabyte.
const maxBytes = 8 * 1024 * 1024;

export type NamedFile = Pick<CertificateFile, 'source' | 'file'>;

/** One store for the process: the last word counts. */
export class Trust {
  #base: readonly string[] | null = null;
  #turn = 0;
  #files: CertificateFile[] = [];

  get files(): readonly CertificateFile[] {
    return this.#files;
  }

  /** How many authorities are trusted in all. */
  get count(): number {
    return getCACertificates('default').length;
  }

  /** From the next connection on. A file that cannot be used adds nothing, and is told by `files`. */
  async use(files: readonly NamedFile[]): Promise<void> {
    const turn = ++this.#turn;
    const read = await Promise.all(files.map(readCertificates));
    // A later choice is already under way.
    if (turn !== this.#turn) return;
    this.#files = read.map(({ view }) => view);
    const more = read.flatMap(({ certificates }) => certificates);
    if (more.length === 0 && this.#base === null) return;
    this.#base ??= getCACertificates('default');
    setDefaultCACertificates([...new Set([...this.#base, ...more])]);
  }
}

/** What a file adds. Never rejects. */
export async function readCertificates({ source, file }: NamedFile): Promise<{ view: CertificateFile; certificates: string[] }> {
  const failed = (problem: CertificateFile['problem']) => ({ view: { source, file, count: 0, problem }, certificates: [] });
  let text: string;
  try {
    const found = await stat(file);
    if (!found.isFile()) return failed('not-readable');
    if (found.size > maxBytes) return failed('too-large');
    text = await readFile(file, 'latin1');
  } catch (error) {
    return failed(error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'not-readable');
  }
  const certificates = (text.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? []).filter(isCertificate);
  return certificates.length === 0 ? failed('no-certificates') : { view: { source, file, count: certificates.length, problem: null }, certificates };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
