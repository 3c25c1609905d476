import { finishResult, honouredFilter, subscriptionMeta } from './modern.ts';
import type { FixtureServer } from './server.ts';
import type { Dict, RequestId } from './types.ts';

const methodOf = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
} as const;

/**
 * Opens one modern `subscriptions/listen`: acknowledges, then forwards what the filter lets through until the signal aborts
 * (no answer then) or the server ends (an empty result then). Page: basic/patterns/subscriptions.
 */
export function openSubscription(
  server: FixtureServer,
  id: RequestId,
  requested: Dict,
  signal: AbortSignal,
  send: (message: Dict) => void,
): void {
  const filter = honouredFilter(requested);
  const uris = Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'] : [];
  const notify = (method: string, params: Dict): void => {
    send({ jsonrpc: '2.0', method, params: { _meta: subscriptionMeta(id), ...params } });
  };
  notify('notifications/subscriptions/acknowledged', { notifications: filter });
  const off = server.listen({
    changed(kind) {
      if (filter[`${kind}ListChanged`] === true) notify(methodOf[kind], {});
    },
    updated(uri) {
      if (uris.includes(uri)) notify('notifications/resources/updated', { uri });
    },
    end() {
      send({ jsonrpc: '2.0', id, result: finishResult(server, 'subscriptions/listen', { _meta: subscriptionMeta(id) }) });
    },
  });
  const unwatch = uris.map((uri) => server.watch(String(uri)));
  const leave = (): void => {
    off();
    for (const each of unwatch) each();
  };
  signal.addEventListener('abort', leave, { once: true });
}

export { methodOf as listChangedMethod };
