/** The peer's events as the HTTP transports use them: silent once the connection is over, and safe against a listener that throws. */
import type { Tap, TransportEvents } from './transport.ts';

/**
 * @param isOver true once the connection was closed; whatever is still being read then reaches nobody
 * @param tap is told of listeners that failed, for nobody else can be
 */
export function guardEvents(events: TransportEvents, isOver: () => boolean, tap: Tap | undefined): TransportEvents {
  const guarded = (act: () => void): void => {
    if (isOver()) return;
    try {
      act();
    } catch (error) {
      // Reading goes on: one message that its receiver cannot bear must not cost the others.
      const text = `A receiver of messages failed: ${error instanceof Error ? error.message : String(error)}`;
      tap?.({ kind: 'lifecycle', at: Date.now(), text, code: 'remark', details: { message: text } });
    }
  };
  return {
    onMessage: (message, scope) => guarded(() => events.onMessage(message, scope)),
    onRequestLost: (id, lost) => guarded(() => events.onRequestLost(id, lost)),
    onProblem: (problem) => guarded(() => events.onProblem(problem)),
    onSessionExpired: () => guarded(() => events.onSessionExpired?.()),
    onClosed: (reason) => guarded(() => events.onClosed(reason)),
  };
}
