import { TokenStream } from './token-stream.ts';

/** Streams kept for messages that scrolled out of the page, so that coming back costs no reading. */
const limit = 200;
const streams = new Map<string, TokenStream>();

/** The stream of a message, kept outside React; the least recently used are dropped. */
export function streamFor(key: string): TokenStream {
  const known = streams.get(key);
  const stream = known ?? new TokenStream();
  streams.delete(key);
  streams.set(key, stream);
  if (streams.size > limit) {
    const oldest = streams.keys().next().value;
    if (oldest !== undefined) streams.delete(oldest);
  }
  return stream;
}
