/** What the end-to-end tests need of the system: a Chromium, a virtual screen, fonts for both languages. */
import { existsSync, readFileSync } from 'node:fs';
import { execute } from './step.ts';

const chromiumPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  darwin: ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
};

/** The browser that tests use, or undefined when there is none. `CHROMIUM` names another. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : undefined;
  return chromiumPlaces[process.platform]?.find((place) => existsSync(place));
}

interface Need {
  what: string;
  packages: string[];
  isThere(): Promise<boolean>;
}

const onPath = async (command: string) => (await execute('sh', ['-c', `command -v ${command}`], { isQuiet: true })).code === 0;

const container: Need = { what: 'bubblewrap', packages: ['bubblewrap'], isThere: () => onPath('bwrap') };

const needs: Need[] = [
  container,
  { what: 'Chromium', packages: ['chromium'], isThere: async () => findChromium() !== undefined },
  { what: 'a virtual screen', packages: ['xvfb'], isThere: () => onPath('Xvfb') },
  { what: 'unzip', packages: ['unzip'], isThere: () => onPath('unzip') },
  { what: 'a keyring', packages: ['dbus', 'gnome-keyring'], isThere: async () => (await onPath('gnome-keyring-daemon')) && (await onPath('dbus-daemon')) },
  { what: 'fonts', packages: ['fontconfig', 'fonts-dejavu-core'], isThere: async () => (await execute('fc-list', [], { isQuiet: true })).output.includes('DejaVu') },
  { what: 'a Chinese font', packages: ['fonts-noto-cjk'], isThere: async () => (await execute('fc-list', [':lang=zh-cn'], { isQuiet: true })).output.trim() !== '' },
  {
    what: 'libraries of Electron',
    packages: ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libxtst6', 'libatspi2.0-0', 'libnotify4'],
    isThere: async () => {
      const { output } = await execute('ldconfig', ['-p'], { isQuiet: true, env: { PATH: `${process.env['PATH'] ?? ''}:/sbin:/usr/sbin` } });
      return ['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libgbm.so.1'].every((library) => output.includes(library));
    },
  },
];

/**
 * What the tests of containment need, before any of them runs. Resolves with a sentence when it can't be had: they are then left
 * out, and that is said.
 */
export async function prepareContainer(say: (line: string) => void): Promise<string | null> {
  if (process.platform !== 'linux') return 'Containing servers is tested on Linux only.';
  const problem = await install([container], say);
  if (problem !== null) return problem;
  const options = ['--unshare-user', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  const tried = await execute('bwrap', [...options, '--', 'true'], { isQuiet: true });
  return tried.code === 0 ? null : `bubblewrap is installed and can not work here: ${tried.output.trim().slice(0, 300)}`;
}

/** Installs what is missing where that is possible (root on Debian or its kin); resolves with a sentence when it is not. */
export async function prepareSystem(say: (line: string) => void): Promise<string | null> {
  if (process.platform !== 'linux') {
    return findChromium() === undefined ? 'The end-to-end tests need Chrome or Chromium. Install one, or set CHROMIUM to where it is.' : null;
  }
  return install(needs, say);
}

async function install(wanted: Need[], say: (line: string) => void): Promise<string | null> {
  const missing: Need[] = [];
  for (const need of wanted) if (!(await need.isThere())) missing.push(need);
  if (missing.length === 0) return null;
  const packages = missing.flatMap((need) => need.packages);
  const what = missing.map((need) => need.what).join(', ');
  const isDebian = existsSync('/usr/bin/apt-get') && /debian|ubuntu/i.test(readFileSync('/etc/os-release', 'utf8'));
  if (process.getuid?.() !== 0 || !isDebian) {
    return `The tests need ${what}. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}. Then run the same command again (CHROMIUM=/path names a browser in another place).`;
  }
  say(`Installing ${what} for the tests with apt, once for this machine (seconds for one, one to two minutes for all) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await execute('apt-get', ['update', '-qq'], { isQuiet: true, env });
  const installed = await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { isQuiet: true, env });
  if (installed.code === 0) return null;
  return `apt could not install ${packages.join(' ')}:\n${updated.output.slice(-1000)}\n${installed.output.slice(-2000)}`;
}
