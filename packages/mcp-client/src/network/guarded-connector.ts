/**
 * Sockets that only go where they may: the address is judged where it is used, after the name was looked up, so that no
 * redirect, no odd way to write a number and no name that changes its mind leads elsewhere.
 */
import { lookup as dnsLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

const blockedCode = 'ADDRESS_NOT_ALLOWED';

class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
  readonly code = blockedCode;
}

export interface GuardedConnectorOptions {
  /** Judges an IP address that `hostname` led to. */
  isAllowed: (address: string, hostname: string) => boolean;
  /** Certificates of private authorities, trusted besides the known ones. */
  ca?: string[] | undefined;
  /** Replaces the system's name lookup. */
  lookup?: typeof dnsLookup;
  /** Milliseconds for the connection to stand; 5,000 unless told. */
  timeoutMs?: number;
}

/** For undici's agents. A refused address fails with an error that {@link isAddressRefused} knows. */
export function guardedConnector({ isAllowed, ca, lookup: resolve = dnsLookup, timeoutMs = 5_000 }: GuardedConnectorOptions): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const [first, ...rest] = addresses.filter(({ address }) => isAllowed(address, hostname));
      if (first === undefined) callback(new AddressNotAllowed(`${hostname} leads to an address that is not allowed`), '', 0);
      else if (options.all === true) callback(null, [first, ...rest]);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup, allowH2: false, ...(ca === undefined ? {} : { ca }) });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isAllowed(literal, options.hostname)) {
      callback(new AddressNotAllowed(`${literal} is not allowed`), null);
      return;
    }
    connect(options, (error, socket) => {
      if (error !== null) callback(error, null);
      else if (isAllowed(socket.remoteAddress ?? '', options.hostname)) callback(null, socket);
      else {
        socket.destroy();
        callback(new AddressNotAllowed(`${options.hostname} leads to an address that is not allowed`), null);
      }
    });
  };
}

export interface JudgeOptions extends Pick<GuardedConnectorOptions, 'isAllowed' | 'lookup'> {
  /** Judges a name that this computer cannot look up; names of the internet pass unless told otherwise. */
  isNameAllowed?: (hostname: string) => boolean;
}

/**
 * The same judgement for what a proxy will connect to: every address the name leads to has to be allowed, because the proxy
 * chooses. Where this computer cannot look up names of the internet, as behind many companies' proxies, a name with the shape
 * of one is left to the proxy; it may know names of its own network that we cannot see, which is for its rules to decide.
 */
export function addressJudge({ isAllowed, isNameAllowed = isInternetName, lookup: resolve = dnsLookup }: JudgeOptions): (url: URL) => Promise<void> {
  return async ({ hostname }) => {
    const literal = hostname.replace(/^\[|\]$/g, '');
    const refuse = (): never => {
      throw new AddressNotAllowed(`${hostname} leads to an address that is not allowed`);
    };
    if (isIP(literal) !== 0) {
      if (!isAllowed(literal, hostname)) refuse();
      return;
    }
    const addresses = await new Promise<LookupAddress[] | null>((settle) => {
      resolve(hostname, { all: true }, (error, found: LookupAddress[]) => settle(error === null ? found : null));
    });
    if (addresses === null ? !isNameAllowed(hostname) : addresses.some(({ address }) => !isAllowed(address, hostname))) refuse();
  };
}

/** Names that no public zone has: RFC 6761, 6762, 8375 and what routers and companies call their own. */
export function isInternetName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, '').toLowerCase().split('.');
  return labels.length > 1 && !/^(?:localhost|local|internal|intranet|private|corp|home|lan|arpa|test|invalid|example|onion|alt|\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '');
}

/** Whether a failed request failed because of the guard, however deep that is wrapped. */
export function isAddressRefused(error: unknown): boolean {
  for (let cause: unknown = error, hops = 0; cause instanceof Error && hops < 8; hops += 1) {
    if (Reflect.get(cause, 'code') === blockedCode) return true;
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return false;
}
