/** A plan as bubblewrap's options (https://github.com/containers/bubblewrap, bwrap(1)). Pure: nothing is started here. */
import { innerLaunch } from './inner-launch.ts';
import type { ScopeTool } from './inner-launch.ts';
import type { SandboxPlan } from './plan.ts';
import { isInside } from './visible.ts';
import type { Visible } from './visible.ts';
import { systemFolders } from './runtime-folders.ts';

/** What programs look up and what holds no secret; the rest of /etc stays outside. */
const etc = ['ssl', 'ca-certificates', 'ca-certificates.conf', 'pki', 'crypto-policies', 'hosts', 'host.conf', 'nsswitch.conf', 'gai.conf', 'resolv.conf', 'services', 'protocols', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'timezone', 'alternatives', 'mime.types', 'fonts', 'magic', 'debian_version', 'os-release', 'static', 'nix'];

const temporaryBytes = 1024 * 1024 * 1024;

export interface BubblewrapOptions {
  /** True from 0.8 on, which also knows sizes. */
  canDisableNamespaces: boolean;
  /** Descriptor under which bubblewrap finds the system-call filter. */
  seccomp: number | null;
  /** What closes sockets without a file, where there is such a thing. */
  scope: ScopeTool | null;
  /** The last script before the server (carried-environment.ts). */
  giveEnvironment: string;
  /** The kernel counts processes by container. */
  countsByContainer: boolean;
  /** Targets of system folders that are links here (`/bin → usr/bin`); others are bound. */
  links: Record<string, string>;
}

export function bubblewrapArgs(plan: SandboxPlan, { canDisableNamespaces, seccomp, links, scope, countsByContainer, giveEnvironment }: BubblewrapOptions): string[] {
  const { home, visible, hidden, accounts } = plan;
  const args = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  if (plan.network === 'none') args.push('--unshare-net');
  if (canDisableNamespaces) args.push('--disable-userns');
  args.push('--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'contained');
  if (seccomp !== null) args.push('--seccomp', String(seccomp));
  for (const folder of systemFolders) {
    const link = links[folder];
    if (link === undefined) args.push('--ro-bind-try', folder, folder);
    else args.push('--symlink', link, folder);
  }
  for (const name of etc) args.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  args.push('--ro-bind', accounts.passwd, '/etc/passwd', '--ro-bind', accounts.group, '/etc/group');
  // What is written there lies in memory.
  const bounded = canDisableNamespaces ? ['--size', String(temporaryBytes)] : [];
  // Read-only: whoever is root outside owns the kernel's settings there, also without any capability.
  args.push('--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', '--perms', '1777', ...bounded, '--tmpfs', '/tmp', '--perms', '1777', ...bounded, '--tmpfs', '/var/tmp', '--dir', '/run');
  // A home of its own at the place of the real one; what is granted inside the real one is laid over it.
  args.push('--bind', home.own, home.real);
  const bind = ({ path, access, source }: Visible): string[] => [access === 'write' ? '--bind' : '--ro-bind', source ?? path, path];
  for (const each of visible) args.push(...bind(each));
  for (const { path: place, isFolder } of hidden) {
    args.push(...(isFolder ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place]));
    // Of our own folder only what was put there by the plan: nothing in it can be granted.
    for (const each of visible) if (isInside(each.path, place)) args.push(...bind(each));
  }
  const isThere = [home.real, ...systemFolders, ...visible.map((each) => each.path)].some((folder) => isInside(plan.cwd, folder));
  // A working folder that was not granted is there, and empty.
  if (!isThere) args.push('--dir', plan.cwd);
  // Everything else was only made to hang something on.
  const folders = visible.flatMap(({ path, inode }) => (inode === undefined || hidden.some((each) => each.path === path) ? [] : [{ path, inode }]));
  const inner = innerLaunch({ command: plan.command, args: plan.args, folders, giveEnvironment, scope: plan.network === 'all' ? scope : null }, countsByContainer);
  args.push('--remount-ro', '/', '--chdir', plan.cwd, '--', inner.command, ...inner.args);
  return args;
}
