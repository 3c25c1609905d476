/** How each runtime is installed here: a command to copy, where the system has a customary one, and the runtime's own page. */
import { existsSync } from 'node:fs';
import type { DoctorFix, Runtime } from '@portolan/contract/doctor';
import type { Platform } from '../servers/launch/platform.ts';

const pages: Record<Runtime, string> = {
  node: 'https://nodejs.org/en/download',
  python: 'https://www.python.org/downloads/',
  uv: 'https://docs.astral.sh/uv/getting-started/installation/',
  docker: 'https://docs.docker.com/get-started/get-docker/',
  git: 'https://git-scm.com/downloads',
  bun: 'https://bun.com/docs/installation',
  deno: 'https://docs.deno.com/runtime/getting_started/installation/',
};

const windows: Record<Runtime, string> = {
  node: 'winget install OpenJS.NodeJS.LTS',
  python: 'winget install Python.Python.3.13',
  uv: 'winget install astral-sh.uv',
  docker: 'winget install Docker.DockerDesktop',
  git: 'winget install Git.Git',
  bun: 'winget install Oven-sh.Bun',
  deno: 'winget install DenoLand.Deno',
};

const brew: Record<Runtime, string> = { node: 'node', python: 'python', uv: 'uv', docker: '--cask docker', git: 'git', bun: 'oven-sh/bun/bun', deno: 'deno' };

/** Package managers of Linux in the order they are looked for, and what each calls a runtime; one without an entry does not have it. */
const linux: { file: string; install: string; names: Partial<Record<Runtime, string>> }[] = [
  { file: '/usr/bin/apt', install: 'sudo apt install', names: { node: 'nodejs npm', python: 'python3 python3-venv', docker: 'docker.io', git: 'git' } },
  { file: '/usr/bin/dnf', install: 'sudo dnf install', names: { node: 'nodejs npm', python: 'python3', uv: 'uv', docker: 'moby-engine', git: 'git' } },
  { file: '/usr/bin/pacman', install: 'sudo pacman -S', names: { node: 'nodejs npm', python: 'python', uv: 'uv', docker: 'docker', git: 'git', deno: 'deno' } },
  { file: '/usr/bin/zypper', install: 'sudo zypper install', names: { node: 'nodejs npm', python: 'python3', uv: 'uv', docker: 'docker', git: 'git' } },
  { file: '/sbin/apk', install: 'doas apk add', names: { node: 'nodejs npm', python: 'python3', uv: 'uv', docker: 'docker', git: 'git' } },
];

/** For Linux without a package: the makers' own installers, which put everything under the home folder. */
const installers: Partial<Record<Runtime, string>> = {
  uv: 'curl -LsSf https://astral.sh/uv/install.sh | sh',
  bun: 'curl -fsSL https://bun.com/install | bash',
  deno: 'curl -fsSL https://deno.land/install.sh | sh',
};

/** @param has whether a file is there; for tests */
export function installHelp(runtime: Runtime, platform: Platform, has: (file: string) => boolean = existsSync): DoctorFix[] {
  const command = commandFor(runtime, platform, has);
  const page: DoctorFix = { kind: 'open-page', url: pages[runtime] };
  return command === undefined ? [page] : [{ kind: 'copy-command', command }, page];
}

function commandFor(runtime: Runtime, platform: Platform, has: (file: string) => boolean): string | undefined {
  if (platform.os === 'win32') return windows[runtime];
  if (platform.os === 'darwin') return has('/opt/homebrew/bin/brew') || has('/usr/local/bin/brew') ? `brew install ${brew[runtime]}` : installers[runtime];
  const manager = linux.find(({ file }) => has(file));
  const name = manager?.names[runtime];
  return manager === undefined || name === undefined ? installers[runtime] : `${manager.install} ${name}`;
}
