/** What Amazon's services want beside an address: a region, and requests that are signed (Signature Version 4). */
import type { AwsKeys } from '@portolan/contract/providers';
import { HostError } from '@portolan/contract/errors';

const runtimeHost = /^bedrock-runtime(-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d{1,2})\.(amazonaws\.com(?:\.cn)?)$/;

/** The region of an address, or the one that was given beside it. Throws `invalid-input` where there is neither. */
export function awsRegion(baseUrl: string, region: string | undefined): string {
  const found = region ?? runtimeHost.exec(new URL(baseUrl).hostname)?.[2];
  if (found === undefined) throw new HostError('invalid-input', { where: 'region' });
  return found;
}

/**
 * Where the models of a region are listed: Amazon answers that at a second address beside the one of the models, which is made
 * from it and from nothing a person wrote. At an address of another kind it is asked there.
 */
export function bedrockListAddress(baseUrl: string): string {
  const [, fips = '', region, domain] = runtimeHost.exec(new URL(baseUrl).hostname) ?? [];
  return region === undefined || domain === undefined ? baseUrl : `https://bedrock${fips}.${region}.${domain}`;
}

/** Headers of a signed GET. Loads the signer. */
export async function signedHeaders(url: string, keys: AwsKeys, region: string): Promise<Record<string, string>> {
  const { AwsV4Signer } = await import('aws4fetch');
  const { headers } = await new AwsV4Signer({ url, method: 'GET', accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey, ...(keys.sessionToken === undefined ? {} : { sessionToken: keys.sessionToken }), region, service: 'bedrock' }).sign();
  return Object.fromEntries(headers);
}
