/** What happened to a server as one line of its log, with the reason in words instead of its code. */
import type { Catalogue } from './catalogue-type.ts';
import type { ErrorDetails } from './error-details.ts';

/** @param problem of the notes that name a problem its code; anything else is left as it is */
export function lifecycleText(t: Pick<Catalogue, 'serverLog' | 'errors'>, code: keyof Catalogue['serverLog'], details: ErrorDetails): string {
  const problem = details['problem'];
  if (code !== 'ended' || typeof problem !== 'string' || !Object.hasOwn(t.errors.codes, problem)) return t.serverLog[code](details);
  return t.serverLog[code]({ ...details, problem: t.errors.codes[problem as keyof typeof t.errors.codes].what(details) });
}
