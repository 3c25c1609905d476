/**
 * The window's end of the contract: requests with cancellation, streams with an end. Both directions are checked: what
 * the host sends is parsed with the same schemas, so that a version skew is an error and never a broken screen.
 */
import * as z from 'zod/mini';
import { contract } from './contract.ts';
import type { EventOf, InputOf, OutputOf, RequestName, StreamName } from './contract.ts';
import { where } from './define.ts';
import { HostError } from './errors.ts';
import { HostFrame } from './frames.ts';
import type { FramePort } from './frames.ts';

z.config({ jitless: true });

export interface HostClient {
  /** Rejects with HostError; aborting the signal rejects with code `cancelled` and tells the host. */
  request<M extends RequestName>(method: M, input: InputOf<M>, options?: { signal?: AbortSignal }): Promise<OutputOf<M>>;
  /** Returns a function that stops it. `onEnd` gets null for a normal end and the error otherwise; not called after stopping. */
  watch<M extends StreamName>(method: M, input: InputOf<M>, onEvent: (event: EventOf<M>) => void, onEnd?: (error: HostError | null) => void): () => void;
}

interface Pending {
  onValue(value: unknown): void;
  onEvent(value: unknown): void;
  onEnd(): void;
  onError(error: HostError): void;
}

/** A client over one port. When the port closes, everything open fails with `host-gone`; make a new client for a new port. */
export function createHostClient(port: FramePort): HostClient {
  const pending = new Map<number, Pending>();
  let next = 1;
  let isClosed = false;

  port.onFrame((text) => {
    const frame = parseFrame(text);
    if (!frame) return;
    const entry = pending.get(frame.n);
    // Late frames of a call that was cancelled here are normal.
    if (!entry) return;
    if (frame.t === 'event') {
      entry.onEvent(frame.v);
      return;
    }
    pending.delete(frame.n);
    if (frame.t === 'result') entry.onValue(frame.v);
    else if (frame.t === 'end') entry.onEnd();
    else entry.onError(HostError.fromProblem(frame.p));
  });
  port.onClose(() => {
    isClosed = true;
    const open = [...pending.values()];
    pending.clear();
    for (const entry of open) entry.onError(new HostError('host-gone'));
  });

  const open = (method: string, input: unknown, entry: Pending): number => {
    const n = next++;
    if (isClosed) {
      queueMicrotask(() => entry.onError(new HostError('host-gone')));
      return n;
    }
    pending.set(n, entry);
    port.send(JSON.stringify({ t: 'call', n, m: method, i: input }));
    return n;
  };
  const cancel = (n: number) => {
    if (pending.delete(n) && !isClosed) port.send(JSON.stringify({ t: 'cancel', n }));
  };

  return {
    request: (method, input, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        if (signal?.aborted) {
          reject(new HostError('cancelled'));
          return;
        }
        const onAbort = () => {
          cancel(n);
          reject(new HostError('cancelled'));
        };
        const done = () => signal?.removeEventListener('abort', onAbort);
        const n = open(method, input, {
          onValue: (value) => {
            done();
            const parsed = contract[method].output.safeParse(value);
            if (parsed.success) resolve(parsed.data as OutputOf<typeof method>);
            else reject(new HostError('invalid-output', { method, where: where(parsed.error) }));
          },
          onEvent: () => undefined,
          onEnd: () => {
            done();
            reject(new HostError('invalid-output', { method }));
          },
          onError: (error) => {
            done();
            reject(error);
          },
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    watch: (method, input, onEvent, onEnd) => {
      let isStopped = false;
      const n = open(method, input, {
        onValue: () => undefined,
        onEvent: (value) => {
          if (isStopped) return;
          const parsed = contract[method].event.safeParse(value);
          if (parsed.success) onEvent(parsed.data as EventOf<typeof method>);
          else {
            isStopped = true;
            cancel(n);
            onEnd?.(new HostError('invalid-output', { method, where: where(parsed.error) }));
          }
        },
        onEnd: () => {
          if (!isStopped) onEnd?.(null);
        },
        onError: (error) => {
          if (!isStopped) onEnd?.(error);
        },
      });
      return () => {
        isStopped = true;
        cancel(n);
      };
    },
  };
}

function parseFrame(text: string): HostFrame | null {
  try {
    const parsed = HostFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
