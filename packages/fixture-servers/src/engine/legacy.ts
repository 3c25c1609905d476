import { capabilitiesOf } from './features.ts';
import { asDict, asText } from './json.ts';
import { isLevel } from './levels.ts';
import { unsupportedVersion } from './modern.ts';
import { errorCode, RpcError } from './rpc-error.ts';
import type { FixtureServer } from './server.ts';
import { shape } from './shape.ts';
import { listChangedMethod } from './subscription.ts';
import type { Dict, ListKind, Revision } from './types.ts';

/** What a legacy connection remembers between requests. */
export class LegacyState {
  revision: Revision | undefined;
  initialized = false;
  clientCapabilities: Dict = {};
  logLevel: string | undefined = 'info';
  readonly subscribed = new Map<string, () => void>();
  readonly #server: FixtureServer;
  readonly #notify: (method: string, params?: Dict) => void;
  #off: (() => void) | undefined;

  constructor(server: FixtureServer, notify: (method: string, params?: Dict) => void) {
    this.#server = server;
    this.#notify = notify;
  }

  /** The client sent `notifications/initialized`: from now on it hears of changes. */
  ready(): void {
    this.#off ??= this.#server.listen({
      changed: (kind: ListKind) => this.#notify(listChangedMethod[kind]),
      updated: (uri) => {
        if (this.subscribed.has(uri)) this.#notify('notifications/resources/updated', { uri });
      },
      end: () => undefined,
    });
  }

  assume(revision: Revision | undefined): void {
    this.initialized = true;
    this.revision = revision;
  }

  close(): void {
    this.#off?.();
    this.#off = undefined;
    for (const unwatch of this.subscribed.values()) unwatch();
    this.subscribed.clear();
  }
}

/** Answers what only legacy connections have: initialize, ping, logging/setLevel, resources/subscribe. Undefined for everything else. */
export function answerLegacy(server: FixtureServer, state: LegacyState, method: string, params: Dict): Dict | undefined {
  switch (method) {
    case 'initialize':
      return initialize(server, state, params);
    case 'ping':
      return {};
    case 'logging/setLevel':
      if (!isLevel(params['level'])) throw new RpcError(errorCode.invalidParams, `Unknown level: ${asText(params['level'])}`);
      state.logLevel = params['level'];
      return {};
    case 'resources/subscribe':
      if (!state.subscribed.has(asText(params['uri']))) state.subscribed.set(asText(params['uri']), server.watch(asText(params['uri'])));
      return {};
    case 'resources/unsubscribe':
      state.subscribed.get(asText(params['uri']))?.();
      state.subscribed.delete(asText(params['uri']));
      return {};
    default:
      if (method !== 'server/discover' && !state.initialized) throw new RpcError(errorCode.invalidRequest, `Not initialized yet: ${method}`);
      return undefined;
  }
}

function initialize(server: FixtureServer, state: LegacyState, params: Dict): Dict {
  const { legacy } = server.behaviour;
  const newest = legacy.at(-1);
  if (newest === undefined) throw unsupportedVersion(asText(params['protocolVersion']));
  // A version that is not served is answered with the newest that is (page: basic/lifecycle).
  const revision = legacy.find((each) => each === params['protocolVersion']) ?? newest;
  state.revision = revision;
  state.initialized = true;
  state.clientCapabilities = asDict(params['capabilities']);
  const { instructions } = server.definition;
  return {
    protocolVersion: revision,
    capabilities: capabilitiesOf(server.definition, revision),
    serverInfo: server.definition.verbatim === true ? server.info : shape('implementation', server.info, revision),
    ...(instructions === undefined ? {} : { instructions }),
  };
}
