/** The ways of keeping the one key that all secrets are encrypted with. */
import type { LockReason, Protection, ProtectionOption } from '@portolan/contract/secrets';
import type { JsonObject } from '@portolan/contract/json';

/** 256 bits, for AES-256-GCM. */
export const keyBytes = 32;

export interface KeyHolder {
  readonly kind: Exclude<Protection, 'memory'>;
  /** Why it cannot be used here; null when it can. Never rejects, and takes no longer than a few seconds. */
  problem(): Promise<ProtectionOption['problem']>;
  /** Takes the key over. What it returns goes into the secrets' file and is worth nothing without the holder. */
  hold(key: Buffer, passphrase?: string): Promise<JsonObject>;
  /** @throws {KeyNotHad} */
  release(descriptor: JsonObject, passphrase?: string): Promise<Buffer>;
  /** The key is of no use any more. What cannot be removed stays; it opens nothing. */
  forget(descriptor: JsonObject): Promise<void>;
}

/** The key cannot be had now; nothing is lost by that. Holds no secret. */
export class KeyNotHad extends Error {
  override readonly name = 'KeyNotHad';
  readonly reason: LockReason;
  constructor(reason: LockReason, cause?: unknown) {
    super(`the key of the secrets cannot be had: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** @throws {KeyNotHad} `wrong-key` for anything that is no key */
export function readKey(base64: string): Buffer {
  const key = Buffer.from(base64, 'base64');
  if (key.length !== keyBytes) throw new KeyNotHad('wrong-key');
  return key;
}

/** Waits no longer than this: a system's store may show a question that nobody sees. @throws {KeyNotHad} `waiting` */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KeyNotHad('waiting')), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
