/**
 * Whether a condition holds. `unsure` is what a server might read in more than one way: such a value is never enough to
 * allow a call, and never lets one slip past a rule that forbids it.
 */
export type Verdict = 'yes' | 'no' | 'unsure';

/** As people and careless programs compare: without case, width and space around. */
export function loose(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
