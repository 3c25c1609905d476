import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';

/** Everything a stream says. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The problem a request fails with, or null when it does not fail. */
export async function problemOf(request: unknown): Promise<Problem | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (error instanceof HostError) return error.problem;
    throw error;
  }
}
