/** A real keyring of a Linux desktop, with a bus of its own; nothing of the real one is touched. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Keyring extends AsyncDisposable {
  /** For `DBUS_SESSION_BUS_ADDRESS`. */
  address: string;
  /** Ends the keyring and starts one with the same keys that nobody has opened. */
  lock(): Promise<void>;
}

/** @param home where the keyring keeps its files */
export async function startKeyring(home: string): Promise<Keyring> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [first] = (await once(bus.stdout, 'data')) as [Buffer];
  const address = first.toString().trim();
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: `${home}/.local/share`, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: address, DISPLAY: '' };
  const run = async (isOpen: boolean): Promise<ChildProcess> => {
    const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...(isOpen ? ['--unlock'] : [])], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    daemon.stdin?.end(isOpen ? 'login password' : '');
    for (let n = 0; n < 100; n += 1) {
      const names = spawnSync('dbus-send', ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/org/freedesktop/DBus', 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'], { env, encoding: 'utf8' });
      if (names.stdout.includes('true')) return daemon;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the keyring did not start');
  };
  const end = async (daemon: ChildProcess) => {
    if (daemon.exitCode !== null) return;
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
  };
  let daemon = await run(true);
  return {
    address,
    lock: async () => {
      await end(daemon);
      daemon = await run(false);
    },
    [Symbol.asyncDispose]: async () => {
      await end(daemon);
      bus.kill('SIGKILL');
    },
  };
}
