/** What the end of a connection means to a person and to the requests that were open. */
import { LocalError } from '../errors.ts';
import type { CloseReason } from '../transport/transport.ts';

/** One sentence for a person. */
export function describeClose(reason: CloseReason): string {
  switch (reason.kind) {
    case 'closed-by-us':
      return 'The connection was closed.';
    case 'exit':
      if (reason.signal !== null) return `The server was ended by ${reason.signal}.`;
      return `The server exited with code ${reason.code ?? 'unknown'}.`;
    case 'stdout-closed':
      return 'The server closed its output.';
    case 'spawn-failed':
    case 'cap':
    case 'http':
    case 'network':
      return reason.message;
  }
}

export function closedError(closeReason: CloseReason, mayHaveHappened: boolean): LocalError {
  return new LocalError('connection-closed', describeClose(closeReason), { mayHaveHappened, closeReason });
}
