import { HostError } from '@portolan/contract/errors';

/** A file that is not taken on its way in. */
export function refuseUpload(reason: string, subject = ''): never {
  throw new HostError('upload-refused', { reason, ...(subject === '' ? {} : { subject }) });
}
