/** A server's whole environment: a short list of harmless names, what is configured, and our marker (A13). */
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';

/** The name under which every process of ours can be found again, whatever its parent. */
export const MARKER = 'PORTOLAN_SERVER';

const posixNames = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TMPDIR'];
const windowsNames = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PROCESSOR_ARCHITECTURE',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
  'PROGRAMFILES',
];

/**
 * The names a server inherits without being told to. Everything else of the host's environment (keys, tokens, proxies with
 * passwords) stays here unless the configuration names it.
 */
export function inheritedEnvironment(platform: Platform): Record<string, string> {
  const isWindows = platform.os === 'win32';
  const names = isWindows ? windowsNames : [...posixNames, ...Object.keys(platform.env).filter((name) => /^LC_[A-Z]+$/.test(name))];
  const inherited: Record<string, string> = {};
  for (const name of names) {
    const value = variable(platform, name);
    // A value that starts with `()` is a shell function exported by old bash: code, not a setting.
    if (value !== undefined && !value.startsWith('()')) inherited[name] = value;
  }
  if (!isWindows && inherited['HOME'] === undefined) inherited['HOME'] = platform.home;
  return inherited;
}

/** Lays the configured values over the inherited ones; on Windows `Path` and `PATH` are one name. */
export function mergeEnvironment(platform: Platform, inherited: Record<string, string>, configured: Record<string, string>, marker: string): Record<string, string> {
  const merged = { ...inherited };
  for (const [name, value] of Object.entries(configured)) {
    if (platform.os === 'win32') {
      for (const known of Object.keys(merged)) if (known.toUpperCase() === name.toUpperCase()) delete merged[known];
    }
    merged[name] = value;
  }
  merged[MARKER] = marker;
  return merged;
}
