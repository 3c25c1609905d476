/** Which package, image or script a launch runs, told from its arguments. */
import type { LaunchConfig } from '../ports.ts';

export interface Runner {
  /** Runs what it first downloads from a registry. */
  kind: 'npm' | 'python' | 'image';
  /** As written: `@scope/name@1.2.3`, `git+https://…`, `mcp/fetch:latest`; empty when there is none. */
  spec: string;
  isPinned: boolean;
}

const npmRunners = new Set(['npx', 'bunx', 'pnpx', 'npm', 'pnpm', 'yarn', 'bun']);
const pythonRunners = new Set(['uvx', 'pipx', 'uv']);
const imageRunners = new Set(['docker', 'podman', 'nerdctl', 'finch']);
/** Wherever one is named in a launch, by itself, behind a wrapper (`cmd /c npx`, `env uvx`) or in a line for a shell. */
const downloaders = new Set([...npmRunners, ...pythonRunners, ...imageRunners, 'deno', 'nix', 'go', 'cargo', 'dotnet', 'dnx', 'jbang', 'mise', 'corepack']);
// Options that take the next argument as their value.
const npmValued = new Set(['-p', '--package', '-c', '--call', '--registry', '-w', '--workspace', '--prefix', '--cache', '--userconfig']);
const pythonValued = new Set(['--from', '--with', '--with-editable', '--with-requirements', '-p', '--python', '--index', '--index-url', '--extra-index-url', '--default-index', '--directory', '--project', '--spec', '--env-file', '-c', '--constraints']);
const imageValued = new Set(['-e', '--env', '--env-file', '-v', '--volume', '--mount', '--name', '-p', '--publish', '--network', '--net', '-w', '--workdir', '-u', '--user', '--entrypoint', '-h', '--hostname', '-l', '--label', '-m', '--memory', '--cpus', '--add-host', '--cap-add', '--cap-drop', '--device', '--dns', '--gpus', '--ipc', '--pid', '--platform', '--pull', '--restart', '--security-opt', '--shm-size', '--tmpfs', '--ulimit', '--userns']);

/** The program's bare name: `/usr/bin/npx` and `npx.cmd` are `npx`. */
export function programName(command: string): string {
  const base = command.split(/[\\/]/).at(-1) ?? '';
  return base.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1|sh)$/, '');
}

/** Null for a program that runs what is on the machine. */
export function runnerOf(command: string, args: string[]): Runner | null {
  const program = programName(command);
  if (npmRunners.has(program)) {
    const rest = afterVerb(program, args, { npm: ['exec', 'x'], pnpm: ['dlx', 'exec'], yarn: ['dlx'], bun: ['x'] });
    if (!rest) return null;
    const spec = optionValue(rest, ['-p', '--package']) ?? firstPlain(rest, npmValued);
    return { kind: 'npm', spec, isPinned: isPinnedNpm(spec) };
  }
  if (pythonRunners.has(program)) {
    const rest = afterVerb(program, args, { pipx: ['run'], uv: ['tool'] });
    if (!rest) return null;
    const plain = rest[0] === 'run' && program === 'uv' ? rest.slice(1) : rest;
    const spec = optionValue(plain, ['--from', '--spec']) ?? firstPlain(plain, pythonValued);
    return { kind: 'python', spec, isPinned: /(?:==|@)\d[\w.+!-]*$/.test(spec) || /^git\+.*@[0-9a-f]{40}/.test(spec) };
  }
  if (imageRunners.has(program)) {
    const at = args.indexOf('run');
    if (at < 0) return null;
    const spec = firstPlain(args.slice(at + 1), imageValued);
    return { kind: 'image', spec, isPinned: /@sha256:[0-9a-f]{64}$/.test(spec) || (/:[^/:]+$/.test(spec) && !spec.endsWith(':latest')) };
  }
  return null;
}

/**
 * Whether a start may have to download before anything answers: a runner of packages or images, or a shell, a script or a wrapper
 * that may call one. A plain interpreter or program runs what is on the machine.
 */
export function mayDownload(launch: LaunchConfig): boolean {
  if (launch.kind !== 'stdio') return false;
  const { command, args } = launch;
  if (runnerOf(command, args) !== null || /\.(?:sh|cmd|bat|ps1)$/i.test(command)) return true;
  const named = [command, ...args].flatMap((word) => word.split(/[\s;&|]+/)).map(programName);
  return named.some((name) => downloaders.has(name));
}

/** The value of an option given as `--from x` or `--from=x`, before the first plain argument or anywhere. */
export function optionValue(args: string[], names: string[]): string | undefined {
  for (const [at, arg] of args.entries()) {
    const [name, value] = splitOption(arg);
    if (!names.includes(name)) continue;
    return value ?? args[at + 1];
  }
  return undefined;
}

function firstPlain(args: string[], valued: Set<string>): string {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') return args[at + 1] ?? '';
    if (!arg.startsWith('-')) return arg;
    const [name, value] = splitOption(arg);
    if (value === undefined && valued.has(name)) at++;
  }
  return '';
}

function splitOption(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=');
  return equals < 0 || !arg.startsWith('--') ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function afterVerb(program: string, args: string[], verbs: Record<string, string[]>): string[] | null {
  const wanted = verbs[program];
  if (!wanted) return args;
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  return at >= 0 && wanted.includes(args[at] ?? '') ? args.slice(at + 1) : null;
}

/** An exact version. A range or a tag is somebody else's choice at every start (A14). */
function isPinnedNpm(spec: string): boolean {
  return /^(?:@[^/]+\/)?[^@/]+@v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(spec);
}
