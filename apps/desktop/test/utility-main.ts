/** An Electron app of nothing but the launcher and a utility process: there, killed, there again, stopped. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Launcher } from '@portolan/host/process/launcher';
import { app, utilityProcess } from 'electron';
import { launchHost } from '../src/host-launch.ts';

/** Whether it is still there after a moment: the word of its end may be faster than its end. */
async function isLeftBehind(pid: number): Promise<boolean> {
  for (let n = 0; n < 40; n++) {
    try {
      if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false;
    } catch {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

async function main(): Promise<void> {
  await app.whenReady();
  const launcher = new Launcher({
    start: { dataDir: app.getPath('temp'), shell: 'desktop', version: '1' },
    spawn: () => launchHost({ entry: join(app.getAppPath(), 'child.mjs'), utilityProcess, node: undefined }),
  });
  await launcher.start();
  const first = launcher.pid ?? 0;
  const echo = (name: string, text: string) =>
    new Promise<string>((resolve) => {
      const line = launcher.connect(name, { deliver: (answer) => resolve(answer), onEnd: (reason) => resolve(reason) });
      line.receive(text);
    });
  const long = '世'.repeat(2_000_000);
  const before = (await echo('window-1', long)) === long;
  const ended = new Promise<string>((resolve) => launcher.connect('window-2', { deliver: () => undefined, onEnd: resolve }));
  process.kill(first, 'SIGKILL');
  const reason = await ended;
  const after = await echo('window-3', 'again');
  const second = launcher.pid ?? 0;
  await launcher.stop();
  process.stdout.write(`RESULT ${JSON.stringify({ before, reason, after, isOther: first !== second, isLeft: await isLeftBehind(second) })}\n`);
  app.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  app.exit(1);
});
