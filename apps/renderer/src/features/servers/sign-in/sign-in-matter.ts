/** Whether what keeps a server from working is a sign-in, which has a place of its own on the page. */
import type { ServerView } from '@portolan/contract/servers';

export function isSignInMatter({ problem, launch }: ServerView): boolean {
  // A refused header is mended in the settings, not by signing in.
  return problem?.code === 'server-needs-authorization' && launch.kind === 'http' && problem.details['reason'] !== 'header-refused';
}
