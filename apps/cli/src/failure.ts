/** Why a command ends without having done what it was asked. */
import { HostError } from '@portolan/contract/errors';
import type { ErrorCode } from '@portolan/contract/errors';
import { StartError } from '@portolan/host/process/start-error';
import { text, type ErrorDetails } from '@portolan/i18n/error-details';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { CliWords } from '@portolan/i18n/cli';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';

/** Codes of failures that the command line finds by itself; the others are the host's. */
export type CliFailureCode = 'usage' | 'not-found' | 'needs-review' | 'not-confirmed' | 'server-off' | 'locked' | 'no-host' | 'failed' | 'file';

export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exit: ExitCode;
  readonly code: CliFailureCode;
  /** What to do next. */
  readonly next: string | null;
  readonly details: ErrorDetails;
  constructor(exit: ExitCode, code: CliFailureCode, what: string, options: { next?: string; details?: ErrorDetails } = {}) {
    super(what);
    this.exit = exit;
    this.code = code;
    this.next = options.next ?? null;
    this.details = options.details ?? {};
  }
}

/** An error as it is printed, in words and as JSON. */
export interface ErrorReport {
  exit: ExitCode;
  code: string;
  message: string;
  next: string | null;
  details: ErrorDetails;
  /** Technical text. */
  log: string | null;
}

export function report(error: unknown, words: Pick<Catalogue, 'errors'>, t: CliWords): ErrorReport {
  if (error instanceof CliFailure) return { exit: error.exit, code: error.code, message: error.message, next: error.next, details: error.details, log: null };
  if (error instanceof HostError) {
    const { code, details, log } = error.problem;
    // The window's advice for a host that is gone speaks of windows.
    const texts = code === 'host-gone' || code === 'unknown-method' ? t.errors[code] : { what: words.errors.codes[code].what(details), next: words.errors.codes[code].next(details) };
    const next = code === 'launch-not-found' ? [texts.next, t.errors.askDoctor(text(details, 'server', ''))].join(' ') : texts.next;
    return { exit: exitCodeOf(code), code, message: texts.what, next, details, log: log ?? null };
  }
  if (error instanceof StartError) {
    const { kind, message } = error.failure;
    return { exit: exitCodes.noHost, code: kind, message: kind === 'locked' ? t.errors.locked : message, next: kind === 'locked' ? t.errors.lockedNext : null, details: {}, log: kind === 'locked' ? message : null };
  }
  return { exit: exitCodes.failed, code: 'internal', message: words.errors.codes.internal.what({}), next: words.errors.codes.internal.next({}), details: {}, log: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** A problem of the host in one or two sentences. */
export function problemText(problem: { code: ErrorCode; details: ErrorDetails }, words: Pick<Catalogue, 'errors'>): string {
  const texts = words.errors.codes[problem.code];
  return [texts.what(problem.details), texts.next(problem.details)].filter(Boolean).join(' ');
}

/** The text of a message that some program or system gave. */
export function messageOf(error: unknown): string {
  return text({ message: error instanceof Error ? error.message : String(error) }, 'message', '?');
}
