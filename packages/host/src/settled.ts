/** One part that fails to close must not keep the others open. */
export async function settled(work: PromiseLike<unknown>, onError: (error: unknown) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    onError(error);
  }
}

/** Where nobody else takes what went wrong. */
export function logError(where: string, error: unknown): void {
  process.stderr.write(`[host] ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
