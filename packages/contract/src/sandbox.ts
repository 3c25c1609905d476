/** What a local server may reach of this computer (S18): chosen by the person, part of what a review allows. */
import * as z from 'zod/mini';

/** A folder or a single file, absolute or beginning with `~/`. */
export const FolderGrant = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  access: z.enum(['read', 'write']),
});
export type FolderGrant = z.infer<typeof FolderGrant>;

/**
 * Everything that is not named is closed: the home folder is an empty one of the server's own, other programs are out of
 * sight. There is no "only this host" for the network: nothing that can be had everywhere would enforce it.
 */
export const SandboxPolicy = z.object({
  folders: z.array(FolderGrant).check(z.maxLength(50)),
  /** `none`: not even this computer's own addresses. `all`: the internet, the local network and programs on this computer. */
  network: z.enum(['none', 'all']),
  /** Names of the person's environment variables that pass, beside what is configured for the server. */
  environment: z.array(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/))).check(z.maxLength(100)),
});
export type SandboxPolicy = z.infer<typeof SandboxPolicy>;

/** `off` is the person's own decision to run it with all their rights; nothing at all means that nobody has decided yet. */
export const SandboxChoice = z.union([z.literal('off'), SandboxPolicy]);
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** What this computer can do. `reason` picks the words that say why not. */
export const SandboxSupport = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bubblewrap'),
    /** Also with a network, sockets of other programs that have no file are out of reach. */
    closesLocalSockets: z.boolean(),
  }),
  /** macOS' own; the profile is generated, and closes less than bubblewrap does. */
  z.object({ kind: z.literal('seatbelt') }),
  z.object({
    kind: z.literal('none'),
    reason: z.enum(['not-installed', 'namespaces-off', 'not-working', 'windows', 'system']),
    /** What the tool itself said. */
    detail: z.optional(z.string()),
  }),
]);
export type SandboxSupport = z.infer<typeof SandboxSupport>;

/** Why a bundle is proposed with a network, or without one. */
export const NetworkReason = z.enum(['account', 'address', 'services', 'installs', 'unsaid', 'files-only']);
export type NetworkReason = z.infer<typeof NetworkReason>;

/** What the permission sheet starts from. */
export const SandboxOffer = z.object({
  support: SandboxSupport,
  /** The best we know for this server. */
  recommended: SandboxPolicy,
  /** Whether containment is what the sheet proposes; else it proposes to run the server as it always was. */
  isProposed: z.boolean(),
  /** `known`: its needs are documented; `built-in`: it comes with us; `package`: foreign code from a registry; `bundle`: foreign code that came as a file; `own`: a program of this computer. */
  basis: z.enum(['known', 'package', 'bundle', 'own', 'built-in']),
  /** Of a bundle: what its network was concluded from. */
  networkReason: z.optional(NetworkReason),
  /** The command is downloaded at the first start: what that needs without a network. */
  download: z.enum(['none', 'prepared', 'needs-network']),
  /** Folders worth a thought, not granted yet. */
  suggestions: z.array(z.string()),
  /** Names of variables that are set here and that a server could ask for. */
  variables: z.array(z.string()),
});
export type SandboxOffer = z.infer<typeof SandboxOffer>;

/** A closed door that a contained server ran into, as far as it said so. */
export const SandboxRefusal = z.object({
  kind: z.enum(['contained-folder', 'contained-write', 'contained-network']),
  /** The path, or the host's name when one was named. */
  subject: z.string(),
});
export type SandboxRefusal = z.infer<typeof SandboxRefusal>;
