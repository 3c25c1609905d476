/** Why a bundle is not taken. A bundle is refused as a whole (A16). */
import { HostError } from '@portolan/contract/errors';

export type BundleReason =
  | 'too-large'
  | 'not-an-archive'
  | 'damaged'
  | 'encrypted'
  | 'compression'
  | 'too-many-files'
  | 'bomb'
  | 'overlap'
  | 'outside'
  | 'name'
  | 'device-name'
  | 'name-twice'
  | 'link'
  | 'no-manifest'
  | 'manifest'
  | 'newer-version'
  | 'command'
  | 'entry-point'
  | 'variable'
  | 'hash'
  | 'signature'
  | 'too-many-uploads'
  | 'incomplete';

/** `subject` is the file, field or value concerned; it may come from the bundle and is shown as text alone. */
export function refuseBundle(reason: BundleReason, subject = '', cause?: unknown): never {
  throw new HostError('bundle-refused', { reason, ...(subject === '' ? {} : { subject: subject.slice(0, 300) }) }, cause === undefined ? {} : { cause });
}
