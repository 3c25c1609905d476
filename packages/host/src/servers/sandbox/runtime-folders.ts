/** What a command needs to be readable to run at all: its own file, the runtime it belongs to, the interpreter it names. */
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A script may name an interpreter that is a script itself; more than a few steps is no program. */
const maxSteps = 4;
/** Package managers whose shims run programs from all over their folder. */
const wholeTools = /\/(?:\.pyenv|\.asdf|\.volta|\.rbenv|\.bun|\.deno|\.sdkman|mise|linuxbrew\/\.linuxbrew)(?=\/|$)/;

/**
 * Folders and files to be shown read-only, without what the system's folders hold anyway.
 * @param file the command as it was found
 * @param home never shown as a whole, and nothing above it
 * @param search where `#!/usr/bin/env node` will look for its `node`
 */
export async function runtimeFolders(file: string, home: string, search: readonly string[] = []): Promise<string[]> {
  const found = new Set<string>();
  let next: string | null = file;
  for (let step = 0; next !== null && step < maxSteps; step += 1) {
    const real: string = await realpath(next).catch(() => next ?? '');
    for (const place of new Set([next, real])) for (const folder of rootsOf(place, home)) found.add(folder);
    // Between the link and what it leads to there may be more links: `~/.local/bin/x → ../share/uv/tools/x/bin/x`.
    next = await interpreterOf(real, search);
  }
  const there = await Promise.all([...found].map(async (each) => ((await realpath(each).catch(() => null)) === null ? [] : [each])));
  return there.flat().filter((each) => !isSystem(each));
}

const installed = ['bin', 'lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg'];

/** Shown to every server. */
export const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/run/current-system', '/gnu/store'];

export function isSystem(place: string): boolean {
  return systemFolders.some((folder) => place === folder || place.startsWith(`${folder}/`));
}

/** True for what no start may open by itself: the root, a home, what lies above one, and folders that everything is put into. */
export function isTooBroad(place: string, home: string): boolean {
  const bare = place.replace(/\/+$/, '');
  return bare === '' || bare === home || home.startsWith(`${bare}/`) || ['/tmp', '/var', '/etc', '/opt', '/srv', '/mnt', '/media', '/run', '/dev', '/proc', '/sys', '/root', '/home', '/Users', '/Applications', '/Library'].includes(bare);
}

function rootsOf(file: string, home: string): string[] {
  const tool = wholeTools.exec(file);
  if (tool !== null) return [file.slice(0, tool.index + tool[0].length)];
  const modules = file.indexOf('/node_modules/');
  // Packages lie beside those they need, the outermost folder holds all of them.
  if (modules > 0) return [file.slice(0, modules + '/node_modules'.length)];
  const uvTool = /^(.*\/uv)\/(?:tools|python)\//.exec(file);
  if (uvTool?.[1] !== undefined) return [`${uvTool[1]}/tools`, `${uvTool[1]}/python`];
  const folder = path.posix.dirname(file);
  if (path.posix.basename(folder) === 'bin') {
    const prefix = path.posix.dirname(folder);
    // `~/.local/bin` is where tools of every kind meet; only this one is needed. Of any other place only what a program that
    // was installed there brings along: beside it may lie anything.
    if (!isTooBroad(prefix, home) && prefix !== `${home}/.local` && prefix !== `${home}/.cargo`) return installed.map((part) => `${prefix}/${part}`);
  }
  return [file];
}

/** The program in a script's first line, by way of `env` as well. */
async function interpreterOf(file: string, search: readonly string[]): Promise<string | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const [line = ''] = buffer.subarray(0, bytesRead).toString('latin1').split('\n');
    // Parted as the kernel parts it: what only we would take for an end could show a file that is never run.
    // eslint-disable-next-line no-control-regex
    const [, interpreter, first] = /^#![ \t]*(\/[^ \t\u0000]+)(?:[ \t]+(?:-S[ \t]+)?([^\s-]\S*))?/.exec(line) ?? [];
    if (interpreter === undefined) return null;
    return interpreter.endsWith('/env') ? await firstOf(first, search) : interpreter;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

async function firstOf(name: string | undefined, search: readonly string[]): Promise<string | null> {
  if (name === undefined || name.includes('/')) return null;
  for (const folder of search) {
    const place = path.posix.join(folder, name);
    if (await realpath(place).catch(() => null)) return place;
  }
  return null;
}
