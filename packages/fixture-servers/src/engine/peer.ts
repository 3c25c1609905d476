import { setTimeout as wait } from 'node:timers/promises';
import { answerFeature } from './features.ts';
import { asDict, asText, isDict, isRequestId } from './json.ts';
import { answerLegacy, LegacyState } from './legacy.ts';
import { passesLevel } from './levels.ts';
import { checkEnvelope, checkInputRequests, discover, finishResult, hasEnvelope, unsupportedVersion } from './modern.ts';
import { errorCode, RpcError } from './rpc-error.ts';
import type { FixtureServer } from './server.ts';
import { openSubscription } from './subscription.ts';
import { modernRevision } from './types.ts';
import type { CallContext, Dict, Link, RequestId, Revision } from './types.ts';

/** How a peer reaches its client. `status` is the HTTP status that an error has under the modern revision. */
export interface PeerLink extends Link {
  write(message: unknown, related?: RequestId, status?: number): void;
}

/** One client as the server sees it: a stdio process, a legacy session, or a single modern HTTP request. */
export class Peer {
  readonly #server: FixtureServer;
  readonly #link: PeerLink;
  readonly #legacy: LegacyState;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #asked = new Map<RequestId, (message: Dict) => void>();
  #nextAsk = 1;

  constructor(server: FixtureServer, link: PeerLink) {
    this.#server = server;
    this.#link = link;
    this.#legacy = new LegacyState(server, (method, params) => this.#send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }, undefined));
  }

