/**
 * Who signed a bundle, if anybody: the signature is checked over the archive's own bytes, and the certificate against the
 * authorities this computer trusts (MCPB signing; CMS, RFC 5652; paths, RFC 5280). Nothing is asked of the network, so that
 * a certificate that was called back is not noticed.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { getCACertificates } from 'node:tls';
import type { BundleSignature } from '@portolan/contract/bundles';
import type { Certificate, SignedData, SignerInfo } from 'pkijs';
import { refuseBundle } from './refusal.ts';
import type { SignaturePart } from './signature-block.ts';

export interface SignatureContext {
  /** Authorities, as PEM; those of the system where left out. */
  roots?: readonly string[];
  now?: Date;
}

/** Signatures are a few kilobytes, and a chain is short; more is made to keep us busy. */
const limits = { block: 100_000, certificates: 8, text: 200, rsaBits: 2048 };
const oid = { signedData: '1.2.840.113549.1.7.2', data: '1.2.840.113549.1.7.1', contentType: '1.2.840.113549.1.9.3', messageDigest: '1.2.840.113549.1.9.4', codeSigning: '1.3.6.1.5.5.7.3.3', commonName: '2.5.4.3', organization: '2.5.4.10' };
const digests: Record<string, string> = { '2.16.840.1.101.3.4.2.1': 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384', '2.16.840.1.101.3.4.2.3': 'sha512' };
/** RSA (PKCS #1 v1.5) and ECDSA, by the key alone or with one of the digests. */
const schemes = /^1\.2\.840\.113549\.1\.1\.(?:1|11|12|13)$|^1\.2\.840\.10045\.(?:2\.1|4\.3\.[234])$/;

/** Refuses the bundle when its signature is not one of these bytes: somebody changed them, or it was never theirs. */
export async function checkSignature(file: string, part: SignaturePart | null, { roots, now = new Date() }: SignatureContext = {}): Promise<BundleSignature> {
  if (part === null) return { state: 'none' };
  const signed = await read(part.der);
  const [signer] = signed.data.signerInfos;
  if (signer === undefined || signed.data.signerInfos.length !== 1) refuseBundle('signature');
  const certificate = signed.certificates.find((each) => isOf(signer, each));
  if (certificate === undefined) refuseBundle('signature');
  const { x509, key } = opened(certificate);
  const who = { publisher: nameIn(certificate, 'subject'), issuer: nameIn(certificate, 'issuer'), fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(), validTo: certificate.notAfter.value.getTime() };
  const digest = digests[signer.digestAlgorithm.algorithmId];
  // What we can't compute proves nothing, in either direction.
  if (digest === undefined || !schemes.test(signer.signatureAlgorithm.algorithmId) || isWeak(key) || signer.signedAttrs === undefined) return { state: 'unknown', ...who };
  const bytes = Buffer.from(signer.signedAttrs.encodedValue);
  const isSigned = attribute(signer, oid.contentType)?.toString() === oid.data && verify(digest, bytes, { key, dsaEncoding: 'der' }, Buffer.from(signer.signature.valueBlock.valueHexView));
  const promised = attribute(signer, oid.messageDigest);
  if (!isSigned || !Buffer.isBuffer(promised) || !promised.equals(await digestOf(file, part, digest))) refuseBundle('signature');
  return { state: await trustOf(certificate, x509, signed.certificates, { roots: roots ?? systemRoots(), now }), ...who };
}

async function read(der: Buffer): Promise<{ data: SignedData; certificates: Certificate[] }> {
  if (der.length > limits.block) refuseBundle('signature');
  // Loaded when a bundle carries one.
  const pki = await import('pkijs');
  try {
    const content = pki.ContentInfo.fromBER(der);
    if (content.contentType !== oid.signedData) refuseBundle('signature');
    const data = new pki.SignedData({ schema: content.content });
    const certificates = (data.certificates ?? []).filter((each) => each instanceof pki.Certificate);
    if (certificates.length > limits.certificates) refuseBundle('signature');
    return { data, certificates };
  } catch (error) {
    return refuseBundle('signature', '', error);
  }
}

/** As Node reads it. Refuses the bundle when that is no certificate, or has no key. */
function opened(certificate: Certificate): { x509: X509Certificate; key: KeyObject } {
  try {
    const x509 = new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
    return { x509, key: x509.publicKey };
  } catch (error) {
    return refuseBundle('signature', '', error);
  }
}

/** The signer is named by issuer and number, as MCPB's tools do. */
function isOf({ sid }: SignerInfo, certificate: Certificate): boolean {
  const named: unknown = sid;
  if (typeof named !== 'object' || named === null || !('issuer' in named) || !('serialNumber' in named)) return false;
  const { issuer, serialNumber } = named as Pick<Certificate, 'issuer' | 'serialNumber'>;
  return certificate.issuer.isEqual(issuer) && certificate.serialNumber.isEqual(serialNumber);
}

/** The one value of the one attribute of this kind: a digest as bytes, a kind as its number in dots. */
function attribute({ signedAttrs }: SignerInfo, type: string): Buffer | string | null {
  const found = signedAttrs?.attributes.filter((each) => each.type === type) ?? [];
  const values: unknown[] = found.length === 1 ? (found[0]?.values ?? []) : [];
  const block: unknown = values.length === 1 && typeof values[0] === 'object' && values[0] !== null ? Reflect.get(values[0], 'valueBlock') : null;
  if (typeof block !== 'object' || block === null) return null;
  const bytes: unknown = Reflect.get(block, 'valueHexView');
  if (type === oid.messageDigest) return bytes instanceof Uint8Array ? Buffer.from(bytes) : null;
  const say: unknown = Reflect.get(block, 'toString');
  const said: unknown = typeof say === 'function' ? Reflect.apply(say, block, []) : null;
  return typeof said === 'string' ? said : null;
}

async function digestOf(file: string, { signedSize, comment }: SignaturePart, digest: string): Promise<Buffer> {
  const hash = createHash(digest);
  let at = 0;
  for await (const chunk of createReadStream(file, { end: signedSize - 1 }) as AsyncIterable<Buffer>) {
    if (comment !== null) for (const [index, byte] of [comment.length & 0xff, comment.length >> 8].entries()) if (comment.at + index >= at && comment.at + index < at + chunk.length) chunk[comment.at + index - at] = byte;
    hash.update(chunk);
    at += chunk.length;
  }
  return hash.digest();
}

function isWeak({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec') return false;
  return asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < limits.rsaBits;
}

async function trustOf(leaf: Certificate, x509: X509Certificate, certificates: readonly Certificate[], { roots, now }: Required<SignatureContext>): Promise<'valid' | 'self-signed' | 'untrusted' | 'expired'> {
  if (now > leaf.notAfter.value || now < leaf.notBefore.value) return 'expired';
  if (x509.checkIssued(x509) && x509.verify(x509.publicKey)) return 'self-signed';
  // Node calls the extended usages so. One without them, or for web sites, says nothing of programs.
  if (!(x509.keyUsage as string[] | undefined)?.includes(oid.codeSigning)) return 'untrusted';
  const pki = await import('pkijs');
  // Of a hundred and more only those that are named: finding a path among all takes seconds.
  const issuers = new Set(certificates.map((each) => opened(each).x509.issuer));
  const trustedCerts = roots.flatMap((pem) => {
    try {
      const root = new X509Certificate(pem);
      return issuers.has(root.subject) ? [pki.Certificate.fromBER(root.raw)] : [];
    } catch {
      return [];
    }
  });
  if (trustedCerts.length === 0) return 'untrusted';
  const engine = new pki.CertificateChainValidationEngine({ trustedCerts, certs: [...certificates.filter((each) => each !== leaf), leaf], checkDate: now });
  return (await engine.verify().catch(() => ({ result: false }))).result ? 'valid' : 'untrusted';
}

function systemRoots(): readonly string[] {
  // An Electron whose Node is older has no such list; then nobody is trusted.
  return typeof getCACertificates === 'function' ? [...getCACertificates('system'), ...getCACertificates('extra')] : [];
}

/** What the certificate calls somebody; its own words. */
function nameIn(certificate: Certificate, of: 'subject' | 'issuer'): string {
  for (const wanted of [oid.commonName, oid.organization]) {
    const found = certificate[of].typesAndValues.find(({ type }) => type === wanted);
    const text: unknown = found?.value.valueBlock.value;
    if (typeof text === 'string' && text.trim() !== '') return text.trim().slice(0, limits.text);
  }
  return '';
}
