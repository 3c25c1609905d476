/**
 * Where a running host can be reached by programs of the same person, and the secret that proves both ends: one file in the
 * data folder, readable by its owner alone (I07). Nothing of it ever stands in arguments or environments.
 */
import { randomBytes } from 'node:crypto';
import { constants, mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod/mini';

const AttachAddress = z.object({
  version: z.literal(1),
  /** Path of a Unix socket, or name of a Windows pipe. */
  address: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** 256 bits, base64url; made anew at each start. */
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
  pid: z.number(),
});
export type AttachAddress = z.infer<typeof AttachAddress>;

const mostBytes = 8192;
/** The shortest limit of the systems we run on is 104 bytes with the end mark (sockaddr_un of macOS). */
const mostPathBytes = 100;

export function addressFile(dataDir: string): string {
  return join(dataDir, 'attach.json');
}

export interface Place {
  address: string;
  /** Takes away what was made for it. */
  remove(): void;
}

/** A place to listen at: in the data folder, or, where that path is too long for a socket, in a new folder of our own. */
export function choosePlace(dataDir: string, platform: NodeJS.Platform = process.platform): Place {
  if (platform === 'win32') return { address: `\\\\.\\pipe\\portolan-${randomBytes(16).toString('hex')}`, remove: () => undefined };
  const near = join(dataDir, 'attach.sock');
  if (Buffer.byteLength(near) <= mostPathBytes) {
    const remove = () => rmSync(near, { force: true });
    // Left by a host that was killed; the data folder is ours alone while its lock is held.
    remove();
    return { address: near, remove };
  }
  const folder = mkdtempSync(join(tmpdir(), 'portolan-'));
  return { address: join(folder, 'attach.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function writeAddress(dataDir: string, address: Omit<AttachAddress, 'version'>): Promise<void> {
  await writeFileAtomic(addressFile(dataDir), JSON.stringify({ version: 1, ...address } satisfies AttachAddress), { mode: 0o600 });
}

export async function removeAddress(dataDir: string): Promise<void> {
  await rm(addressFile(dataDir), { force: true });
}

/** Null when there is none, or when others could have written or read it. */
export async function readAddress(dataDir: string): Promise<AttachAddress | null> {
  try {
    // No link of somebody else's is followed, and what is looked at is what is read.
    const file = await open(addressFile(dataDir), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile() || found.size > mostBytes || !isOurs(found)) return null;
      const parsed = AttachAddress.safeParse(JSON.parse(await file.readFile('utf8')));
      return parsed.success ? parsed.data : null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** The folder of the socket must not let others put another socket there. */
export function folderOf(address: string): string | null {
  return address.startsWith('\\\\.\\pipe\\') ? null : dirname(address);
}

export function isOurs(found: { uid: number; mode: number }): boolean {
  const own = process.getuid?.();
  return own === undefined || (found.uid === own && (found.mode & 0o077) === 0);
}
