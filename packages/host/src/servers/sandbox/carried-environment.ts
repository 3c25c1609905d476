/**
 * A server's variables on their way into the container. What carries them there runs outside, or inside before every door is
 * closed: a loader, a shell or a language reads its orders from variables (`LD_PRELOAD`, `BASH_ENV`, `PERL5OPT`), and a
 * launch may set any. So they travel under names that mean nothing, and get their own when nothing but the server is left.
 */

/** Mean nothing that could run something, and are needed on the way. */
const plain = /^(?:PATH|LANG|LC_[A-Z]+|TERM|TZ|HOME|SHELL|TMPDIR|PORTOLAN_SERVER)$/;
/** A shell sets these itself and may refuse to have them set. */
const shellOwn = new Set(['_', 'UID', 'EUID', 'PPID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO']);
const prefix = 'PORTOLAN_CARRIED_';

export interface Carried {
  /** What everything on the way is started with. */
  env: Record<string, string>;
  /** A script for the shell, the last before the server: gives the variables their names and becomes its arguments. */
  script: string;
}

export function carried(env: Readonly<Record<string, string>>): Carried {
  const kept: Record<string, string> = {};
  const names: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    // A value that begins so would be read as a function by some shells.
    if (plain.test(name) && !value.startsWith('()')) kept[name] = value;
    // What is no name to a shell can't be handed on by one.
    else if (/^[A-Za-z_]\w*$/.test(name) && !shellOwn.has(name)) {
      const carrier = `${prefix}${names.length}`;
      kept[carrier] = `${name}=${value}`;
      names.push(carrier);
    }
  }
  const give = names.length === 0 ? '' : `export ${names.map((name) => `"$${name}"`).join(' ')}; unset ${names.join(' ')}; `;
  return { env: kept, script: `${give}exec "$@"` };
}
