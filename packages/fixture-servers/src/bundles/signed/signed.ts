/**
 * Bundles signed by MCPB's own tool (`mcpb sign` 2.1.2), with certificates made for it and keys thrown away: by the signer
 * alone, by one whom the test authority knows, by a web site's certificate, and by one who signed for himself in the name of
 * another. All hold the same archive.
 */
import { readFileSync } from 'node:fs';

export const signedBundles = ['self-signed', 'by-authority', 'by-web-site', 'by-no-authority'] as const;

export function signedBundle(name: (typeof signedBundles)[number]): Buffer {
  return readFileSync(new URL(`${name}.mcpb`, import.meta.url));
}

/** Of the test authority, as PEM. */
export function testRoot(): string {
  return readFileSync(new URL('root.pem', import.meta.url), 'utf8');
}
