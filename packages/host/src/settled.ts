/** One part that fails to close must not keep the others open. */
export async function settled(work: PromiseLike<unknown>, onError: (error: unknown) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    onError(error);
  }
}
