/** How a command ends, as scripts see it. Part of what is promised: docs/cli.md lists them. */
import type { ErrorCode } from '@portolan/contract/errors';

export const exitCodes = {
  done: 0,
  /** What was asked for did not work. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Somebody has to allow or review it first. */
  refused: 3,
  notFound: 4,
  /** No host could be reached or opened. */
  noHost: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byError: Partial<Record<ErrorCode, ExitCode>> = {
  cancelled: exitCodes.interrupted,
  'invalid-input': exitCodes.usage,
  'host-gone': exitCodes.noHost,
  'unknown-method': exitCodes.noHost,
  'server-unknown': exitCodes.notFound,
  'profile-unknown': exitCodes.notFound,
  'template-unknown': exitCodes.notFound,
  'provider-unknown': exitCodes.notFound,
  'tool-unknown': exitCodes.notFound,
  'install-link-gone': exitCodes.notFound,
  'server-not-reviewed': exitCodes.refused,
  'server-changed': exitCodes.refused,
  'call-not-allowed': exitCodes.refused,
  'sampling-budget': exitCodes.refused,
  'link-refused': exitCodes.refused,
  'install-link-refused': exitCodes.refused,
  'server-needs-authorization': exitCodes.refused,
};

/** The exit code for an error of the host. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return byError[code] ?? exitCodes.failed;
}
