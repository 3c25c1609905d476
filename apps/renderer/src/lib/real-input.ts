/** Telling a person's press from one that a script made (T:J10). */

/** A method, so that a test can press for real where there is no mouse; the end-to-end tests use one. */
export const realInput = {
  isReal: (event: Event): boolean => event.isTrusted,
};
