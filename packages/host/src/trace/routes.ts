/** The trace's part of the contract. Nothing leaves the host without its secrets struck out. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { trace } from '@portolan/contract/trace';
import { toEntryView } from './entry-view.ts';
import { exportTrace } from './export.ts';
import type { Redactor } from './redact.ts';
import { searchTrace } from './search.ts';
import type { TraceStore } from './trace-store.ts';
import { watchTrace } from './watch.ts';

export interface TraceRouteDeps {
  store: TraceStore;
  redactor: Redactor;
  /** Makes sure that every stored secret is known. Asked before anything is handed out. */
  learnSecrets: () => Promise<void>;
  /** Null for a server that is not configured. */
  serverName: (serverId: ServerId) => string | null;
  version: string;
}

export function traceRoutes({ store, redactor, learnSecrets, serverName, version }: TraceRouteDeps): HandlersFor<typeof trace> {
  const check = (serverId: ServerId | undefined): void => {
    if (serverId !== undefined && serverName(serverId) === null) throw new HostError('server-unknown', { serverId });
  };
  return {
    'trace/watch': async function* ({ serverId }, { signal }) {
      check(serverId);
      // A server that has said nothing yet is shown as empty, not as missing.
      if (serverId !== undefined) store.of(serverId);
      await learnSecrets();
      yield* watchTrace(store, redactor, serverId, signal);
    },
    'trace/entry': async ({ serverId, id }) => {
      await learnSecrets();
      const entry = store.find(serverId, id);
      return { entry: entry === null ? null : toEntryView(entry, redactor) };
    },
    'trace/search': async (query, { signal }) => {
      await learnSecrets();
      return searchTrace(store, redactor, query, signal);
    },
    'trace/find': ({ callId }) => {
      const entry = store.findCall(callId);
      return { found: entry === null ? null : { serverId: entry.serverId, id: entry.id } };
    },
    'trace/clear': ({ serverId }) => {
      store.clear(serverId);
      return {};
    },
    'trace/setRecording': ({ serverId, isRecording }) => {
      check(serverId);
      store.setRecording(serverId, isRecording);
      return {};
    },
    'trace/export': async function* (query) {
      check(query.serverId);
      await learnSecrets();
      yield* exportTrace(store, redactor, query, { version, serverName: (serverId) => serverName(serverId) ?? serverId });
    },
  };
}
