/** What SQLite and the file system say, as the one typed error that crosses the contract. */
import { HostError } from '@portolan/contract/errors';

/** Why storage failed; the catalogue has a text for each. */
export type StorageReason = 'full' | 'read-only' | 'io' | 'corrupt' | 'busy' | 'newer' | 'constraint' | 'other';

// https://www.sqlite.org/rescode.html primary codes; extended codes keep them in the low byte.
const reasons: Record<number, StorageReason> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'io',
  11: 'corrupt',
  13: 'full',
  14: 'io',
  19: 'constraint',
  26: 'corrupt',
};
const systemReasons: Record<string, StorageReason> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only', EIO: 'io' };

/** The reason of an error thrown by node:sqlite or node:fs; null when it is neither. */
export function storageReason(error: unknown): StorageReason | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // SQLITE_IOERR_WRITE and _FSYNC on a full disk come as I/O errors with the cause lost; the text is all there is.
    return reasons[error.errcode & 0xff] ?? 'other';
  }
  if ('code' in error && typeof error.code === 'string') return systemReasons[error.code] ?? null;
  return null;
}

/** `storage-failed` with a reason in the details for what SQLite or the disk refused; everything else is returned as it is. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof HostError) return error;
  const reason = storageReason(error);
  if (reason === null) return error;
  return new HostError('storage-failed', { reason }, { log: error instanceof Error ? error.message : String(error), cause: error });
}
