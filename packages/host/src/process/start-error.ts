import type { StartFailure } from './messages.ts';

/** A host that cannot start, with the reason a person can act on. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly failure: StartFailure;
  constructor(failure: StartFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
