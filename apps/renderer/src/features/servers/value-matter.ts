/** Whether a server waits for a value from the person, which has a place of its own on its page. */
import type { ServerView } from '@portolan/contract/servers';

export function isValueMatter({ problem }: ServerView): boolean {
  if (problem?.code === 'launch-input-needed') return true;
  return problem?.code === 'launch-variable-unset' && String(problem.details['variable']).startsWith('secret:');
}
