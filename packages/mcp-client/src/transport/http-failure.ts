/** What can go wrong with one HTTP exchange, in words a person can act on. */
import { proxyErrorIn } from '../network/proxy-error.ts';
import type { RequestLost } from './transport.ts';

/** One exchange failed. `lost` is what the peer is told of the request that was in it. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly lost: RequestLost;
  constructor(lost: RequestLost, cause?: unknown) {
    super(lost.message, cause === undefined ? undefined : { cause });
    this.lost = lost;
  }
}

/** Codes of Node, OpenSSL and undici that can only occur before the request was written, with what they mean. */
const beforeSending: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up (DNS does not answer)',
  ENETUNREACH: 'the network is not reachable',
  EHOSTUNREACH: 'the host is not reachable',
  EADDRNOTAVAIL: 'no address to connect from',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not accepted in time',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet; check the clock of this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate chain holds a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate cannot be verified (an intermediate certificate is missing)',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its TLS certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its TLS certificate is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
  EPROTO: 'TLS could not be agreed on; the address may need http: instead of https:',
  UNSAFE_PORT: 'this port is not allowed for HTTP',
};

const whileRunning: Record<string, string> = {
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_HEADERS_TIMEOUT: 'no answer began in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stalled',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than its Content-Length says',
  Z_BUF_ERROR: 'the compressed answer is cut off',
  Z_DATA_ERROR: 'the compressed answer is damaged',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
};

/** OpenSSL's codes for a handshake that failed; others of its family can also end a running connection. */
const handshakeCode = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|.*(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNRECOGNIZED_NAME))$/;

/** What fetch threw, turned into a RequestLost. `at` names the server, without secrets. */
export function networkLost(error: unknown, at: string): RequestLost {
  const proxy = proxyErrorIn(error);
  // The server has not heard of it yet.
  if (proxy !== undefined) return { kind: 'network', message: `${at}: ${proxy.message}`, isUnsent: true, cause: proxy };
  const { code, text, isConnecting } = rootCause(error);
  const family = handshakeCode.test(code) ? 'EPROTO' : code;
  const known = beforeSending[family] ?? whileRunning[family];
  const meaning = known ?? (code.startsWith('HPE_') ? 'it does not speak HTTP' : text);
  return {
    kind: 'network',
    message: `${at}: ${meaning}${code === '' ? '' : ` [${code}]`}`,
    isUnsent: Object.hasOwn(beforeSending, family) || isConnecting,
  };
}

interface RootCause {
  code: string;
  text: string;
  /** The failing system call was connect or a name lookup. */
  isConnecting: boolean;
}

/** fetch wraps the reason in causes, and several addresses of one host in an AggregateError: the deepest code is the news. */
function rootCause(error: unknown): RootCause {
  let found: RootCause = { code: '', text: 'the request failed', isConnecting: false };
  let current: unknown = error;
  for (let hops = 0; hops < 8 && current instanceof Error; hops += 1) {
    const code = property(current, 'code');
    const syscall = property(current, 'syscall');
    const text = current.message === '' ? found.text : current.message;
    if (text === 'bad port') found = { code: 'UNSAFE_PORT', text, isConnecting: true };
    else found = { code: code ?? found.code, text, isConnecting: syscall === 'connect' || syscall === 'getaddrinfo' };
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return found;
}

function property(error: Error, name: 'code' | 'syscall'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
