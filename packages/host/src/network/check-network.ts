/** Whether what is used here can be reached: one request each, without a credential, and nothing of the answer is used but that it came. */
import type { NetworkCheck } from '@portolan/contract/network';
import { officialRegistry } from '@portolan/contract/registry';
import { effectiveBaseUrl } from '../models/provider-kinds.ts';
import type { ConfigState } from '../ports.ts';
import type { Network } from './network.ts';
import { proxyProblemIn, unreachable } from './network-problem.ts';

const timeoutMs = 10_000;
// Side by side, each in its own time; whoever has more servers than this knows how to ask them.
const most = 24;

type Address = Pick<NetworkCheck, 'kind' | 'name' | 'origin'>;

export function checkNetwork(network: Pick<Network, 'fetch' | 'route'>, state: ConfigState, signal: AbortSignal): Promise<NetworkCheck[]> {
  return Promise.all(addressesOf(state).map((address) => check(network, address, signal)));
}

async function check(network: Pick<Network, 'fetch' | 'route'>, address: Address, signal: AbortSignal): Promise<NetworkCheck> {
  const started = performance.now();
  let via: string | null = null;
  let problem: NetworkCheck['problem'] = null;
  try {
    via = (await network.route(new URL(address.origin)))?.origin ?? null;
    const response = await network.fetch(address.origin, { method: 'GET', redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    await response.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    problem = proxyProblemIn(error) ?? unreachable(address.origin, error);
  }
  return { ...address, via, ms: Math.round(performance.now() - started), problem };
}

/** Each origin once. Servers that are off, and addresses that variables make, are left out. */
function addressesOf({ providers, servers, settings }: ConfigState): Address[] {
  const all: Address[] = [{ kind: 'registry', name: '', origin: originOf(settings.registryUrl || officialRegistry) }];
  for (const { name, kind, baseUrl } of providers) all.push({ kind: 'provider', name, origin: originOf(safely(() => effectiveBaseUrl(kind, baseUrl))) });
  for (const { name, launch, isEnabled } of servers) if (isEnabled && launch.kind === 'http') all.push({ kind: 'server', name, origin: originOf(launch.url) });
  const seen = new Set<string>();
  return all.filter(({ origin }) => origin !== '' && !seen.has(origin) && seen.add(origin)).slice(0, most);
}

function originOf(address: string): string {
  if (address.includes('${') || !URL.canParse(address)) return '';
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : '';
}

function safely(make: () => string): string {
  try {
    return make();
  } catch {
    return '';
  }
}
