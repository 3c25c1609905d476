/** One secret encrypted (AES-256-GCM), bound to its name: moved to another, changed or cut down it does not open. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

const base64 = z.string().check(z.maxLength(200_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
const Sealed = z.object({ iv: base64, tag: base64, data: base64 });
export type Sealed = z.infer<typeof Sealed>;

export function seal(key: Buffer, name: string, value: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
}

/** Null for what does not open with this key under this name. */
export function unseal(key: Buffer, name: string, sealed: unknown): string | null {
  const parsed = Sealed.safeParse(sealed);
  if (!parsed.success) return null;
  const { iv, tag, data } = parsed.data;
  try {
    // A short tag would be a weaker proof, and Node takes what it is given.
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
