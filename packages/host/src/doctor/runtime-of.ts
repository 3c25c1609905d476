/** Which runtime a command belongs to. */
import path from 'node:path';
import { builtInCommand } from '@portolan/contract/built-in';
import type { Runtime } from '@portolan/contract/doctor';

/** Undefined for a program that belongs to none of those we know. */
export function runtimeOf(command: string): Runtime | undefined {
  const name = path.basename(command.replaceAll('\\', '/')).toLowerCase().replace(/\.(cmd|exe|bat)$/, '');
  if (name === builtInCommand || ['node', 'npx', 'npm', 'pnpm', 'yarn', 'corepack'].includes(name)) return 'node';
  if (name === 'uv' || name === 'uvx') return 'uv';
  if (/^(python|pip|pipx)[\d.]*$/.test(name)) return 'python';
  if (name === 'docker') return 'docker';
  if (name === 'bun' || name === 'bunx') return 'bun';
  if (name === 'deno' || name === 'git') return name;
  return undefined;
}
