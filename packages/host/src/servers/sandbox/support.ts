/** What this computer has to put a server into, found out by trying it: installed is not the same as allowed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SandboxSupport } from '@portolan/contract/sandbox';
import type { Platform } from '../launch/platform.ts';
import { scopeTools } from './inner-launch.ts';
import type { ScopeTool } from './inner-launch.ts';
import { variable } from '../launch/platform.ts';

export interface SandboxTool {
  support: SandboxSupport;
  /** The program that contains, when there is one. */
  file: string | null;
  /** bubblewrap ≥ 0.8 can keep what runs inside from making namespaces of its own. */
  canDisableNamespaces: boolean;
  /** What closes sockets without a file inside; null when nothing here can. */
  scope: ScopeTool | null;
}

/** The system's own folders first: a program that a person's tools can replace is no wall. */
const bubblewrapPlaces = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const seatbelt = '/usr/bin/sandbox-exec';
/** A computer that could not may have been mended since. */
const askAgainMs = 15_000;

export class SandboxTools {
  readonly #platform: Platform;
  #found: Promise<SandboxTool> | undefined;
  #at = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Never throws. Tried once; when it could not work it is tried again after a while. */
  async find(): Promise<SandboxTool> {
    if (this.#found !== undefined && (performance.now() - this.#at < askAgainMs || (await this.#found).file !== null)) return this.#found;
    this.#at = performance.now();
    this.#found = look(this.#platform);
    return this.#found;
  }
}

async function look(platform: Platform): Promise<SandboxTool> {
  switch (platform.os) {
    case 'linux':
      return lookForBubblewrap(platform);
    case 'darwin':
      return existsSync(seatbelt) ? { support: { kind: 'seatbelt' }, file: seatbelt, canDisableNamespaces: false, scope: null } : none('system');
    case 'win32':
      return none('windows');
    default:
      return none('system');
  }
}

async function lookForBubblewrap(platform: Platform): Promise<SandboxTool> {
  const onPath = (variable(platform, 'PATH') ?? '').split(':').filter((folder) => path.posix.isAbsolute(folder)).map((folder) => `${folder}/bwrap`);
  const file = [...bubblewrapPlaces, ...onPath].find((place) => existsSync(place));
  if (file === undefined) return none('not-installed');
  const strict = await tryOut(file, ['--disable-userns']);
  if (strict === null) return bubblewrap(file, true);
  const plain = await tryOut(file, []);
  if (plain === null) return bubblewrap(file, false);
  // Ubuntu's AppArmor, hardened kernels and most containers refuse unprivileged user namespaces.
  const isRefused = /namespace|uid map|Operation not permitted|Permission denied/i.test(plain);
  return none(isRefused ? 'namespaces-off' : 'not-working', plain.trim().slice(0, 500));
}

/** Kernels and computers differ: what closes local sockets is tried as well. */
async function bubblewrap(file: string, canDisableNamespaces: boolean): Promise<SandboxTool> {
  let scope: ScopeTool | null = null;
  // One that works is enough.
  // oxlint-disable-next-line no-await-in-loop
  for (const each of scopeTools) if (scope === null && existsSync(each.command) && (await tryOut(file, [], [each.command, ...each.args])) === null) scope = each;
  return { support: { kind: 'bubblewrap', closesLocalSockets: scope !== null }, file, canDisableNamespaces, scope };
}

/** @returns null when it works, else what it said */
function tryOut(file: string, more: string[], before: string[] = []): Promise<string | null> {
  const args = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', ...more, '--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--', ...before, '/bin/sh', '-c', ':'];
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 10_000, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, cwd: '/' }, (error, _stdout, stderr) => resolve(error === null ? null : stderr || error.message));
  });
}

function none(reason: Extract<SandboxSupport, { kind: 'none' }>['reason'], detail?: string): SandboxTool {
  return { support: { kind: 'none', reason, ...(detail === undefined ? {} : { detail }) }, file: null, canDisableNamespaces: false, scope: null };
}