  /** Serves one parsed message of the client; settles when it has been answered. Never throws. */
  async receive(message: unknown): Promise<void> {
    const { script } = this.#server.definition;
    if ((await script?.receive?.(message, this.#link)) === true) return;
    if (Array.isArray(message)) {
      if (this.#legacy.revision === '2025-03-26' || this.#legacy.revision === '2024-11-05') await Promise.all(message.map((each) => this.receive(each)));
      else this.#fail(null, new RpcError(errorCode.invalidRequest, 'Batches are not part of this revision', undefined, 400));
      return;
    }
    if (!isDict(message) || message['jsonrpc'] !== '2.0') {
      this.#fail(null, new RpcError(errorCode.invalidRequest, 'Not a JSON-RPC 2.0 message', undefined, 400));
    } else if (typeof message['method'] !== 'string') {
      const settle = isRequestId(message['id']) ? this.#asked.get(message['id']) : undefined;
      settle?.(message);
    } else if (!('id' in message)) {
      this.#notified(message['method'], asDict(message['params']));
    } else if (isRequestId(message['id'])) {
      await this.#answer(message['id'], message['method'], asDict(message['params']), hasEnvelope(message));
    } else {
      this.#fail(null, new RpcError(errorCode.invalidRequest, 'The id of a request is a string or an integer', undefined, 400));
    }
  }

  /** Cancels one running request (its stream was closed), or all of them. */
  abort(id?: RequestId): void {
    if (id !== undefined) this.#running.get(id)?.abort();
    else for (const controller of this.#running.values()) controller.abort();
  }

  /** The client is gone. */
  close(): void {
    this.abort();
    this.#legacy.close();
  }

  /** Serve legacy requests without a handshake, as a stateless HTTP server does. */
  assumeInitialized(revision: Revision | undefined): void {
    this.#legacy.assume(revision);
  }

  #notified(method: string, params: Dict): void {
    if (method === 'notifications/cancelled' && isRequestId(params['requestId'])) this.abort(params['requestId']);
    else if (method === 'notifications/initialized') this.#legacy.ready();
  }

  async #answer(id: RequestId, method: string, params: Dict, enveloped: boolean): Promise<void> {
    const { behaviour } = this.#server;
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      if (behaviour.delayMs > 0) await wait(behaviour.delayMs);
      const modern = behaviour.modern && (enveloped || behaviour.legacy.length === 0 || method === 'server/discover');
      const result = modern
        ? await this.#answerModern(id, method, params, enveloped, controller.signal)
        : await this.#answerLegacy(id, method, params, controller.signal);
      if (result !== undefined && !controller.signal.aborted) this.#send({ jsonrpc: '2.0', id, result }, id);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#fail(id, error instanceof RpcError ? error : new RpcError(errorCode.internal, error instanceof Error ? error.message : String(error)));
    } finally {
      this.#running.delete(id);
    }
  }

  async #answerModern(id: RequestId, method: string, params: Dict, enveloped: boolean, signal: AbortSignal): Promise<Dict | undefined> {
    // A legacy client learns from the error what this server speaks.
    if (method === 'initialize' && !enveloped) throw unsupportedVersion(asText(params['protocolVersion']));
    const { clientCapabilities, logLevel } = checkEnvelope(params);
    const server = this.#server;
    if (method === 'server/discover') return finishResult(server, method, discover(server));
    if (method === 'subscriptions/listen') {
      openSubscription(server, id, asDict(params['notifications']), signal, (message) => this.#send(message, id));
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      return undefined;
    }
    const context = this.#context(id, params, signal, modernRevision, clientCapabilities, logLevel);
    const result = await answerFeature(server, method, params, context);
    if (server.definition.asksAnyway !== true) checkInputRequests(result, clientCapabilities);
    return finishResult(server, method, result);
  }

  async #answerLegacy(id: RequestId, method: string, params: Dict, signal: AbortSignal): Promise<Dict | undefined> {
    if (method === 'server/discover' && !this.#legacy.initialized) {
      if (this.#server.behaviour.probe === 'silent') return undefined;
      if (this.#server.behaviour.probe === 'exit') this.#link.die(1);
    }
    const own = answerLegacy(this.#server, this.#legacy, method, params);
    if (own !== undefined) return own;
    const revision = this.#legacy.revision ?? '2025-11-25';
    const context = this.#context(id, params, signal, revision, this.#legacy.clientCapabilities, this.#legacy.logLevel);
    return answerFeature(this.#server, method, params, context);
  }

  #context(requestId: RequestId, params: Dict, signal: AbortSignal, revision: Revision, clientCapabilities: Dict, logLevel: string | undefined): CallContext {
    const notify = (method: string, more?: Dict): void => this.#send({ jsonrpc: '2.0', method, ...(more === undefined ? {} : { params: more }) }, requestId);
    const token = asDict(params['_meta'])['progressToken'];
    return {
      revision,
      requestId,
      params,
      signal,
      clientCapabilities,
      link: this.#link,
      notify,
      progress(progress, total, message) {
        if (token === undefined || signal.aborted) return;
        // `message` came with 2025-03-26.
        const text = message === undefined || revision === '2024-11-05' ? {} : { message };
        notify('notifications/progress', { progressToken: token, progress, ...(total === undefined ? {} : { total }), ...text });
      },
      log(level, data, logger) {
        if (passesLevel(level, logLevel)) notify('notifications/message', { level, data, ...(logger === undefined ? {} : { logger }) });
      },
      ask: (method, more) => this.#ask(requestId, method, more, signal),
      changed: (kind) => this.#server.changed(kind),
      updated: (uri) => this.#server.updated(uri),
    };
  }

  #ask(related: RequestId, method: string, params: Dict, signal: AbortSignal): Promise<Dict> {
    const id = `ask-${this.#nextAsk++}`;
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#asked.delete(id);
        signal.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        done();
        reject(new Error('cancelled'));
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#asked.set(id, (message) => {
        done();
        const error = asDict(message['error']);
        if ('error' in message) reject(new RpcError(Number(error['code']), asText(error['message']), error['data']));
        else resolve(asDict(message['result']));
      });
      this.#send({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  #fail(id: RequestId | null, error: RpcError): void {
    // The modern revision leaves the id out when it could not be read; the legacy ones send null.
    const carried = id === null && this.#server.behaviour.legacy.length === 0 ? {} : { id };
    this.#send({ jsonrpc: '2.0', ...carried, error: error.toJSON() }, id ?? undefined, error.httpStatus);
  }

  #send(message: Dict, related: RequestId | undefined, status?: number): void {
    if (this.#server.definition.script?.send?.(message, this.#link, related) === true) return;
    this.#link.write(message, related, status);
  }
}
