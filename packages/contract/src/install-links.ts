/** Links that ask to add servers (S07). A link only ever puts a preview before the person; nothing is added by itself. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';
import { LaunchFlag, LaunchView, ServerView } from './servers.ts';

/** Longest link that is looked at, in UTF-16 units. */
export const maxInstallLink = 16_384;

/** One server a link would add, with every value in full: a link holds nothing that the person must not see. */
export const LinkedServer = z.object({
  name: z.string(),
  launch: LaunchView,
  /** Of the launch as it would be written; the added server has the same. */
  launchHash: z.string(),
  flags: z.array(LaunchFlag),
  /** What holds a value in the open that is likely a secret. */
  openSecrets: z.array(z.string()),
  /** Variables of the person's own environment that the launch would take values from. */
  variables: z.array(z.string()),
  /** What stands under this name already, and a name that is free. */
  existing: z.nullable(z.object({ id: ServerId, isSame: z.boolean(), differences: z.array(z.string()), freeName: z.string() })),
});
export type LinkedServer = z.infer<typeof LinkedServer>;

export const InstallLink = z.object({
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  servers: z.array(LinkedServer),
  /** Why the link as a whole is refused; then there are no servers. */
  problem: z.nullable(Problem),
});
export type InstallLink = z.infer<typeof InstallLink>;

const linkId = z.string().check(z.minLength(1), z.maxLength(64));
const name = z.string().check(z.minLength(1), z.maxLength(128));

export const installLinks = {
  /** Looks at a link that the person gave, such as on a command line; it waits like any other. */
  'installLinks/open': request(z.object({ link: z.string().check(z.maxLength(maxInstallLink + 1)) }), InstallLink),
  /** Links that wait, oldest first; anew whenever they or the configuration change. */
  'installLinks/watch': stream(z.object({}), z.object({ links: z.array(InstallLink) })),
  /**
   * Adds servers of a link, not reviewed and not started, as the host holds them. `replace` names the entry one takes the
   * place of. Fails with `install-link-gone`, or `server-name-taken` before anything is added.
   */
  'installLinks/accept': request(
    z.object({ id: linkId, servers: z.array(z.object({ index: z.number().check(z.int(), z.minimum(0)), name, replace: z.optional(ServerId), keepSecrets: z.optional(z.boolean()) })).check(z.minLength(1), z.maxLength(50)) }),
    z.object({ servers: z.array(ServerView) }),
  ),
  'installLinks/dismiss': request(z.object({ id: linkId }), z.object({})),
} as const;
