/** Secrets that a server's launch names by `${secret:NAME}`. They go in and never come out. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { ServerView } from './servers.ts';

/** What can stand in `${secret:NAME}`. */
export const SecretName = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z_][\w.-]*$/));
export const NamedSecret = z.object({ name: SecretName, value: z.string().check(z.maxLength(32_768)) });

export const launchSecrets = {
  /** Which secrets the launch names, and whether each has a value. */
  'servers/secrets': request(z.object({ serverId: ServerId }), z.object({ secrets: z.array(z.object({ name: z.string(), isSet: z.boolean() })) })),
  /** Keeps values in the secret store for this server; an empty value takes one away. */
  'servers/setSecrets': request(z.object({ serverId: ServerId, secrets: z.array(NamedSecret).check(z.maxLength(200)) }), z.object({})),
  /**
   * Moves what stands in the launch in the open, and is likely a secret, into the secret store. What was reviewed stays
   * reviewed: the same runs as before. Fails with `server-changed` when the hash is not the current one, with `secrets-locked`
   * while the store cannot keep them; nothing has changed then.
   */
  'servers/keepSecrets': request(z.object({ serverId: ServerId, launchHash: z.string() }), ServerView),
} as const;
