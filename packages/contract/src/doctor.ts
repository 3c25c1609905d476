/** The doctor: what this computer offers servers to run on, what is wrong with it, and what mends it (S10, O05). */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';

/** What servers are most often run with. */
export const Runtime = z.enum(['node', 'python', 'uv', 'docker', 'git', 'bun', 'deno']);
export type Runtime = z.infer<typeof Runtime>;

/** A way out that the window can offer. A command is shown and copied, never run by us. */
export const DoctorFix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copy-command'), command: z.string() }),
  /** The runtime's own page. */
  z.object({ kind: z.literal('open-page'), url: z.string() }),
  /** Look for programs in this folder before any other (`doctor/useFolder`). */
  z.object({ kind: z.literal('use-folder'), folder: z.string(), version: z.string() }),
  z.object({ kind: z.literal('start-server'), serverId: ServerId }),
  z.object({ kind: z.literal('open-server'), serverId: ServerId }),
]);
export type DoctorFix = z.infer<typeof DoctorFix>;

/** The closed list of what can be found. Texts are in the catalogues, filled in from the details named here. */
export const doctorCodes = [
  // runtimes: `runtime`, `version`, `file`, `folders`, `needs`, `message`
  'runtime-found',
  'runtime-missing',
  'runtime-old',
  'runtime-broken',
  'runtime-ours',
  'runtime-not-running',
  // environment: `shell`, `seconds`, `folders`, `folder`
  'shell-read',
  'shell-silent',
  'path-complete',
  'path-bare',
  'folder-preferred',
  'folder-preferred-gone',
  // network: `names`, `name`, `file`, `message`, `count`
  'proxy-none',
  'proxy-used',
  'proxy-with-password',
  'proxy-invalid',
  // the person chose otherwise than the environment says
  'proxy-off',
  'proxy-chosen',
  'certificates-system',
  'certificates-extra',
  'certificates-unreadable',
  'loopback-open',
  'loopback-closed',
  // storage: `folder`, `file`, `free`, `line`, `reason`, `count`
  'data-folder-good',
  'data-folder-open-to-others',
  'data-folder-not-writable',
  'disk-low',
  'config-good',
  'config-broken',
  'config-not-writable',
  'database-good',
  'database-read-only',
  'database-damaged',
  // secrets: `name`, `message`
  'secrets-keyring',
  'secrets-passphrase',
  'secrets-file',
  'secrets-memory',
  'secrets-unavailable',
  // servers: `server`, `milliseconds`, `file`, `count`, `servers`; what is wrong is in `problem`
  'server-answers',
  'server-launch-good',
  'server-launch-bad',
  'server-failing',
  'server-waits',
  'server-not-reviewed',
  'server-off',
  'servers-none',
  'servers-double',
  'built-in-needs-node',
  // the doctor itself: `check`, `message`
  'check-failed',
] as const;

export const DoctorFinding = z.object({
  /** Stable for one subject: `runtime:node`, `server:s_…:launch`. A later finding of the same id replaces it. */
  id: z.string(),
  area: z.enum(['runtimes', 'environment', 'network', 'storage', 'secrets', 'servers']),
  /** `info` is worth knowing and needs nothing; `warn` may stand in the way of some server; `error` does. */
  level: z.enum(['ok', 'info', 'warn', 'error']),
  code: z.enum(doctorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  problem: z.optional(Problem),
  fixes: z.array(DoctorFix),
});
export type DoctorFinding = z.infer<typeof DoctorFinding>;
export type DoctorCode = DoctorFinding['code'];

const none = z.object({});

export const doctor = {
  /**
   * Looks at everything, or at what one server needs, and tells each finding as soon as it is there; ends after `done`.
   * Contacts no server that is off, not reviewed or not running, and changes nothing.
   */
  'doctor/run': stream(
    z.object({ serverId: z.optional(ServerId) }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('finding'), finding: DoctorFinding }),
      z.object({ type: z.literal('done'), durationMs: z.number() }),
    ]),
  ),
  /** Programs are looked for in this folder first from now on; null for none. Fails with `invalid-input` for no absolute path of a folder. */
  'doctor/useFolder': request(z.object({ folder: z.nullable(z.string().check(z.maxLength(4096))) }), none),
} as const;
