/** From a message to its text. */
import { LocalError } from '../errors.ts';
import type { JsonRpcMessage } from './message.ts';

/**
 * The message as JSON.
 * @throws {LocalError} `not-supported` when it holds what JSON cannot: arguments come from models and hosts, and may be nested
 * so deep that writing them exhausts the stack.
 */
export function writeMessage(message: JsonRpcMessage): string {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    const what = 'method' in message ? message.method : 'An answer';
    throw new LocalError('not-supported', `${what} could not be sent: it cannot be written as JSON (${cause instanceof Error ? cause.message : String(cause)}).`, { mayHaveHappened: false, cause });
  }
}
