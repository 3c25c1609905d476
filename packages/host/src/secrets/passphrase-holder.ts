/** The key, itself encrypted with what scrypt makes of a passphrase. Nobody but the person can open it, on any machine. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import { KeyNotHad } from './key-holder.ts';
import type { KeyHolder } from './key-holder.ts';

/** 128 MiB and about half a second: OWASP's strongest recommendation for scrypt, which a person meets once a start. */
const cost = { n: 2 ** 17, r: 8, p: 1 };
const base64 = z.string().check(z.maxLength(1000));
/** A file from elsewhere must not make us use all memory there is. */
const Descriptor = z.object({ salt: base64, n: z.number().check(z.minimum(2 ** 14), z.maximum(2 ** 18)), r: z.number().check(z.minimum(1), z.maximum(16)), p: z.number().check(z.minimum(1), z.maximum(4)), iv: base64, tag: base64, data: base64 });

export function passphraseHolder(): KeyHolder {
  return {
    kind: 'passphrase',
    problem: () => Promise.resolve(null),
    async hold(key, passphrase) {
      if (passphrase === undefined || passphrase.length < 8) throw new HostError('invalid-input', { subject: 'passphrase' });
      const salt = randomBytes(16);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, cost), iv);
      const data = Buffer.concat([cipher.update(key), cipher.final()]);
      return { ...cost, salt: salt.toString('base64'), iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
    },
    async release(descriptor, passphrase) {
      if (passphrase === undefined || passphrase === '') throw new KeyNotHad('passphrase-needed');
      const parsed = Descriptor.safeParse(descriptor);
      if (!parsed.success) throw new KeyNotHad('wrong-key');
      const { salt, iv, tag, data, ...given } = parsed.data;
      const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, Buffer.from(salt, 'base64'), given), Buffer.from(iv, 'base64'), { authTagLength: 16 });
      decipher.setAuthTag(Buffer.from(tag, 'base64'));
      try {
        return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
      } catch {
        throw new KeyNotHad('passphrase-wrong');
      }
    },
    forget: () => Promise.resolve(),
  };
}

/** The same passphrase typed on another keyboard may be made of other code points. */
function derive(passphrase: string, salt: Buffer, { n, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
