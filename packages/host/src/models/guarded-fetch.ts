/** The fetch every provider package gets: one origin, no redirects, no key where there is none, bounded bodies. */
import { AnswerTooLong, NotAModel } from './model-errors.ts';

export interface GuardOptions {
  /** Requests to any other origin are refused. */
  origin: string;
  /** Without a key the placeholder that provider packages insist on is taken off again. */
  hasKey: boolean;
  /** Most bytes of one successful answer. */
  maxBytes?: number;
  fetch?: typeof fetch;
}

const defaultMaxBytes = 64_000_000;
const maxErrorBytes = 64_000;
const keyHeaderNames = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

export function guardedFetch(options: GuardOptions): typeof fetch {
  const send = options.fetch ?? fetch;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== options.origin) throw new NotAModel(`A request to ${url.origin} was stopped: the provider is at ${options.origin}.`);
    const headers = new Headers(init?.headers);
    if (!options.hasKey) for (const name of keyHeaderNames) headers.delete(name);
    const response = await send(url, { ...init, headers, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const target = response.headers.get('location') ?? '';
      throw new NotAModel(`HTTP ${response.status}, redirected to ${URL.canParse(target, url.href) ? new URL(target, url.href).origin : 'elsewhere'}.`);
    }
    if (!response.ok) return withBody(response, capped(response.body, maxErrorBytes, 'cut'));
    if (/^text\/html|^application\/xhtml/i.test(response.headers.get('content-type') ?? '')) {
      throw new NotAModel(await firstText(response.body, 500));
    }
    return withBody(response, capped(response.body, options.maxBytes ?? defaultMaxBytes, 'fail'));
  };
}

function withBody(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function capped(body: ReadableStream<Uint8Array> | null, limit: number, beyond: 'cut' | 'fail'): ReadableStream<Uint8Array> | null {
  if (!body) return null;
  let left = limit;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left >= 0) controller.enqueue(chunk);
        else if (beyond === 'fail') controller.error(new AnswerTooLong(`${limit} bytes`));
        else {
          controller.enqueue(chunk.subarray(0, chunk.byteLength + left));
          controller.terminate();
        }
      },
    }),
  );
}

/** The beginning of a body as text; reads no more than it needs. */
export async function firstText(body: ReadableStream<Uint8Array> | null, characters: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  const reader = body.getReader();
  try {
    while (text.length < characters) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return text.slice(0, characters);
}
