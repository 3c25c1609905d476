/** Opens the window's address in the person's browser, where there is a desktop to open it on. */
import { spawn } from 'node:child_process';

interface Surroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
}

/** The command that opens an address, or null when there is no desktop (a server, a container, a remote shell). */
export function opener(around: Surroundings): { command: string; args: (address: string) => string[] } | null {
  if (around.platform === 'darwin') return around.env['SSH_CONNECTION'] ? null : { command: 'open', args: (address) => [address] };
  if (around.platform === 'win32') return { command: 'rundll32', args: (address) => ['url.dll,FileProtocolHandler', address] };
  if (around.env['CI'] || !(around.env['DISPLAY'] || around.env['WAYLAND_DISPLAY'])) return null;
  return { command: 'xdg-open', args: (address) => [address] };
}

/** Never fails: the address is printed in any case. Says whether something was started. */
export function openSystemBrowser(address: string): Promise<boolean> {
  const found = opener({ platform: process.platform, env: process.env });
  if (!found) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(found.command, found.args(address), { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
