/** A launch on one line, for lists. Never for a decision: there every argument has its own line. */
import type { LaunchView } from '@portolan/contract/servers';

export function launchLine(launch: LaunchView): string {
  if (launch.kind === 'http') return launch.url;
  return [launch.command, ...launch.args].map((part) => (/[\s"']/.test(part) || part === '' ? JSON.stringify(part) : part)).join(' ');
}
