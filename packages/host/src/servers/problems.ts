/** From what the engine threw or a connection ended with to the contract's closed list of errors. The one place for it. */
import { HostError } from '@portolan/contract/errors';
import type { ErrorCode, Problem } from '@portolan/contract/errors';
import { authErrorIn } from '@portolan/mcp-client/auth/auth-error';
import { proxyErrorIn } from '@portolan/mcp-client/network/proxy-error';
import { ConnectError, LocalError, ServerError } from '@portolan/mcp-client/errors';
import type { CloseReason, RequestLost } from '@portolan/mcp-client/transport/transport';
import { proxyFailed } from '../network/network-problem.ts';
import { authDetails, toAuthProblem } from '../sign-in/auth-problem.ts';

export interface ProblemContext {
  /** The server's configured name. */
  server: string;
  /** The tool that was called; losing a call is worse than losing a read, because it may have happened. */
  tool?: string;
  /** What a start tried to run or to reach. */
  command?: string;
  url?: string;
  /** Limit of the handshake, or of silence during a call, for the message. */
  seconds?: number;
  /** Limit of a whole call. */
  totalSeconds?: number;
  /** Last stderr lines. */
  log?: string;
}

/**
 * Whether trying again by itself makes sense: never, as after a crash, as for a network or a machine that may recover, or
 * with more patience.
 */
export type Retry = 'never' | 'crash' | 'network' | 'timeout';

const textLimit = 2000;
const logLimit = 32 * 1024;

/** Any error of a start or a request as a {@link HostError}; one that is one already passes unchanged. */
export function toHostError(error: unknown, context: ProblemContext): HostError {
  if (error instanceof HostError) return error;
  const proxy = proxyErrorIn(error instanceof LocalError ? error.lost?.cause : error);
  if (proxy !== undefined) return proxyFailed(proxy, { server: context.server, ...(context.tool === undefined ? {} : { tool: context.tool }) });
  const auth = authErrorIn(error);
  // Somebody who gave up is no news about the server, and one that is down is tried again like any other.
  if (auth !== undefined && auth.kind !== 'cancelled' && auth.kind !== 'unavailable') return HostError.fromProblem(toAuthProblem(auth, context.server));
  if (auth?.kind === 'unavailable') return make('server-unreachable', { ...authDetails(auth), reason: 'authorization-server' }, { ...context, log: auth.message });
  if (error instanceof ConnectError) return fromConnect(error, context);
  if (error instanceof LocalError) return fromLocal(error, context);
  if (error instanceof ServerError) return fromServer(error, context);
  return make('internal', { message: messageOf(error) }, context, error);
}

/** Why a connection that stood is over. */
export function fromCloseReason(reason: CloseReason, context: ProblemContext): HostError {
  switch (reason.kind) {
    case 'closed-by-us':
      return make('cancelled', {}, context);
    case 'exit':
      return make('server-exited', exitDetails(reason), context);
    case 'spawn-failed':
      return fromSpawn(reason.code, reason.message, context);
    case 'stdout-closed':
      return make('server-exited', { reason: 'stdout-closed' }, context);
    case 'cap':
      return make('server-error', { reason: reason.cap, limit: reason.limit, message: reason.message }, context);
    case 'http':
      return fromStatus(reason.status, reason.message, context);
    case 'network':
      return make('server-unreachable', { reason: reason.code, message: reason.message }, context);
  }
}

/** Whether a failed start, or the end of a connection, is worth another try without the person. */
export function retryOf({ code, details }: Problem): Retry {
  if (code === 'server-unreachable') return 'network';
  // A password does not become right by itself.
  if (code === 'proxy-failed') return details['reason'] === 'unreachable' || details['reason'] === 'refused' ? 'network' : 'never';
  if (code === 'server-http-error') {
    const status = Number(details['status']);
    return status === 429 || status >= 500 ? 'network' : 'never';
  }
  if (code === 'server-timeout') return 'timeout';
  // The machine is out of files, processes or memory: no fault of this server, and it may pass (R42).
  if (code === 'server-error' && exhausted.has(String(details['reason']))) return 'network';
  return crashCodes.has(code) ? 'crash' : 'never';
}

