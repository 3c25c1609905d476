/** What a failed request says of the network, as errors of the contract. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ProxyError } from '@portolan/mcp-client/network/proxy-error';
import { proxyErrorIn } from '@portolan/mcp-client/network/proxy-error';

/** Null when no proxy is to blame. */
export function proxyProblemIn(error: unknown): Problem | null {
  const found = proxyErrorIn(error);
  return found === undefined ? hostProblemIn(error) : new HostError('proxy-failed', detailsOf(found)).problem;
}

/** @param what details that name whose connection it was */
export function proxyFailed(error: ProxyError, what: Problem['details'] = {}): HostError {
  return new HostError('proxy-failed', { ...what, ...detailsOf(error) }, { cause: error });
}

function detailsOf({ proxy, target, fault, status, code }: ProxyError): Problem['details'] {
  return { proxy, target, reason: fault, ...(status === undefined ? {} : { status }), ...(code === '' ? {} : { cause: code }) };
}

/** A route that has no proxy to give says so itself, and is wrapped on its way. */
function hostProblemIn(error: unknown): Problem | null {
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    if (current instanceof HostError && current.problem.code === 'proxy-failed') return current.problem;
    current = current.cause;
  }
  return null;
}

/** For an address that did not answer: which code the system gave. */
export function unreachable(origin: string, error: unknown): Problem {
  let reason = '';
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string') reason = code;
    else if (current.name === 'TimeoutError') reason = 'ETIMEDOUT';
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return new HostError('address-unreachable', { url: origin, reason }).problem;
}
