/**
 * Who said that a launch was reviewed. The configuration is a file that other programs, and tools of servers, may be able
 * to write (A07, A08, A18); a plain hash of the launch could be written by any of them. So the mark in the file is sealed
 * with a key of this installation, and holds for one server and one launch only.
 *
 * What it is worth: it stops whoever can write the configuration but not read the key beside it. It stops nobody who can
 * read all files of this user.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The mark written to the file for a launch hash. */
export function seal(key: Buffer, serverId: string, launchHash: string): string {
  return `${launchHash}.${mac(key, serverId, launchHash).toString('base64url')}`;
}

/** The launch hash in a mark, null when the mark is not one of ours for this server. */
export function unseal(key: Buffer, serverId: string, mark: unknown): string | null {
  if (typeof mark !== 'string') return null;
  const [hash, code] = mark.split('.');
  if (hash === undefined || code === undefined) return null;
  const given = Buffer.from(code, 'base64url');
  const expected = mac(key, serverId, hash);
  return given.length === expected.length && timingSafeEqual(given, expected) ? hash : null;
}

function mac(key: Buffer, serverId: string, launchHash: string): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(['reviewed', serverId, launchHash])).digest();
}
