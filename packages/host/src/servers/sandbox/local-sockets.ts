/**
 * Sockets by which programs of this computer can be reached as files: the screen, the keys' agents, containers. A folder
 * that holds one can be granted, and the socket in it stays closed; one by itself can't be granted.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Platform } from '../launch/platform.ts';
import { variable } from '../launch/platform.ts';

/** Below the home folder, and everywhere. */
const inHome = ['.docker/run', '.docker/desktop', '.colima', '.orbstack/run', '.rd', '.lima', '.gnupg/S.gpg-agent', '.gnupg/S.gpg-agent.ssh', '.gnupg/S.gpg-agent.extra', '.gnupg/S.gpg-agent.browser', '.1password/agent.sock', '.cache/keyring', '.cache/ibus'];
const everywhere = ['/tmp/.X11-unix', '/tmp/.ICE-unix', '/var/run', '/var/lib/docker', '/var/lib/containerd'];
const named = ['SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS', 'DOCKER_HOST', 'CONTAINER_HOST', 'PULSE_SERVER', 'GPG_AGENT_INFO', 'SESSION_MANAGER', 'WAYLAND_DISPLAY', 'PULSE_RUNTIME_PATH', 'TMUX'];

/** Those that are there, with their links followed. */
export async function localSockets(platform: Platform): Promise<{ path: string; isFolder: boolean }[]> {
  const texts = named.flatMap((name) => pathsIn(variable(platform, name) ?? ''));
  const places = [...everywhere, ...inHome.map((each) => path.join(platform.home, each)), ...texts];
  const found = await Promise.all(
    [...new Set(places)].map(async (place) => {
      const real = await realpath(place).catch(() => null);
      const what = real === null ? null : await lstat(real).catch(() => null);
      return real === null || what === null || real === platform.home || real === '/' ? null : { path: real, isFolder: what.isDirectory(), isSocket: what.isSocket() };
    }),
  );
  return found.flatMap((each) => (each !== null && (each.isFolder || each.isSocket) ? [{ path: each.path, isFolder: each.isFolder }] : []));
}

/** `unix:path=/run/user/1000/bus,guid=…`, `unix:///run/docker.sock`, a bare path. */
function pathsIn(value: string): string[] {
  return [...value.matchAll(/(?:^|[:=;]|:\/\/)(\/[^,;:=]+)/g)].flatMap(([, place]) => (place === undefined || place === '/' ? [] : [place.replace(/^\/+/, '/').replace(/\/$/, '')]));
}
