/** Where keys and tokens are kept (S09). The secrets themselves never cross the contract outwards. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';

/**
 * What guards the one key that every secret is encrypted with. `shell`: the desktop app's own access to the system's store;
 * `keyring`: the system's store asked directly; `passphrase`: one the person holds; `file`: a file beside the secrets;
 * `memory`: nothing is written at all.
 */
export const Protection = z.enum(['shell', 'keyring', 'passphrase', 'file', 'memory']);
export type Protection = z.infer<typeof Protection>;

/** Why a key cannot be had. `elsewhere`: the other way of running the app has it. */
export const LockReason = z.enum(['passphrase-needed', 'passphrase-wrong', 'denied', 'waiting', 'unavailable', 'gone', 'wrong-key', 'elsewhere']);
export type LockReason = z.infer<typeof LockReason>;

export const SecretsView = z.object({
  /** Null until the first secret is kept: then the best that works here is chosen. */
  protection: z.nullable(Protection),
  /** Null when they can be read. */
  locked: z.nullable(LockReason),
  /** How many are kept, and how many of them are only in memory. */
  count: z.number(),
  unsaved: z.number(),
  file: z.string(),
});
export type SecretsView = z.infer<typeof SecretsView>;

export const ProtectionOption = z.object({ kind: Protection, /** Null when it can be chosen. */ problem: z.nullable(z.enum(['unavailable', 'basic', 'elsewhere'])) });
export type ProtectionOption = z.infer<typeof ProtectionOption>;

const none = z.object({});
const passphrase = z.string().check(z.maxLength(1024));

export const secrets = {
  'secrets/watch': stream(none, SecretsView),
  /** Asks the system what it has; may take some seconds. */
  'secrets/options': request(none, z.object({ options: z.array(ProtectionOption) })),
  /** Moves everything under another guard, in one write. Fails with `secrets-locked` or `secrets-not-guarded`; then nothing has changed. */
  'secrets/protect': request(z.object({ kind: Protection, passphrase: z.optional(passphrase.check(z.minLength(8))) }), SecretsView),
  /** Asks for the key once more. What was entered while it was not to be had is kept then. */
  'secrets/unlock': request(z.object({ passphrase: z.optional(passphrase) }), SecretsView),
  /** Sets the locked file aside, whole and dated, and begins with none. */
  'secrets/startAnew': request(none, SecretsView),
} as const;
