/** What the end of a connection means to a person and to the requests that were open. */
import { LocalError } from '../errors.ts';
import type { CloseReason } from '../transport/transport.ts';

/** One sentence for a person. */
export function describeClose(reason: CloseReason): string {
  if (reason.kind === 'closed-by-us') return 'The connection was closed.';
  if (reason.kind === 'stdout-closed') return 'The server closed its output.';
  if (reason.kind !== 'exit') return reason.message;
  return reason.signal === null ? `The server exited with code ${reason.code ?? 'unknown'}.` : `The server was ended by ${reason.signal}.`;
}

export function closedError(closeReason: CloseReason, mayHaveHappened: boolean): LocalError {
  return new LocalError('connection-closed', describeClose(closeReason), { mayHaveHappened, closeReason });
}
