/**
 * A plan as a profile for macOS' sandbox-exec (sandbox(7)). It is deprecated by Apple and without a replacement for programs
 * of others; it closes files and network, and does not hide other processes or give a home of its own in the old place.
 */
import type { SandboxPlan } from './plan.ts';

const systemRead = ['/usr', '/bin', '/sbin', '/System', '/Library/Apple', '/Library/Developer/CommandLineTools', '/Library/Frameworks', '/private/etc/ssl', '/private/etc/resolv.conf', '/private/etc/hosts', '/private/etc/localtime', '/private/var/db/timezone', '/private/var/db/dyld', '/dev', '/opt/homebrew', '/nix/store'];

/** What programs need of the system to start, look up names and times, and be seen by nobody else. */
const services = ['com.apple.system.logger', 'com.apple.system.notification_center', 'com.apple.system.opendirectoryd.libinfo', 'com.apple.trustd.agent', 'com.apple.SystemConfiguration.configd'];

export interface SeatbeltOptions {
  /** Where links lead: the system compares real paths. */
  realPathOf: (path: string) => string;
  /** A temporary folder of this server's own. */
  temporary: string;
}

export function seatbeltProfile(plan: SandboxPlan, { realPathOf, temporary }: SeatbeltOptions): string {
  const own = [plan.home.own, temporary].map(realPathOf);
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-read-metadata)',
    `(allow mach-lookup ${services.map((name) => `(global-name ${quote(name)})`).join(' ')})`,
    '(allow file-read* (literal "/"))',
    `(allow file-read* ${systemRead.map((path) => `(subpath ${quote(path)})`).join(' ')})`,
    '(allow file-write-data (literal "/dev/null") (literal "/dev/tty") (literal "/dev/zero"))',
    `(allow file-read* file-write* ${own.map((path) => `(subpath ${quote(path)})`).join(' ')})`,
  ];
  for (const { path, access, isFolder } of plan.visible) {
    const place = `(${isFolder ? 'subpath' : 'literal'} ${quote(realPathOf(path))})`;
    lines.push(`(allow file-read*${access === 'write' ? ' file-write*' : ''} ${place})`);
    // Later rules win: what lies in a writable folder and was granted for reading only stays so.
    if (access === 'read') lines.push(`(deny file-write* ${place})`);
  }
  for (const { path, isFolder } of plan.hidden) lines.push(`(deny file-read* file-write* (${isFolder ? 'subpath' : 'literal'} ${quote(realPathOf(path))}))`);
  // Our own folder may lie in what was just closed.
  if (plan.hidden.length > 0) lines.push(`(allow file-read* file-write* ${own.map((path) => `(subpath ${quote(path)})`).join(' ')})`);
  lines.push(plan.network === 'all' ? '(allow network*)' : '(deny network*)');
  if (plan.network === 'all') lines.push('(allow system-socket)');
  return `${lines.join('\n')}\n`;
}

/** A string of the profile language. What could end it or begin an escape is escaped; a control character is no path we show. */
function quote(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new TypeError('a path with control characters can not be written into a profile');
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
