/** Records what a transport tells its peer, and waits for it. */
import type { JsonRpcMessage, RequestId } from '../src/jsonrpc/message.ts';
import type { CloseReason, RequestLost, TapEvent, TransportEvents, TransportProblem } from '../src/transport/transport.ts';

export interface Recorder {
  events: TransportEvents;
  messages: JsonRpcMessage[];
  lost: { id: RequestId; lost: RequestLost }[];
  problems: TransportProblem[];
  closed: CloseReason[];
  /** Everything in the order it came, as short words: `message 1`, `lost 2`, `notifications/x`. */
  order: string[];
  /** The answer to a request. Rejects, with the RequestLost as its cause, when the request was lost. */
  answer(id: RequestId): Promise<JsonRpcMessage>;
  loss(id: RequestId): Promise<RequestLost>;
  /** Resolves as soon as the condition holds; it is looked at after every event. */
  until(condition: () => boolean): Promise<void>;
}

export function recorder(): Recorder {
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const look of waiting) look();
  };
  const recorded: Recorder = {
    messages: [],
    lost: [],
    problems: [],
    closed: [],
    order: [],
    events: {
      onMessage(message) {
        recorded.messages.push(message);
        recorded.order.push('method' in message ? message.method : `message ${String(message.id)}`);
        changed();
      },
      onRequestLost(id, lost) {
        recorded.lost.push({ id, lost });
        recorded.order.push(`lost ${id}`);
        changed();
      },
      onProblem(problem) {
        recorded.problems.push(problem);
        changed();
      },
      onClosed(reason) {
        recorded.closed.push(reason);
        changed();
      },
    },
    async answer(id) {
      const found = (): JsonRpcMessage | undefined => recorded.messages.find((message) => !('method' in message) && message.id === id);
      const loss = (): RequestLost | undefined => recorded.lost.find((entry) => entry.id === id)?.lost;
      await recorded.until(() => found() !== undefined || loss() !== undefined);
      const message = found();
      if (message === undefined) throw new Error(`request ${id} was lost: ${loss()?.message ?? ''}`, { cause: loss() });
      return message;
    },
    async loss(id) {
      const found = (): RequestLost | undefined => recorded.lost.find((entry) => entry.id === id)?.lost;
      await recorded.until(() => found() !== undefined || recorded.messages.some((message) => !('method' in message) && message.id === id));
      const loss = found();
      if (loss === undefined) throw new Error(`request ${id} was answered`);
      return loss;
    },
    until(condition) {
      return new Promise((resolve) => {
        function look(): void {
          if (!condition()) return;
          waiting.delete(look);
          clearInterval(timer);
          resolve();
        }
        // Conditions may also look at a server's side, which tells nobody.
        const timer = setInterval(look, 5);
        waiting.add(look);
        look();
      });
    },
  };
  return recorded;
}

/** A tap and what it saw. */
export function recordingTap(): { tap: (event: TapEvent) => void; seen: TapEvent[] } {
  const seen: TapEvent[] = [];
  return { tap: (event) => seen.push(event), seen };
}
