/** How often an app may have the person asked about a link (I14, B05), and which are not worth asking about. */
const most = 5;
const withinMs = 60_000;
const longest = 8192;

export class LinkGate {
  #asked: number[] = [];

  /** @param now on a clock that only goes forward, in milliseconds */
  admits(url: string, now: number): boolean {
    if (!isWebAddress(url)) return false;
    this.#asked = this.#asked.filter((at) => at > now - withinMs);
    if (this.#asked.length >= most) return false;
    this.#asked.push(now);
    return true;
  }
}

/** The host looks once more, and says why not; this only keeps the question from being put. */
function isWebAddress(url: string): boolean {
  if (url.length > longest || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:';
}
