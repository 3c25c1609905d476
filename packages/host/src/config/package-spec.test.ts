import { describe, expect, it } from 'vitest';
import type { LaunchConfig } from '../ports.ts';
import { mayDownload } from './package-spec.ts';

const launch = (command: string, ...args: string[]): LaunchConfig => ({ kind: 'stdio', command, args, env: {} });

describe('a start that may have to download (R10)', () => {
  it.each([
    launch('npx', '-y', 'pkg'), launch('/usr/bin/uvx', 'x'), launch('pnpm', 'dlx', 'x'), launch('bunx', 'x'), launch('docker', 'run', '-i', 'mcp/fetch'), launch('cmd', '/c', 'npx', '-y', 'x'), launch('sh', '-c', 'cd /srv && npx -y x'),
    launch('env', 'A=1', 'uvx', 'x'), launch('./start.sh'), launch('npx.cmd', 'x'), launch('uv', 'run', 'server.py'), launch('deno', 'run', 'npm:x'),
  ])('is $command $args', (each) => expect(mayDownload(each)).toBe(true));

  it.each<LaunchConfig>([launch('node', 'x.mjs'), launch('/usr/bin/python3', '-m', 'server'), launch('my-server', '--stdio'), launch('sh', '-c', 'node x.mjs'), { kind: 'http', url: 'https://a.example/npx', headers: {}, transport: 'auto' }])('is not %o', (each) => expect(mayDownload(each)).toBe(false));
});
