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

/** Where certificates of a private authority lie: without them nothing that downloads works behind a company's proxy (S20). */
export const certificateNames = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'GIT_SSL_CAINFO'];
export const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];

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
  for (const name of certificateNames) {
    const value = variable(platform, name);
    if (value !== undefined) inherited[name] = value;
  }
  for (const name of isWindows ? proxyNames.slice(0, 4) : proxyNames) {
    const value = variable(platform, name);
    // `user:password@` belongs to the person, not to every server.
    if (value !== undefined && !value.includes('@')) inherited[name] = value;
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
