import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { ConnectError, LocalError, ServerError } from '@portolan/mcp-client/errors';
import type { CloseReason, RequestLost } from '@portolan/mcp-client/transport/transport';
import { fromCloseReason, retryOf, toHostError } from './problems.ts';

const exit: CloseReason = { kind: 'exit', code: 3, signal: null };
const spawnFailed = (code: string): CloseReason => ({ kind: 'spawn-failed', code, message: code });
const connectError = (kind: ConnectError['kind'], detail: { closeReason?: CloseReason; status?: number; offered?: string } = {}) => new ConnectError(kind, 'why', { attempts: ['initialize: <html>'], ...detail });
const localError = (kind: LocalError['kind'], mayHaveHappened: boolean, detail: { closeReason?: CloseReason; lost?: RequestLost } = {}) =>
  new LocalError(kind, 'why', { mayHaveHappened, ...detail });
const lost = (kind: RequestLost['kind'], status?: number): { lost: RequestLost } => ({ lost: { kind, message: 'why', isUnsent: false, ...(status === undefined ? {} : { status }) } });

type Row = [label: string, error: unknown, code: Problem['code'], details: Problem['details'], retry: ReturnType<typeof retryOf>];

const starts: Row[] = [
  ['program missing', connectError('spawn', { closeReason: spawnFailed('ENOENT') }), 'launch-not-found', { command: 'npx', reason: 'ENOENT' }, 'never'],
  ['no right to run', connectError('spawn', { closeReason: spawnFailed('EACCES') }), 'launch-not-permitted', { command: 'npx' }, 'never'],
  ['not a program', connectError('spawn', { closeReason: spawnFailed('ENOEXEC') }), 'launch-not-permitted', {}, 'never'],
  ['folder gone', connectError('spawn', { closeReason: spawnFailed('EBADCWD') }), 'launch-bad-folder', {}, 'never'],
  ['no more processes', connectError('spawn', { closeReason: spawnFailed('EAGAIN') }), 'server-error', { reason: 'EAGAIN' }, 'network'],
  ['no more files', connectError('spawn', { closeReason: spawnFailed('EMFILE') }), 'server-error', { reason: 'EMFILE' }, 'network'],
  ['exit code', connectError('exited', { closeReason: exit }), 'server-exited', { exitCode: 3 }, 'crash'],
  ['signal', connectError('exited', { closeReason: { kind: 'exit', code: null, signal: 'SIGSEGV' } }), 'server-exited', { signal: 'SIGSEGV' }, 'crash'],
  ['silence', connectError('timeout'), 'server-timeout', { seconds: 30 }, 'timeout'],
  ['a web page', connectError('not-mcp', { status: 200 }), 'server-not-mcp', { status: 200 }, 'never'],
  ['no common version', connectError('version'), 'server-version', {}, 'never'],
  ['an unknown version', connectError('version', { offered: '1999-01-01' }), 'server-version', { version: '1999-01-01' }, 'never'],
  ['401', connectError('needs-authorization', { status: 401 }), 'server-needs-authorization', {}, 'never'],
  ['403', connectError('needs-authorization', { status: 403 }), 'server-http-error', { status: 403 }, 'never'],
  ['404', connectError('http', { status: 404 }), 'server-http-error', { status: 404 }, 'never'],
  ['429', connectError('http', { status: 429 }), 'server-http-error', { status: 429 }, 'network'],
  ['503', connectError('http', { status: 503 }), 'server-http-error', { status: 503 }, 'network'],
  ['refused connection', connectError('network', { closeReason: { kind: 'network', code: 'ECONNREFUSED', message: 'x' } }), 'server-unreachable', { reason: 'ECONNREFUSED', url: 'https://a.example/' }, 'network'],
  ['cancelled', connectError('cancelled'), 'cancelled', {}, 'never'],
  ['our own fault', new TypeError('x is not a function'), 'internal', { message: 'x is not a function' }, 'crash'],
  ['known already', new HostError('launch-variable-unset', { server: 'files', variable: 'TOKEN' }), 'launch-variable-unset', { variable: 'TOKEN' }, 'never'],
];

