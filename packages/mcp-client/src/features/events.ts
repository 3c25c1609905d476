/** What a connection tells its owner, and the reading of the notifications that become events. */
import type { ClientEvent, LogLevel } from '../client.ts';
import type { JsonObject } from '../jsonrpc/message.ts';

/** Events kept for the first listener: what was tolerated during the handshake must not be lost. */
const BACKLOG = 200;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export class EventHub {
  readonly #listeners = new Set<(event: ClientEvent) => void>();
  #backlog: ClientEvent[] | undefined = [];
  readonly #observer: (event: ClientEvent) => void;

  /** @param observer sees each event before anybody else, backlog or not; it must not throw */
  constructor(observer: (event: ClientEvent) => void = () => {}) {
    this.#observer = observer;
  }

  emit(event: ClientEvent): void {
    this.#observer(event);
    this.#tell(event);
  }

  #tell(event: ClientEvent): void {
    if (this.#backlog !== undefined) {
      if (this.#backlog.length < BACKLOG) this.#backlog.push(event);
      return;
    }
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // A broken listener must not stop the reading of messages; the owner sees it as an uncaught error.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** The first listener also gets what happened before it came. */
  listen(listener: (event: ClientEvent) => void): () => void {
    this.#listeners.add(listener);
    const backlog = this.#backlog;
    this.#backlog = undefined;
    for (const event of backlog ?? []) this.#tell(event);
    return () => this.#listeners.delete(listener);
  }
}

/** @returns false for a notification that is none of the features' */
export function emitNotification(hub: EventHub, report: (kind: string, message: string) => void, method: string, params: JsonObject): boolean {
  switch (method) {
    case 'notifications/tools/list_changed':
      hub.emit({ type: 'list-changed', list: 'tools' });
      return true;
    case 'notifications/resources/list_changed':
      hub.emit({ type: 'list-changed', list: 'resources' });
      return true;
    case 'notifications/prompts/list_changed':
      hub.emit({ type: 'list-changed', list: 'prompts' });
      return true;
    case 'notifications/resources/updated': {
      const { uri } = params;
      if (typeof uri === 'string') hub.emit({ type: 'resource-updated', uri });
      else report('notification-shape', 'The server reported an updated resource without its URI.');
      return true;
    }
    case 'notifications/message':
      emitLog(hub, report, params);
      return true;
    default:
      return false;
  }
}

function emitLog(hub: EventHub, report: (kind: string, message: string) => void, params: JsonObject): void {
  const { level, logger, data } = params;
  const known = LEVELS.find((candidate) => candidate === level);
  if (known === undefined) report('log-level', `The server logs with a level that does not exist: ${JSON.stringify(level ?? null).slice(0, 40)}; shown as info.`);
  hub.emit({ type: 'log', level: known ?? 'info', ...(typeof logger === 'string' ? { logger: logger.slice(0, 200) } : {}), data: data ?? null });
}
