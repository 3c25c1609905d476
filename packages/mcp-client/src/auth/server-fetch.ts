/** Requests to the MCP server itself, when the host brings no fetch of its own. */
import { Agent, fetch as undiciFetch } from 'undici';

/** The part of `fetch` that is needed here. */
export type SendToServer = (url: string, init: RequestInit) => Promise<Response>;

/** Time limits are the caller's: streams of this protocol stay open and silent for hours. */
export function createServerFetch(configured: typeof fetch | undefined, ca: string[] | undefined): { fetch: SendToServer; close(): Promise<void> } {
  if (configured !== undefined) return { fetch: (url, init) => configured(url, init), close: async () => undefined };
  const agent = new Agent({ connect: { timeout: 10_000, ...(ca === undefined ? {} : { ca }) }, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  return {
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: agent }),
    close: () => agent.destroy(),
  };
}
