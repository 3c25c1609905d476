/**
 * What the person's login shell sets. An app started from the desktop has a bare PATH; Node, uv and the like are put on it
 * by `.zshrc`, `config.fish` and friends (try-out 1).
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import type { Platform } from './platform.ts';

export interface LoginShellOptions {
  /** Milliseconds after which a shell that is still busy (a slow profile, a prompt) is given up. */
  limitMs?: number;
  shell?: string;
}

const fence = '__portolan_environment__';
const outputLimit = 4 * 1024 * 1024;

/** The person's shell: what the environment names, else what the user database has. */
export function loginShell(platform: Platform): string {
  return platform.env['SHELL'] || shellOfUser() || '/bin/sh';
}

/** Reads the login shell's environment. Never throws and never waits longer than the limit; an empty record means nothing was learnt. */
export async function readLoginShell(platform: Platform, options: LoginShellOptions = {}): Promise<Record<string, string>> {
  if (platform.os === 'win32') return {};
  const shell = options.shell ?? loginShell(platform);
  const text = await outputOf(shell, platform, options.limitMs ?? 3000);
  const start = text.indexOf(fence);
  const end = text.indexOf(fence, start + 1);
  return start === -1 || end === -1 ? {} : parseEnvironment(text.slice(start + fence.length, end));
}

function shellOfUser(): string | undefined {
  try {
    return os.userInfo().shell ?? undefined;
  } catch {
    // A user id without an entry in the user database, as containers have.
    return undefined;
  }
}

/** `env -0` where it exists; the line form otherwise, where a value with line breaks loses all but its first line. */
function parseEnvironment(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of text.includes('\0') ? text.split('\0') : text.split('\n')) {
    const equals = entry.indexOf('=');
    const name = entry.slice(0, Math.max(equals, 0)).replace(/^\n+/, '');
    if (/^[A-Za-z_]\w*$/.test(name)) found[name] = entry.slice(equals + 1);
  }
  return found;
}

function outputOf(shell: string, platform: Platform, limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    // Interactive as well as login: nvm and fnm are usually set up in the file for interactive shells. The inner sh is for
    // fish, whose own syntax differs.
    const command = `echo ${fence}; /bin/sh -c 'env -0 2>/dev/null || env'; echo ${fence}`;
    const env: Record<string, string> = { ...definedOnly(platform.env), TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true' };
    for (const name of ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE']) delete env[name];
    const child: ChildProcess = spawn(shell, ['-l', '-i', '-c', command], { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true, cwd: platform.home });
    const finish = (): void => {
      clearTimeout(timer);
      child.stdout?.destroy();
      // A profile may have left something running in the group (an agent, a hung prompt).
      if (child.pid !== undefined) endGroup(child.pid);
      resolve(text);
    };
    const timer = setTimeout(finish, limitMs);
    child.once('error', finish);
    child.once('close', finish);
    // Without files for a pipe there is none, and the error told above.
    child.stdout?.setEncoding('utf8');
    child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      const isComplete = text.indexOf(fence, text.indexOf(fence) + 1) > 0;
      if (isComplete || text.length > outputLimit) finish();
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function definedOnly(env: Platform['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
