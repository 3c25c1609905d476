/** A proxy that does not do what it is there for: told apart from a server that does not, because others mend it. */

/**
 * `unreachable`: nothing answers at its address. `credentials`: it wants a user name and a password, or others than it was
 * given (407). `refused`: it answered and will not connect there. `certificate`: it is an https: proxy whose certificate is
 * not trusted. `not-a-proxy`: what answers is no HTTP proxy.
 */
export type ProxyFault = 'unreachable' | 'credentials' | 'refused' | 'certificate' | 'not-a-proxy';

export interface ProxyErrorDetail {
  status?: number;
  /** The code of the system or of TLS. */
  code?: string;
  cause?: unknown;
}

const meaning: Record<ProxyFault, string> = {
  unreachable: 'could not be reached',
  credentials: 'wants a user name and a password that it accepts',
  refused: 'refused to connect',
  certificate: 'has a certificate that is not trusted',
  'not-a-proxy': 'does not answer as an HTTP proxy does',
};

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly fault: ProxyFault;
  /** Scheme, host and port. */
  readonly proxy: string;
  /** Host and port that were to be reached. */
  readonly target: string;
  readonly status: number | undefined;
  readonly code: string;
  constructor(fault: ProxyFault, proxy: string, target: string, { status, code, cause }: ProxyErrorDetail = {}) {
    super(`The proxy ${proxy} ${meaning[fault]}${fault === 'refused' ? ` to ${target}` : ''}${status === undefined ? '' : ` (HTTP ${status})`}`, cause === undefined ? undefined : { cause });
    this.fault = fault;
    this.proxy = proxy;
    this.target = target;
    this.status = status;
    this.code = code ?? '';
  }
}

/** The proxy's failure that a failed request came from, if it did. */
export function proxyErrorIn(error: unknown): ProxyError | undefined {
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    if (current instanceof ProxyError) return current;
    current = current.cause;
  }
  return undefined;
}

/** What went wrong on the way to the proxy itself. Already a proxy's failure: as it is. */
export function toProxyError(error: unknown, proxy: string, target: string): ProxyError {
  const known = proxyErrorIn(error);
  if (known !== undefined) return known;
  const code = codeOf(error);
  if (error instanceof Error && /\b407\b/.test(error.message)) return new ProxyError('credentials', proxy, target, { status: 407, cause: error });
  if (/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|UND_ERR_PRX_TLS)/.test(code)) return new ProxyError('certificate', proxy, target, { code, cause: error });
  // undici's parser names no code of its own.
  if ((error instanceof Error && error.name === 'HTTPParserError') || /^(?:HPE_|ERR_SSL_|EPROTO)/.test(code)) return new ProxyError('not-a-proxy', proxy, target, { code, cause: error });
  return new ProxyError('unreachable', proxy, target, { code, cause: error });
}

function codeOf(error: unknown): string {
  let found = '';
  for (let current: unknown = error, hops = 0; current instanceof Error && hops < 8; hops += 1) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string') found = code;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return found;
}
