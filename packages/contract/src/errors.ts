/** The closed list of errors that cross the contract. Texts live in the catalogues; the host sends codes and details. */
import * as z from 'zod/mini';

export const errorCodes = [
  // contract
  'unknown-method',
  'invalid-input',
  'invalid-output',
  'internal',
  'cancelled',
  'host-gone',
  'too-many-requests',
  // things that are not there
  'server-unknown',
  'conversation-unknown',
  'project-unknown',
  // what (files, projects), limit
  'project-full',
  'provider-unknown',
  'interaction-unknown',
  'message-unknown',
  'result-unknown',
  'job-unknown',
  'rule-unknown',
  'rule-unusable',
  // name: a profile of chats
  'profile-unknown',
  'profile-name-taken',
  'profile-full',
  // reason (not-a-profile, newer, too-large): a file that no profile can be read from
  'profile-file-refused',
  // name: a prompt template
  'template-unknown',
  'template-name-taken',
  'template-full',
  // reason, line: its text cannot be read
  'template-unusable',
  // servers
  'server-not-ready',
  'server-not-reviewed',
  'server-changed',
  'server-name-taken',
  'launch-not-found',
  'launch-not-permitted',
  'launch-bad-folder',
  'launch-variable-unset',
  'launch-input-needed',
  'sandbox-unavailable',
  'sandbox-bad-folder',
  'sandbox-download-failed',
  'server-exited',
  'server-timeout',
  'server-not-mcp',
  'server-needs-authorization',
  'server-unreachable',
  'server-http-error',
  'server-version',
  'server-error',
  'server-invalid-result',
  'server-not-supported',
  'call-timeout',
  'call-lost',
  'call-not-allowed',
  'sampling-budget',
  // budget, spent: US dollars of this month
  'usage-budget',
  'server-asks-too-much',
  'server-asks-unusable',
  'tool-unknown',
  // server, tool: its definition is not the one that was pinned
  'tool-suspended',
  'tool-arguments-invalid',
  // server, name: it is not the version that was attached any more, and that one is kept no longer
  'resource-changed',
  // server, reason: what a server offers as an app cannot be shown; app-gone: it is shown no longer
  'app-unusable',
  'app-gone',
  // models
  'model-none',
  'model-key-missing',
  'model-key-refused',
  'model-not-found',
  'model-rate-limited',
  'model-overloaded',
  'model-context-too-long',
  'context-nothing-to-summarise',
  'model-refused-request',
  'model-unreachable',
  'model-not-a-model',
  'model-interrupted',
  'model-failed',
  // file, reason: a model file that cannot be used
  'model-file-unusable',
  // platform: this computer has nothing to run model files with
  'model-engine-missing',
  // file, reason (memory, crash, unloaded, silent): the process of a model file ended
  'model-process-ended',
  // With a complete or stopped message these are remarks, not failures.
  'model-answer-too-long',
  'model-tools-left-out',
  'model-step-limit',
  'conversation-busy',
  // name, reason: too-large, empty, too-many-uploads, incomplete, screenshot
  'file-refused',
  // name: the host keeps it no longer
  'file-gone',
  // name, model, reason (kind, size): the model does not take it
  'attachment-unfit',
  'queue-full',
  // configuration and storage
  'paste-not-understood',
  'paste-empty',
  'config-broken',
  'config-not-writable',
  'config-backup-unusable',
  'other-file-changed',
  'other-file-unusable',
  'other-file-not-writable',
  'storage-failed',
  'secrets-locked',
  'secrets-not-guarded',
  'link-refused',
  'install-link-refused',
  'install-link-gone',
  'bundle-refused',
  'bundle-gone',
  // reason (too-large, too-many-uploads, incomplete): a file on its way to the host
  'upload-refused',
  'upload-gone',
  // reason: a file that is no backup, or not a whole one
  'backup-refused',
  // reason: a file that chats cannot be read from
  'chat-file-refused',
  'registry-failed',
  // the network: what stands between, and an address that does not answer
  'proxy-failed',
  'address-unreachable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * An error as a person will read it: `code` picks the text, `details` fills it in (`server`, `command`, `folders`,
 * `status`, `line`, `seconds` …), `log` holds the last stderr lines or the first bytes that came instead.
 */
export const Problem = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  /** Technical text, shown folded, with control characters made visible. Never secrets. */
  log: z.optional(z.string()),
  at: z.number(),
});
export type Problem = z.infer<typeof Problem>;

/** Thrown by handlers and by the client; carries a problem across the wire. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly problem: Problem;
  constructor(code: ErrorCode, details: Problem['details'] = {}, options: { log?: string; cause?: unknown } = {}) {
    super(`${code} ${JSON.stringify(details)}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.problem = { code, details, at: Date.now(), ...(options.log === undefined ? {} : { log: options.log }) };
  }
  static fromProblem(problem: Problem): HostError {
    return new HostError(problem.code, problem.details, problem.log === undefined ? {} : { log: problem.log });
  }
}
