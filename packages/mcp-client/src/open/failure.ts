/** From what went wrong on the way to the one error that a person reads. */
import { NegotiationFailed } from '../era/negotiate.ts';
import { ConnectError, LocalError, ServerError } from '../errors.ts';
import { HttpFailure } from '../transport/http-failure.ts';
import type { CloseReason, RequestLost } from '../transport/transport.ts';

/** Lines of stderr quoted when a server exits. */
const STDERR_LINES = 5;
const STDERR_LENGTH = 600;

/** Failures of one negotiation, the most telling one first. */
function causes(failure: unknown): unknown[] {
  if (failure instanceof NegotiationFailed) return [failure.initializeError, failure.probeError].filter((error) => error !== undefined);
  return [failure];
}

function lostOf(error: unknown): RequestLost | undefined {
  if (error instanceof LocalError) return error.lost;
  return error instanceof HttpFailure ? error.lost : undefined;
}

function closeReasonOf(error: unknown): CloseReason | undefined {
  return error instanceof LocalError ? error.closeReason : undefined;
}

/** True when the process ended, or stopped talking, during the handshake. */
export function isExit(failure: unknown): boolean {
  return causes(failure).some((error) => {
    const kind = closeReasonOf(error)?.kind;
    return kind === 'exit' || kind === 'stdout-closed' || kind === 'network';
  });
}

/** The server was reached and did not do what was expected of its era, so another way may go better. */
export function isWorthAnotherTry(failure: unknown): boolean {
  return failure instanceof NegotiationFailed || failure instanceof ConnectError;
}

/** Whether the failure of HTTP+SSE says more than that the server does not know it. */
export function isTelling(failure: unknown): boolean {
  return causes(failure).some((error) => {
    const lost = lostOf(error);
    return lost === undefined || lost.status === 401 || lost.status === 403;
  });
}

/** Old HTTP servers answer 400, 404 or 405 to a POST on their stream's address; both requests must have met that. */
export function canFallBackToSse(failure: unknown): boolean {
  const all = causes(failure);
  return all.length > 0 && all.every((error) => isOldRefusal(error instanceof ServerError ? error.status : lostOf(error)?.status));
}

function isOldRefusal(status: number | undefined): boolean {
  return status === 400 || status === 404 || status === 405;
}

/** @param stderr the last output of the process, when there was one */
export function explainFailure(failure: unknown, attempts: string[], stderr: string | undefined): ConnectError {
  if (failure instanceof ConnectError) return failure;
  const all = causes(failure);
  for (const error of all) {
    const known = explainOne(error, attempts, stderr);
    if (known !== undefined) return known;
  }
  const first = all[0];
  if (first instanceof ServerError) return new ConnectError('not-mcp', `The server refused to start a session: ${first.message} (code ${first.code}).`, { attempts, cause: first });
  const message = first instanceof Error ? first.message : 'The server gave no answer that an MCP server would give.';
  return new ConnectError('not-mcp', message, { attempts, cause: first });
}

function explainOne(error: unknown, attempts: string[], stderr: string | undefined): ConnectError | undefined {
  const lost = lostOf(error);
  if (lost !== undefined) return explainLost(lost, error, attempts);
  if (!(error instanceof LocalError)) return undefined;
  const { closeReason } = error;
  const detail = { attempts, cause: error, ...(closeReason === undefined ? {} : { closeReason }) };
  if (error.kind === 'cancelled') return new ConnectError('cancelled', 'Connecting was cancelled.', detail);
  if (error.kind === 'idle-timeout' || error.kind === 'total-timeout') {
    return new ConnectError('timeout', `The server did not answer in time.${quote(stderr)}`, detail);
  }
  const kind = closeReason === undefined ? undefined : kindOfEnd[closeReason.kind];
  if (kind === undefined) return undefined;
  const quoted = kind === 'exited' ? quote(stderr) : '';
  return new ConnectError(kind, `${error.message}${quoted}`, closeReason?.kind === 'http' ? { ...detail, status: closeReason.status } : detail);
}

/** What the end of the connection makes of the attempt to open it. Our own closing explains nothing. */
const kindOfEnd: Record<CloseReason['kind'], ConnectError['kind'] | undefined> = {
  'closed-by-us': undefined,
  'spawn-failed': 'spawn',
  exit: 'exited',
  'stdout-closed': 'exited',
  network: 'network',
  http: 'http',
  cap: 'not-mcp',
};

function explainLost(lost: RequestLost, error: unknown, attempts: string[]): ConnectError {
  const detail = {
    attempts,
    cause: error,
    ...(lost.status === undefined ? {} : { status: lost.status }),
    ...(lost.wwwAuthenticate === undefined ? {} : { wwwAuthenticate: lost.wwwAuthenticate }),
  };
  if (lost.status === 401 || lost.status === 403) return new ConnectError('needs-authorization', lost.message, detail);
  return new ConnectError(kindOfLoss[lost.kind], lost.message, detail);
}

const kindOfLoss: Record<RequestLost['kind'], ConnectError['kind']> = {
  network: 'network',
  'http-status': 'http',
  'session-expired': 'http',
  'content-type': 'not-mcp',
  'stream-ended': 'not-mcp',
  cap: 'not-mcp',
};

/** The last lines a server wrote to stderr usually say why it gave up. */
function quote(stderr: string | undefined): string {
  const lines = (stderr ?? '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-STDERR_LINES);
  return lines.length === 0 ? '' : ` Its last output: ${lines.join('\n').slice(-STDERR_LENGTH)}`;
}