const crashCodes: ReadonlySet<ErrorCode> = new Set(['server-exited', 'server-error', 'internal']);
const exhausted: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

function fromConnect(error: ConnectError, context: ProblemContext): HostError {
  const attempts = error.attempts.slice(0, 20).map((text) => text.slice(0, 500));
  const message = error.message.slice(0, textLimit);
  switch (error.kind) {
    case 'spawn':
      return error.closeReason?.kind === 'spawn-failed' ? fromSpawn(error.closeReason.code, message, context) : make('launch-not-permitted', { message }, context, error);
    case 'exited':
      return error.closeReason === undefined ? make('server-exited', { message }, context, error) : fromCloseReason(error.closeReason, context);
    case 'timeout':
      return make('server-timeout', seconds(context), context, error);
    case 'http':
      return fromStatus(error.status, message, context);
    case 'not-mcp':
      return make('server-not-mcp', error.status === undefined ? {} : { status: error.status }, withLog(context, attempts.some((attempt) => attempt.includes(message)) ? attempts : [message, ...attempts]), error);
    case 'version':
      return make('server-version', { message, ...(error.offered === undefined ? {} : { version: error.offered }) }, withLog(context, attempts), error);
    case 'needs-authorization':
      if (error.status === 403) return fromStatus(error.status, message, context);
      // What signing in can do was tried: this one has a credential of its own, which is refused.
      return make('server-needs-authorization', { reason: 'header-refused' }, context, error);
    case 'network':
      return make('server-unreachable', { message, ...url(context), ...(error.closeReason?.kind === 'network' ? { reason: error.closeReason.code } : {}) }, context, error);
    case 'cancelled':
      return make('cancelled', {}, context, error);
  }
}

function fromLocal(error: LocalError, context: ProblemContext): HostError {
  const isLostCall = context.tool !== undefined && error.mayHaveHappened;
  const message = error.message.slice(0, textLimit);
  switch (error.kind) {
    case 'cancelled':
      return make('cancelled', {}, context, error);
    case 'idle-timeout':
    case 'total-timeout':
      return make('call-timeout', { reason: error.kind, message, ...limitOf(error, context), ...mayHaveHappened(error, context) }, context, error);
    case 'connection-closed':
    case 'not-connected':
      if (isLostCall) return make('call-lost', { ...(error.closeReason?.kind === 'exit' ? exitDetails(error.closeReason) : {}), message }, context, error);
      if (error.closeReason !== undefined && error.closeReason.kind !== 'closed-by-us') return fromCloseReason(error.closeReason, context);
      return make('server-not-ready', { message }, context, error);
    case 'request-lost':
      return error.lost === undefined ? make(isLostCall ? 'call-lost' : 'server-unreachable', { message }, context, error) : fromLost(error.lost, isLostCall, context);
    case 'not-supported':
      return make('server-not-supported', { message }, context, error);
    case 'input-unusable':
      return make('server-asks-unusable', { message, ...mayHaveHappened(error, context) }, withLog(context, [message]), error);
    case 'input-limit':
      return make('server-asks-too-much', { message, ...mayHaveHappened(error, context) }, context, error);
    case 'invalid-result':
      return make('server-invalid-result', { message, ...mayHaveHappened(error, context) }, context, error);
    case 'input-refused':
    case 'task-cancelled':
      return make('cancelled', {}, context, error);
    case 'task-lost':
      return make('call-lost', { reason: 'task-lost', message }, context, error);
    case 'input-failed':
      return make('internal', { message }, context, error);
  }
}

