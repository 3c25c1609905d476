/** Which of our requests a server's request is about, and their clocks, which stand still while a person answers it. */
import type { InboundWork } from './inbound.ts';
import type { RequestId } from './message.ts';
import { pause, resume } from './pending.ts';
import type { Pending } from './pending.ts';

/** Requests of ours during which a server may need something of the person. */
const ASKING_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/**
 * A stream of HTTP belongs to one request. Elsewhere a legacy server does not say for which it asks: when several are under
 * way none of them is named, but all of them wait for the person.
 * @param pending our open requests by id
 * @param scope the request on whose stream the server asked, if there is one
 * @param announce called for each request whose clock goes on
 */
export function relatedWork(pending: ReadonlyMap<number, Pending>, scope: RequestId | undefined, announce: (entry: Pending) => void): InboundWork {
  const own = typeof scope === 'number' ? pending.get(scope) : undefined;
  const waiting = own === undefined ? [...pending.values()].filter(({ method }) => ASKING_METHODS.has(method)) : [own];
  const [only] = waiting;
  const related = only === undefined || waiting.length > 1 ? undefined : { id: only.id, method: only.method, params: only.params, reference: only.reference, isCertain: own !== undefined };
  return {
    related,
    begin: () => {
      for (const entry of waiting) pause(entry);
      return () => {
        for (const entry of waiting) {
          resume(entry);
          if (entry.pauses === 0 && pending.has(entry.id)) announce(entry);
        }
      };
    },
  };
}
