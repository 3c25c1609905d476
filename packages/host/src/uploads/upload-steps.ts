/** The steps of an upload, as the contract has them for each kind of file. */
import { HostError } from '@portolan/contract/errors';
import type { Staging } from './staging.ts';

export async function beginUpload(staging: Staging, { fileName, bytes }: { fileName: string; bytes: number }): Promise<{ stagedId: string }> {
  return { stagedId: (await staging.begin(fileName, bytes)).id };
}

/** @throws {HostError} `invalid-input` for what is no base64 or does not follow what came before */
export async function appendUpload(staging: Staging, { stagedId, offset, data }: { stagedId: string; offset: number; data: string }): Promise<{ received: number }> {
  const chunk = Buffer.from(data, 'base64');
  // The decoder skips what is no base64; then it would not be the file.
  if (chunk.toString('base64') !== data) throw new HostError('invalid-input', { where: 'data' });
  return { received: await staging.append(stagedId, offset, chunk) };
}
