/** The host's handler answered with something that may not be sent. The server is told nothing of it, the host all. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}
