/** What the shell and the host's own process say to each other, over Node's IPC or Electron's parentPort. Checked on both sides. */
import { AppInstanceId } from '@portolan/contract/apps';
import { maxInstallLink } from '@portolan/contract/install-links';
import { ConversationId, InteractionId, JobId } from '@portolan/contract/ids';
import * as z from 'zod/mini';

z.config({ jitless: true });

/** Names one window's connection: `window-3`, `tab-2`. Made by the shell, never by the window. */
export const ConnectionName = z.string().check(z.regex(/^[a-z]{1,16}-[0-9]{1,12}$/));

/** Largest frame a window may send, in bytes of UTF-8. */
export const maxFrameFromWindow = 8 * 1024 * 1024;
/** Largest frame the host may send to a window, in bytes of UTF-8. */
export const maxFrameFromHost = 16 * 1024 * 1024;

const sequence = z.number().check(z.int(), z.minimum(0));
const size = z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 40));

export const HostStart = z.object({
  dataDir: z.string().check(z.minLength(1), z.maxLength(4096)),
  shell: z.enum(['browser', 'desktop']),
  version: z.string().check(z.maxLength(64)),
  /** Process id of the shell, written beside the lock so that a second start can say who holds the folder. */
  shellPid: sequence,
  /** Set when the host before this one ended on its own: how it ended, for the notice. */
  endedBefore: z.nullable(z.string().check(z.maxLength(200))),
  /** Where the shell serves the pages of apps: an address with `{instance}` in it. Absent where it serves none. */
  appAddress: z.optional(z.string().check(z.maxLength(200))),
});
export type HostStart = z.infer<typeof HostStart>;

/** Why a host could not start at all; `locked` names the process that has the data folder. */
export const StartFailure = z.object({
  kind: z.enum(['locked', 'data-folder', 'internal']),
  message: z.string(),
  pid: z.optional(z.number()),
});
export type StartFailure = z.infer<typeof StartFailure>;

export const ToHost = z.discriminatedUnion('t', [
  z.object({ t: z.literal('start'), start: HostStart }),
  z.object({ t: z.literal('open'), c: ConnectionName }),
  z.object({ t: z.literal('frame'), c: ConnectionName, text: z.string() }),
  /** The window has taken this many more characters of what was sent to it. */
  z.object({ t: z.literal('taken'), c: ConnectionName, size }),
  z.object({ t: z.literal('close'), c: ConnectionName }),
  z.object({ t: z.literal('ping'), n: sequence }),
  z.object({ t: z.literal('link'), n: sequence, isOpened: z.boolean() }),
  /** Answers `keep`; null when it did not work. */
  z.object({ t: z.literal('kept'), n: sequence, answer: z.nullable(z.string().check(z.maxLength(8192))) }),
  /** Answers `choose`; null when the person chose nothing. */
  z.object({ t: z.literal('chosen'), n: sequence, path: z.nullable(z.string().check(z.maxLength(4096))) }),
  /** Answers `screenshot`; null when the person chose nothing. */
  z.object({ t: z.literal('screenshot-taken'), n: sequence, taken: z.union([z.null(), z.literal('refused'), z.object({ path: z.string().check(z.minLength(1), z.maxLength(4096)), name: z.string().check(z.maxLength(256)) })]) }),
  /** A `portolan://` link that the system or a command line handed to the shell; one character too long when it was longer. */
  z.object({ t: z.literal('install-link'), text: z.string().check(z.maxLength(maxInstallLink + 1)) }),
  /** A process of a model file runs. */
  z.object({ t: z.literal('model-up'), n: sequence, pid: z.optional(sequence) }),
  z.object({ t: z.literal('model-said'), n: sequence, text: z.string().check(z.maxLength(4_000_000)) }),
  z.object({ t: z.literal('model-ended'), n: sequence, how: z.string().check(z.maxLength(500)), said: z.string().check(z.maxLength(8192)) }),
  /** The shell saw the machine wake up. */
  z.object({ t: z.literal('resumed') }),
  z.object({ t: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof ToHost>;

export const FromHost = z.discriminatedUnion('t', [
  /** Listening for `start`. */
  z.object({ t: z.literal('up') }),
  z.object({ t: z.literal('ready') }),
  /** It ends in order, to be started again. */
  z.object({ t: z.literal('restarting') }),
  z.object({ t: z.literal('failed'), failure: StartFailure }),
  z.object({ t: z.literal('frame'), c: ConnectionName, text: z.string() }),
  z.object({ t: z.literal('close'), c: ConnectionName }),
  z.object({ t: z.literal('pong'), n: sequence }),
  /** Something waits for the person that they asked for outside of any window: the shell brings one to the front. */
  z.object({ t: z.literal('attention') }),
  /**
   * How many questions wait for the person, the newest of them in names that were cleaned for it, and whether the person
   * wants to be told while no window is in front.
   */
  z.object({
    t: z.literal('waiting'),
    count: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    newest: z.nullable(z.object({ id: InteractionId, kind: z.enum(['call', 'ask', 'result']), server: z.string().check(z.maxLength(256)), tool: z.string().check(z.maxLength(256)) })),
    notifies: z.boolean(),
  }),
  /** A long job has ended, in names that were cleaned for it, and whether the person wants to be told while no window is in front. */
  z.object({
    t: z.literal('job-ended'),
    id: JobId,
    server: z.string().check(z.maxLength(256)),
    tool: z.string().check(z.maxLength(256)),
    outcome: z.enum(['done', 'failed']),
    conversationId: z.nullable(ConversationId),
    notifies: z.boolean(),
  }),
  /** A page for an app, under this name and this policy, until `app-end`. */
  z.object({ t: z.literal('app'), instance: AppInstanceId, policy: z.string().check(z.maxLength(40_000), z.regex(/^[\x20-\x7e]+$/)) }),
  z.object({ t: z.literal('app-end'), instance: AppInstanceId }),
  /** Asks the shell to open a link that the host has already checked; answered by `link`. */
  z.object({ t: z.literal('link'), n: sequence, url: z.string().check(z.maxLength(8192)) }),
  /** Asks the desktop app to open the system's dialog for a path; `start` is a folder that is there. Answered by `chosen`. */
  z.object({ t: z.literal('choose'), n: sequence, kind: z.enum(['folder', 'file']), start: z.nullable(z.string().check(z.maxLength(4096))) }),
  /** Asks the desktop app to have the person choose a screen or window and to write a picture of it into a file. Answered by `screenshot-taken`. */
  z.object({ t: z.literal('screenshot'), n: sequence }),
  /** Asks the desktop app for a process for a model file: one that ends when it is told to, and with the host. Answered by `model-up`. */
  z.object({ t: z.literal('model-start'), n: sequence }),
  z.object({ t: z.literal('model-say'), n: sequence, text: z.string().check(z.maxLength(64_000_000)) }),
  z.object({ t: z.literal('model-kill'), n: sequence }),
  /** Asks the desktop app for the system's store of secrets; only the one key of the secrets ever goes this way. Answered by `kept`. */
  z.object({ t: z.literal('keep'), n: sequence, act: z.enum(['status', 'seal', 'open']), text: z.string().check(z.maxLength(8192)) }),
]);
export type FromHost = z.infer<typeof FromHost>;

/** Whether `text` is longer than `limit` bytes of UTF-8; counts only when it could be. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && Buffer.byteLength(text) > limit;
}
