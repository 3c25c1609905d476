/** A short name for a server nobody named, made of what it runs. */
import type { LaunchConfig } from '../ports.ts';
import { programName, runnerOf } from './package-spec.ts';

const noise = new Set(['index', 'main', 'server', 'cli', 'app', 'start', 'run', 'dist', 'build', 'src', 'bin', 'lib', 'out', 'mcp', 'api', 'www', 'sse', 'http', 'stdio']);

/** `@modelcontextprotocol/server-everything@1.2.3` → `everything`; `https://mcp.sentry.dev/mcp` → `sentry`. Never empty. */
export function deriveName(launch: LaunchConfig): string {
  return clean(launch.kind === 'http' ? fromUrl(launch.url) : fromCommand(launch.command, launch.args)) || 'server';
}

/** The name itself when it is free, else with the first number that makes it so. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique); n++) unique = `${name}-${n}`;
  return unique;
}

function fromUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const { hostname, port } = new URL(text);
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return port === '' ? hostname : `${hostname}-${port}`;
  const labels = hostname.split('.');
  // The registrable name is the last meaningful label before the suffix; `co.uk` and the like lose one more.
  const last = labels.length > 2 && /^(?:co|com|org|net|ac|gov|edu)$/.test(labels.at(-2) ?? '') ? -3 : -2;
  return labels.at(last) ?? hostname;
}

function fromCommand(command: string, args: string[]): string {
  const runner = runnerOf(command, args);
  if (runner && runner.spec !== '') return packageName(runner.spec);
  const module = args[args.indexOf('-m') + 1];
  if (args.includes('-m') && module !== undefined) return strip(module.replaceAll('_', '-'));
  const script = args.find((arg) => /[\\/]|\.(?:[cm]?[jt]s|py|rb|sh|jar|exe)$/.test(arg) && !arg.startsWith('-'));
  return script === undefined ? strip(programName(command)) : fromPath(script);
}

function packageName(spec: string): string {
  const path = spec.replace(/^(?:git\+)?[a-z]+:\/\//, '').replace(/\.git(?=$|[@#])/, '');
  const last = path.replace(/^@/, '').split('/').at(-1) ?? '';
  return strip(last.split(/[@#=<>~[:]/)[0] ?? '');
}

function fromPath(path: string): string {
  const segments = path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  for (const segment of segments.toReversed()) {
    const name = strip(segment.replace(/\.\w+$/, ''));
    if (name !== '' && !noise.has(name.toLowerCase())) return name;
  }
  return '';
}

/** Without the words that every server's name has. */
function strip(name: string): string {
  const bare = name.replace(/^(?:mcp[-_]server|server[-_]mcp|mcp|server)[-_]/i, '').replace(/[-_](?:mcp[-_]server|server[-_]mcp|mcp|server)$/i, '');
  return bare === '' ? name : bare;
}

function clean(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 64);
}
