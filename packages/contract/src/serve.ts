/**
 * The host's end of the contract: parses every frame and every input, runs handlers, sends what they return. A window is
 * hostile until checked: unknown methods, bad input, repeated numbers and floods end in an error frame and no effect.
 */
import * as z from 'zod/mini';
import { contract } from './contract.ts';
import type { CallContext, Contract, HostHandlers } from './contract.ts';
import { where } from './define.ts';
import { HostError } from './errors.ts';
import type { Problem } from './errors.ts';
import { ClientFrame } from './frames.ts';
import type { FramePort } from './frames.ts';

z.config({ jitless: true });

export interface ServeOptions {
  /** Names the connection in every CallContext. */
  connection: string;
  /** Calls and streams one window may have open; further ones fail with `too-many-requests`. */
  maxOpen?: number;
  /** Handlers' unexpected errors, for the host's own log. Never sent to the window. */
  onInternalError?: (method: string, error: unknown) => void;
}

const highWaterBytes = 1_000_000;

/** Serves one port until it closes; then every open call's signal is aborted. */
export function serve(port: FramePort, handlers: HostHandlers, options: ServeOptions): void {
  const open = new Map<number, AbortController>();
  const maxOpen = options.maxOpen ?? 500;
  let isClosed = false;

  const send = (frame: object) => {
    if (!isClosed) port.send(JSON.stringify(frame));
  };
  const fail = (n: number, problem: Problem) => {
    send({ t: 'error', n, p: problem });
  };

  port.onClose(() => {
    isClosed = true;
    for (const controller of open.values()) controller.abort();
    open.clear();
  });
  port.onFrame((text) => {
    const frame = parse(text);
    if (!frame) return;
    if (frame.t === 'cancel') {
      open.get(frame.n)?.abort();
      open.delete(frame.n);
      return;
    }
    if (open.has(frame.n)) {
      fail(frame.n, new HostError('invalid-input', { where: 'n' }).problem);
      return;
    }
    if (open.size >= maxOpen) {
      fail(frame.n, new HostError('too-many-requests', { limit: maxOpen }).problem);
      return;
    }
    void run(frame.n, frame.m, frame.i);
  });

  async function run(n: number, method: string, rawInput: unknown): Promise<void> {
    if (!Object.hasOwn(contract, method)) {
      fail(n, new HostError('unknown-method', { method: method.slice(0, 64) }).problem);
      return;
    }
    const name = method as keyof Contract;
    const input = contract[name].input.safeParse(rawInput);
    if (!input.success) {
      fail(n, new HostError('invalid-input', { method: name, where: where(input.error) }).problem);
      return;
    }
    const controller = new AbortController();
    open.set(n, controller);
    const context: CallContext = { connection: options.connection, signal: controller.signal };
    try {
      if (contract[name].kind === 'request') {
        const handler = handlers[name] as (input: unknown, context: CallContext) => unknown;
        const value = await handler(input.data, context);
        if (!controller.signal.aborted) send({ t: 'result', n, v: value });
      } else {
        const handler = handlers[name] as (input: unknown, context: CallContext) => AsyncIterable<unknown>;
        for await (const event of handler(input.data, context)) {
          if (controller.signal.aborted) break;
          send({ t: 'event', n, v: event });
          await drained(port, controller.signal);
        }
        if (!controller.signal.aborted) send({ t: 'end', n });
      }
    } catch (error) {
      if (!controller.signal.aborted) fail(n, toProblem(name, error));
    } finally {
      if (open.get(n) === controller) open.delete(n);
    }
  }

  function toProblem(method: string, error: unknown): Problem {
    if (error instanceof HostError) return error.problem;
    options.onInternalError?.(method, error);
    return new HostError('internal', { method }).problem;
  }
}

function parse(text: string): ClientFrame | null {
  try {
    const parsed = ClientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A slow window slows its own streams, not the host's memory. */
async function drained(port: FramePort, signal: AbortSignal): Promise<void> {
  while ((port.buffered?.() ?? 0) > highWaterBytes && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
