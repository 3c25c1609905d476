/** What sites ask of programs (RFC 9309). */
import * as robotsModule from 'robots-parser';
import { Refusal } from '../tool-result.ts';
import { robotName } from './get.ts';
import type { Web } from './get.ts';

const keptMs = 10 * 60_000;
const sizeLimit = 500 * 1024;

export class Robots {
  readonly #web: Web;
  readonly #known = new Map<string, { at: number; text: Promise<string> }>();

  constructor(web: Web) {
    this.#web = web;
  }

  /** @throws {Refusal} when the site asks programs to stay away from this address */
  async check(url: URL, signal: AbortSignal): Promise<void> {
    const address = new URL('/robots.txt', url).href;
    const isAllowed = parse(address, await this.#read(address, signal)).isAllowed(url.href, robotName);
    if (isAllowed === false) throw new Refusal(`${url.host} asks programs not to read ${url.pathname} (robots.txt). A person can open it in a browser.`);
  }

  #read(address: string, signal: AbortSignal): Promise<string> {
    const known = this.#known.get(address);
    if (known !== undefined && performance.now() - known.at < keptMs) return known.text;
    if (this.#known.size > 200) this.#known.clear();
    const text = this.#web.get(address, signal, { maxBytes: sizeLimit }).then(
      // None is no wish; a site that fails to answer is asked for the page all the same, and says there what is wrong.
      ({ status, bytes }) => (status >= 200 && status < 300 ? new TextDecoder().decode(bytes) : ''),
      (error: unknown) => {
        this.#known.delete(address);
        // What leads into a private network does so for the page as well: that is said there.
        if (error instanceof Refusal) return '';
        throw error;
      },
    );
    this.#known.set(address, { at: performance.now(), text });
    return text;
  }
}

interface Rules {
  /** Undefined where the file says nothing. */
  isAllowed(url: string, robot: string): boolean | undefined;
}

/** The package is CommonJS and its types speak of a default export: what can be called is looked for. */
function parse(address: string, text: string): Rules {
  const found: unknown = Reflect.get(robotsModule, 'default');
  if (typeof found !== 'function') return { isAllowed: () => undefined };
  const rules: unknown = Reflect.apply(found, undefined, [address, text]);
  return {
    isAllowed: (url, robot) => {
      const ask: unknown = typeof rules === 'object' && rules !== null ? Reflect.get(rules, 'isAllowed') : undefined;
      const verdict: unknown = typeof ask === 'function' ? Reflect.apply(ask, rules, [url, robot]) : undefined;
      return typeof verdict === 'boolean' ? verdict : undefined;
    },
  };
}
