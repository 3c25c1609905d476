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

/**
 * For whom something is kept. `isConfigured` false: whom it belonged to is gone, and it is kept so that bringing them back
 * brings it back too. `name` is the present or the last known one, null when no copy of the configuration knows it.
 */
export const SecretOwner = z.object({
  kind: z.enum(['server', 'provider', 'proxy', 'other']),
  /** Of the server or provider; empty for the others. */
  id: z.string(),
  name: z.nullable(z.string()),
  isConfigured: z.boolean(),
  /** Keys, answers and passwords. */
  values: z.number(),
  /** What signing in left: tokens and client ids. */
  signIns: z.number(),
});
export type SecretOwner = z.infer<typeof SecretOwner>;

const none = z.object({});
const passphrase = z.string().check(z.maxLength(1024));

export const secrets = {
  'secrets/watch': stream(none, SecretsView),
  /** Everything that is kept, by whom it belongs to; never a value. */
  'secrets/owners': request(none, z.object({ owners: z.array(SecretOwner) })),
  /** Deletes what is kept for somebody who is gone; there is no way back. `invalid-input` for one that is configured. */
  'secrets/forgetOwner': request(z.object({ kind: SecretOwner.shape.kind, id: z.string().check(z.maxLength(256)) }), z.object({ owners: z.array(SecretOwner) })),
  /** Asks the system what it has; may take some seconds. */
  'secrets/options': request(none, z.object({ options: z.array(ProtectionOption) })),
  /** Moves everything under another guard, in one write. Fails with `secrets-locked` or `secrets-not-guarded`; then nothing has changed. */
  'secrets/protect': request(z.object({ kind: Protection, passphrase: z.optional(passphrase.check(z.minLength(8))) }), SecretsView),
  /** Asks for the key once more. What was entered while it was not to be had is kept then. */
  'secrets/unlock': request(z.object({ passphrase: z.optional(passphrase) }), SecretsView),
  /** Sets the locked file aside, whole and dated, and begins with none. */
  'secrets/startAnew': request(none, SecretsView),
} as const;
