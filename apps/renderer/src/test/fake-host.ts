/**
 * A host in memory, behind the real contract: calls go as frames over a MessageChannel through `serve` and
 * `createHostClient`, so that what a test shows has passed both checks. Handlers that a test needs otherwise are replaced
 * one by one; the compiler holds them to the contract.
 */
import type { HostHandlers, InputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { FramePort } from '@portolan/contract/frames';
import { serve } from '@portolan/contract/serve';
import { Refused } from '../host/link.ts';
import { handlersOf } from './handlers.ts';
import { HostInMemory } from './host-in-memory.ts';
import type { HostState } from './host-in-memory.ts';

export interface Asked {
  method: string;
  input: unknown;
}

export class FakeHost extends HostInMemory {
  readonly handlers: HostHandlers;
  /** Every call that came through, oldest first. */
  readonly asked: Asked[] = [];
  /** Set to turn windows away, or to make the host unreachable. */
  door: 'open' | 'refused' | 'closed' = 'open';
  readonly #closers = new Set<() => void>();

  constructor(state: Partial<HostState> = {}) {
    super(state);
    this.handlers = handlersOf(this);
  }

  /** What a window opens; a new pair of ports each time. */
  readonly open = async (): Promise<FramePort> => {
    if (this.door === 'refused') throw new Refused('signed out');
    if (this.door === 'closed') throw new Error('nobody there');
    const { port1, port2 } = new MessageChannel();
    const closed = new Set<() => void>();
    const close = () => {
      port1.close();
      port2.close();
      this.#closers.delete(close);
      for (const listener of closed) listener();
      closed.clear();
    };
    this.#closers.add(close);
    serve(portOf(port1, closed), this.#recorded(), { connection: 'test', onInternalError: (method, error) => console.error(method, error) });
    return portOf(port2, closed);
  };

  /** The host goes away, as when its process dies. */
  drop(): void {
    for (const close of this.#closers) close();
  }

  /** Inputs of the calls of one method. */
  inputs<M extends keyof HostHandlers>(method: M): InputOf<M>[] {
    // Recorded under their own method.
    return this.asked.filter((each) => each.method === method).map((each) => each.input as InputOf<M>);
  }

  /** The handlers as they are at the moment of each call, with a note of it. */
  #recorded(): HostHandlers {
    return new Proxy(this.handlers, {
      get: (handlers, method: string) => (input: unknown, context: unknown) => {
        this.asked.push({ method, input });
        const handler: unknown = Reflect.get(handlers, method);
        if (typeof handler !== 'function') throw new HostError('unknown-method', { method });
        return Reflect.apply(handler, undefined, [input, context]) as unknown;
      },
    });
  }
}

function portOf(port: MessagePort, closers: Set<() => void>): FramePort {
  return {
    send: (text) => port.postMessage(text),
    onFrame: (listener) => {
      port.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(event.data);
      });
      port.start();
    },
    onClose: (listener) => {
      closers.add(listener);
    },
  };
}
