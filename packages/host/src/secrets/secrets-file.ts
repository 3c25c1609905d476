/** The file of all secrets: who guards the key, a proof that a key is the right one, and each secret encrypted. */
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import * as z from 'zod/mini';
import { Protection } from '@portolan/contract/secrets';
import { JsonObject } from '@portolan/contract/json';
import { replaceFile } from '../durable-file.ts';

const Second = z.object({ version: z.literal(2), protection: z.object({ kind: Protection, held: JsonObject }), check: z.optional(z.unknown()), secrets: z.record(z.string(), z.unknown()) });
/** Kept its key in `secrets.key` and said nothing of it. */
const First = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.unknown()) });

export interface SecretsFile {
  protection: { kind: Protection; held: JsonObject };
  /** A known text, encrypted with the key; absent in the first format. */
  check: unknown;
  secrets: Map<string, unknown>;
}

export function parseSecretsFile(text: string): SecretsFile | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const second = Second.safeParse(value);
  if (second.success) return { protection: second.data.protection, check: second.data.check, secrets: new Map(Object.entries(second.data.secrets)) };
  const first = First.safeParse(value);
  return first.success ? { protection: { kind: 'file', held: {} }, check: undefined, secrets: new Map(Object.entries(first.data.secrets)) } : null;
}

/** Null when there is none; `damaged` for what cannot be read as one. */
export async function readSecretsFile(path: string): Promise<SecretsFile | 'damaged' | null> {
  if (!existsSync(path)) return null;
  return parseSecretsFile(await readFile(path, 'utf8')) ?? 'damaged';
}

/** All or nothing, and on the disk when it resolves; a disk that fills up in the middle loses nothing (R82). */
export async function writeSecretsFile(path: string, { protection, check, secrets }: SecretsFile): Promise<void> {
  await replaceFile(path, `${JSON.stringify({ version: 2, protection, check, secrets: Object.fromEntries(secrets) }, null, 2)}\n`, { mode: 0o600 });
}

/** Renamed, never deleted. @returns where it is now */
export async function setAside(path: string, why: 'corrupt' | 'locked', now: number): Promise<string> {
  const aside = `${path}.${why}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(path, aside);
  return aside;
}
