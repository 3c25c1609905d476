/** What servers that run, or start when they are used, offer for a message: searched by the host, best first (C06). */
import type { EventOf } from '@portolan/contract/contract';
import type { LibraryHit, LibraryKind } from '@portolan/contract/library';
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { useMemo } from 'react';
import type { LiveSource } from '../host/live.ts';
import { useHostQuery, useServers } from '../host/queries.ts';
import { useLive } from '../host/use-live.ts';
import { isUsable } from './server-state.ts';

export interface LibraryChoices {
  found: { hit: LibraryHit; server: ServerView }[];
  total: number;
  /** What is shown is not yet the answer to what was asked. */
  isPending: boolean;
  /** Nothing is offered at all. */
  isNone: boolean;
}

const most = 200;
const source: LiveSource<'library/watch', EventOf<'library/watch'>> = { method: 'library/watch', input: {}, reduce: (_state, event) => event };

/** `query` null: nothing is asked. Before a colon stands a server's name; a query that only a server's name answers finds all of it. */
export function useLibraryChoices(query: string | null, kinds: readonly LibraryKind[], has: (server: ServerView) => boolean): LibraryChoices {
  const servers = useServers().data;
  const usable = useMemo(() => (servers ?? []).filter((server) => isUsable(server) && has(server)), [servers, has]);
  const stamp = useLive('library', source).data?.stamp;
  const { text, of } = useMemo(() => readQuery(query ?? '', usable), [query, usable]);
  const common = { kinds: [...kinds], onlyEnabled: true, limit: most };
  const options = { stamp, enabled: query !== null && usable.length > 0, keep: true };
  const asked = useHostQuery('library/search', { ...common, text, serverIds: of.map(({ id }) => id) }, options);
  const named = useMemo(() => (text === '' ? [] : usable.filter(({ name }) => startsWith(name, text))), [usable, text]);
  const isElsewhere = named.length > 0 && asked.data?.total === 0 && !asked.isPlaceholderData;
  const ofNamed = useHostQuery('library/search', { ...common, text: '', serverIds: named.map(({ id }) => id) }, { ...options, enabled: options.enabled && isElsewhere });
  const answer = isElsewhere ? ofNamed : asked;
  return useMemo(() => {
    const byId = new Map<ServerId, ServerView>(usable.map((server) => [server.id, server]));
    const found = (answer.data?.hits ?? []).flatMap((hit) => {
      const server = byId.get(hit.serverId);
      return server === undefined ? [] : [{ hit, server }];
    });
    return { found, total: answer.data?.total ?? 0, isPending: usable.length > 0 && (answer.isPending || answer.isPlaceholderData), isNone: usable.length === 0 };
  }, [usable, answer.data, answer.isPending, answer.isPlaceholderData]);
}

function readQuery(query: string, servers: readonly ServerView[]): { text: string; of: readonly ServerView[] } {
  const colon = query.indexOf(':');
  const named = colon <= 0 ? [] : servers.filter(({ name }) => startsWith(name, query.slice(0, colon)));
  // A colon stands in addresses too.
  return named.length > 0 && query[colon + 1] !== '/' ? { text: query.slice(colon + 1), of: named } : { text: query, of: servers };
}

const startsWith = (name: string, text: string) => name.toLocaleLowerCase('en').startsWith(text.toLocaleLowerCase('en'));
