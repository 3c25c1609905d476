/** Whether this computer can contain servers, found out without the app: by doing what it needs. */
import { spawnSync } from 'node:child_process';

/** Null where it can; else the reason that a person is shown. */
export function whyNotContained(): RegExp | null {
  if (process.platform !== 'linux') return process.platform === 'darwin' ? null : /There is no tool for it|Windows has no such tool/;
  const tried = spawnSync('bwrap', ['--unshare-user', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--', 'true']);
  if (tried.error !== undefined) return /bubblewrap is not installed/;
  return tried.status === 0 ? null : /does not let programs make namespaces|does not work here/;
}
