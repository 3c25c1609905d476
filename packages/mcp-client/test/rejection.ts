/** The errors of this client, as values to look at. */
import { LocalError, ServerError } from '../src/errors.ts';

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => new Error(`expected a rejection, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
}

/** The reason as a LocalError: the request got no answer of its own. Throws when it is anything else. */
export async function localError(promise: Promise<unknown>): Promise<LocalError> {
  const error = await reasonOf(promise);
  if (!(error instanceof LocalError)) throw new Error(`expected a LocalError, got ${String(error)}`);
  return error;
}

/** The reason as the server's own error. Throws when it is anything else. */
export async function serverError(promise: Promise<unknown>): Promise<ServerError> {
  const error = await reasonOf(promise);
  if (!(error instanceof ServerError)) throw new Error(`expected a ServerError, got ${String(error)}`);
  return error;
}