describe('toHostError for a start', () => {
  const context = { server: 'files', command: 'npx', url: 'https://a.example/', seconds: 30, log: 'boom: API_KEY missing' };

  it.each(starts)('%s', (_label, error, code, details, retry) => {
    const { problem } = toHostError(error, context);
    expect(problem).toMatchObject({ code, details: { server: 'files', ...details } });
    expect(retryOf(problem)).toBe(retry);
  });

  it('carries the last stderr lines, and before them what came instead of MCP (try-out 7)', () => {
    expect(toHostError(connectError('exited', { closeReason: exit }), context).problem.log).toBe('boom: API_KEY missing');
    expect(toHostError(connectError('not-mcp'), context).problem.log).toBe('why\ninitialize: <html>\nboom: API_KEY missing');
  });

  it('bounds what a server can put into an error (T:H08)', () => {
    const { problem } = toHostError(new ServerError(-32_000, 'x'.repeat(1_000_000)), { server: 'files', log: 'y'.repeat(1_000_000) });
    expect(JSON.stringify(problem).length).toBeLessThan(40_000);
  });
});

const requests: [label: string, error: unknown, asCall: Problem['code'], asRead: Problem['code'], details: Problem['details']][] = [
  ['cancelled', localError('cancelled', true), 'cancelled', 'cancelled', {}],
  ['silence', localError('idle-timeout', true), 'call-timeout', 'call-timeout', { reason: 'idle-timeout' }],
  ['too long in all', localError('total-timeout', true), 'call-timeout', 'call-timeout', { reason: 'total-timeout' }],
  ['exit while it ran', localError('connection-closed', true, { closeReason: exit }), 'call-lost', 'server-exited', { exitCode: 3 }],
  ['exit before it was sent', localError('connection-closed', false, { closeReason: exit }), 'server-exited', 'server-exited', { exitCode: 3 }],
  ['closed by us', localError('connection-closed', false, { closeReason: { kind: 'closed-by-us' } }), 'server-not-ready', 'server-not-ready', {}],
  ['not connected', localError('not-connected', false), 'server-not-ready', 'server-not-ready', {}],
  ['stream ended', localError('request-lost', true, lost('stream-ended')), 'call-lost', 'server-unreachable', {}],
  ['refused before it was looked at', localError('request-lost', false, lost('network')), 'server-unreachable', 'server-unreachable', {}],
  ['401 in the middle', localError('request-lost', true, lost('http-status', 401)), 'server-needs-authorization', 'server-needs-authorization', {}],
  ['500 while it ran', localError('request-lost', true, lost('http-status', 500)), 'call-lost', 'server-http-error', { status: 500 }],
  ['500 without effect', localError('request-lost', false, lost('http-status', 500)), 'server-http-error', 'server-http-error', { status: 500 }],
  ['a page instead', localError('request-lost', false, lost('content-type')), 'server-not-mcp', 'server-not-mcp', {}],
  ['capability missing', localError('not-supported', false), 'server-not-supported', 'server-not-supported', {}],
  ['nonsense', localError('invalid-result', true), 'server-invalid-result', 'server-invalid-result', {}],
  ['method unknown', new ServerError(-32_601, 'Method not found'), 'server-error', 'server-not-supported', { rpcCode: -32_601 }],
  ['a refusal of ours passed on (H04)', new ServerError(-32_601, 'Elicitation not supported'), 'server-error', 'server-not-supported', { message: 'Elicitation not supported' }],
  ['tool unknown', new ServerError(-32_602, 'Unknown tool: ech'), 'tool-unknown', 'server-error', { message: 'Unknown tool: ech' }],
  ['arguments refused', new ServerError(-32_602, 'Invalid arguments for tool echo'), 'server-error', 'server-error', { rpcCode: -32_602 }],
  ['any other error', new ServerError(-32_000, 'nope'), 'server-error', 'server-error', { message: 'nope' }],
];

describe('toHostError for a request', () => {
  it.each(requests)('%s', (_label, error, asCall, asRead, details) => {
    expect(toHostError(error, { server: 'files', tool: 'echo' }).problem).toMatchObject({ code: asCall, details: { server: 'files', tool: 'echo', ...details } });
    expect(toHostError(error, { server: 'files' }).problem).toMatchObject({ code: asRead, details: { server: 'files', ...details } });
  });
});

describe('fromCloseReason', () => {
  const reasons: [CloseReason, Problem['code']][] = [
    [{ kind: 'closed-by-us' }, 'cancelled'],
    [exit, 'server-exited'],
    [{ kind: 'stdout-closed' }, 'server-exited'],
    [{ kind: 'cap', cap: 'frame-bytes', limit: 1, message: 'too big' }, 'server-error'],
    [{ kind: 'http', status: 401, message: '' }, 'server-needs-authorization'],
    [{ kind: 'http', status: 502, message: '' }, 'server-http-error'],
    [{ kind: 'network', code: 'ECONNRESET', message: '' }, 'server-unreachable'],
  ];
  it.each(reasons)('%j', (reason, code) => {
    expect(fromCloseReason(reason, { server: 'files' }).problem.code).toBe(code);
  });
});
