/** A random key of this installation, in a file for this user only. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const keyBytes = 32;

/** Reads the key (32 bytes), making it (0600) when there is none. A damaged file is set aside as `.corrupt-<date>`, and a new key made. */
export function loadKey(path: string): Buffer {
  const existing = readKey(path);
  if (existing) return existing;
  if (existsSync(path)) renameSync(path, `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const candidate = `${path}.${process.pid}`;
  writeFileSync(candidate, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flush: true });
  try {
    // Of two hosts that start together one makes the key and both use it.
    linkSync(candidate, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
  const key = readKey(path);
  if (!key) throw new Error('the key file cannot be read back');
  return key;
}

function readKey(path: string): Buffer | null {
  if (!existsSync(path)) return null;
  protect(path);
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  return key.length === keyBytes ? key : null;
}

function protect(path: string): void {
  if (process.platform === 'win32') return;
  try {
    chmodSync(path, 0o600);
  } catch {
    // On a disk mounted for reading the mode stays as it is; the key is usable all the same.
  }
}