function fromLost(lost: RequestLost, isLostCall: boolean, context: ProblemContext): HostError {
  const message = lost.message.slice(0, textLimit);
  if (lost.status === 401) return make('server-needs-authorization', {}, context);
  if (isLostCall) return make('call-lost', { message, ...(lost.status === undefined ? {} : { status: lost.status }) }, context);
  switch (lost.kind) {
    case 'http-status':
      return fromStatus(lost.status, message, context);
    case 'content-type':
      return make('server-not-mcp', {}, withLog(context, [message]));
    case 'network':
    case 'session-expired':
    case 'stream-ended':
      return make('server-unreachable', { message, ...url(context), reason: lost.kind }, context);
    case 'cap':
      return make('server-error', { reason: 'cap', message }, context);
  }
}

function fromServer(error: ServerError, context: ProblemContext): HostError {
  const details = { rpcCode: error.code, message: error.message.slice(0, textLimit) };
  // A server that lists tools knows how to call one: on a call it tells of something else, such as what it was itself refused.
  if (error.code === -32_601 && context.tool === undefined) return make('server-not-supported', details, context, error);
  if (error.code === -32_602 && context.tool !== undefined) {
    const isUnknown = /\b(unknown|not found|no such|does not exist)\b/i.test(error.message) && /\btool\b/i.test(error.message);
    if (isUnknown) return make('tool-unknown', details, context, error);
  }
  // Arguments the server refuses come with its own words, which say more than ours could.
  return make('server-error', details, context, error);
}

function fromStatus(status: number | undefined, message: string, context: ProblemContext): HostError {
  if (status === 401) return make('server-needs-authorization', {}, context);
  return make('server-http-error', { message: message.slice(0, textLimit), ...(status === undefined ? {} : { status }) }, context);
}

function fromSpawn(errno: string, message: string, context: ProblemContext): HostError {
  const details = { reason: errno, message: message.slice(0, textLimit), ...(context.command === undefined ? {} : { command: context.command }) };
  switch (errno) {
    case 'ENOENT':
      return make('launch-not-found', { ...details, hint: 'interpreter', folders: [] }, context);
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return make('launch-not-permitted', details, context);
    case 'EBADCWD':
    case 'ENOTDIR':
      return make('launch-bad-folder', details, context);
    default:
      // Too many processes or files, arguments too long: the machine's limits, which may be gone in a moment.
      return make('server-error', details, context);
  }
}

function exitDetails(reason: Extract<CloseReason, { kind: 'exit' }>): Problem['details'] {
  if (reason.signal !== null) return { signal: reason.signal };
  return reason.code === null ? {} : { exitCode: reason.code };
}

function mayHaveHappened(error: LocalError, context: ProblemContext): Problem['details'] {
  return context.tool === undefined ? {} : { mayHaveHappened: error.mayHaveHappened ? 'yes' : 'no' };
}

function limitOf({ kind }: LocalError, { seconds: idle, totalSeconds }: ProblemContext): Problem['details'] {
  const limit = kind === 'total-timeout' ? totalSeconds : idle;
  return limit === undefined ? {} : { seconds: limit };
}

function url(context: ProblemContext): Problem['details'] {
  return context.url === undefined ? {} : { url: context.url };
}

/** Technical text goes before what the server wrote. */
function withLog(context: ProblemContext, lines: readonly string[]): ProblemContext {
  return { ...context, log: [...lines, ...(context.log === undefined || context.log === '' ? [] : [context.log])].join('\n') };
}

function seconds(context: ProblemContext): Problem['details'] {
  return context.seconds === undefined ? {} : { seconds: context.seconds };
}

function make(code: ErrorCode, details: Problem['details'], context: ProblemContext, cause?: unknown): HostError {
  const { server, tool, log } = context;
  return new HostError(
    code,
    { server, ...(tool === undefined ? {} : { tool }), ...details },
    { ...(log === undefined || log === '' ? {} : { log: log.slice(-logLimit) }), ...(cause === undefined ? {} : { cause }) },
  );
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, textLimit);
}
