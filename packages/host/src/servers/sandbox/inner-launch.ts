/**
 * What runs first inside the container: when everything is mounted and nothing of the server has run, it looks whether the
 * folders are those that were opened, sets limits, closes what namespaces do not divide, and then becomes the server.
 */

export interface InnerLaunch {
  command: string;
  args: string[];
  /** What was granted and has a number that is known: between our look at them and the mount somebody could have put another there. */
  folders: { path: string; inode: string }[];
  /** The shell's script that gives the server its variables; everything before it runs without them. */
  giveEnvironment: string;
  /** A program by which sockets without a file can be closed; null where that can't be had. */
  scope: ScopeTool | null;
}

export interface ScopeTool {
  command: string;
  args: string[];
}

/** The exit code of a container whose folders were exchanged at the last moment. */
export const exchangedCode = 97;
/** Processes and threads of one container, where the kernel counts them by container (5.14). A browser has some hundreds. */
const mostProcesses = 4000;

// The shells' own words differ: bash knows -u, dash -p.
const script = `
if [ "$1" = count ]; then ulimit -u ${mostProcesses} 2>/dev/null || ulimit -p ${mostProcesses} 2>/dev/null || :; fi
shift
look=; for file in /usr/bin/stat /bin/stat /run/current-system/sw/bin/stat; do [ -x "$file" ] && look=$file && break; done
while [ "$1" != -- ]; do
  if [ -n "$look" ] && [ "$("$look" -Lc %i -- "$2" 2>/dev/null)" != "$1" ]; then
    echo "This is not what was opened: $2" >&2
    exit ${exchangedCode}
  fi
  shift 2
done
shift
exec "$@"
`;

export function innerLaunch({ command, args, folders, scope, giveEnvironment }: InnerLaunch, countsByContainer: boolean): { command: string; args: string[] } {
  const checks = folders.flatMap(({ path, inode }) => [inode, path]);
  const last = ['/bin/sh', '-c', giveEnvironment, 'contained', command, ...args];
  const run = scope === null ? last : [scope.command, ...scope.args, ...last];
  return { command: '/bin/sh', args: ['-c', script, 'contained', countsByContainer ? 'count' : 'leave', ...checks, '--', ...run] };
}

/**
 * Abstract sockets have no file and belong to the network namespace: with a network they would be in reach, and so would be
 * the screen and the session's bus. Landlock can close them (Linux 6.12, https://docs.kernel.org/userspace-api/landlock.html);
 * it is asked by a language that is on nearly every computer, for nothing of ours runs inside.
 */
export const scopeTools: ScopeTool[] = [
  {
    command: '/usr/bin/perl',
    args: ['-e', 'my $attr = pack("QQQ", 0, 0, 1); my $set = syscall(444, $attr, 24, 0); exit 96 if $set < 0 or syscall(446, $set, 0) != 0; require POSIX; POSIX::close($set); exec { $ARGV[0] } @ARGV; exit 95'],
  },
  {
    command: '/usr/bin/python3',
    args: ['-IS', '-c', 'import ctypes,os,struct,sys\nc=ctypes.CDLL(None,use_errno=True)\nb=struct.pack("QQQ",0,0,1)\ns=c.syscall(444,b,ctypes.c_size_t(24),0)\nif s<0 or c.syscall(446,s,0)!=0: os._exit(96)\nos.close(s)\nos.execv(sys.argv[1],sys.argv[1:])'],
  },
];
