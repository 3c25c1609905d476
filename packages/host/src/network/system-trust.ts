/**
 * Trusts what this computer trusts: the authorities of its own store, which a company's proxy or a private server needs,
 * beside those that come with Node (S20). `NODE_EXTRA_CA_CERTS` is read by Node itself.
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** For every connection of this process from now on. Where the system's store can't be read, nothing changes. */
export function trustSystemCertificates(): void {
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  } catch {
    // A runtime without that store: the authorities that come with it are still trusted.
  }
}
