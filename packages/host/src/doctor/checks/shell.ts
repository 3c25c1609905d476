/** Whether the login shell tells us its environment, and how long it takes (try-out 1). */
import { loginShell, readLoginShell } from '../../servers/launch/login-shell.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const shellCheck: Check = {
  name: 'shell',
  run: async ({ launch: { platform } }) => {
    if (platform.os === 'win32') return [];
    const shell = loginShell(platform);
    const started = performance.now();
    const environment = await readLoginShell(platform, { limitMs: 10_000 });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const isRead = environment['PATH'] !== undefined;
    return [finding({ id: 'shell', area: 'environment', level: isRead ? 'ok' : 'warn', code: isRead ? 'shell-read' : 'shell-silent', details: { shell, seconds } })];
  },
};
