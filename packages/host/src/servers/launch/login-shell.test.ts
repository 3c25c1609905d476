import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLoginShell } from './login-shell.ts';
import type { Platform } from './platform.ts';

async function home(profile: string): Promise<Platform> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shell-'));
  for (const name of ['.bash_profile', '.profile']) await writeFile(path.join(folder, name), profile);
  return { os: 'linux', env: { HOME: folder, PATH: '/usr/bin:/bin' }, home: folder, execPath: '/usr/bin/node', isNode: true };
}

describe.skipIf(process.platform === 'win32')('readLoginShell', () => {
  it('hears what the profile sets, past whatever the profile prints (try-out 1)', async () => {
    const platform = await home('echo "welcome back"\nexport PATH="$HOME/nodes/bin:$PATH" TOKEN="two\nlines = yes"\n');
    const found = await readLoginShell(platform, { shell: '/bin/bash', limitMs: 20_000 });
    expect(found['PATH']?.split(':')[0]).toBe(`${platform.home}/nodes/bin`);
    expect(found['TOKEN']).toBe('two\nlines = yes');
  });

  it('gives up on a profile that hangs, and leaves none of its processes (try-out 1)', async () => {
    const platform = await home('echo $$ > "$HOME/pid"\nsleep 300\n');
    expect(await readLoginShell(platform, { shell: '/bin/bash', limitMs: 400 })).toEqual({});
    const { readFile } = await import('node:fs/promises');
    const pid = Number(await readFile(path.join(platform.home, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('learns nothing from a shell that does not exist or understands nothing', async () => {
    const platform = await home('');
    expect(await readLoginShell(platform, { shell: '/no/such/shell' })).toEqual({});
    expect(await readLoginShell(platform, { shell: '/bin/true' })).toEqual({});
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
