/** What an HTTP exchange takes and gives, whether our own pool or a given `fetch` carries it. */

/** The part of a fetch response that is used here. */
export interface HttpResponse {
  readonly status: number;
  readonly url: string;
  readonly type: string;
  readonly headers: Headers | { get(name: string): string | null; entries(): Iterable<[string, string]> };
  readonly body: ResponseBody | null;
}

export interface ResponseBody {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(reason?: unknown): Promise<void> };
  cancel(reason?: unknown): Promise<void>;
}

export interface FetchInit {
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  redirect: 'manual';
  signal: AbortSignal;
  body?: string;
}
